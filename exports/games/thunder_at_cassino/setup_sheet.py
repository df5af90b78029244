"""The set-up sheet of a scenario: markers, what to do in which order, rubble, units, rules, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.sheet import Grid, Heading, Paragraph, Part, Sheet, Steps
from generator.games.thunder_at_cassino.rules.movement import COMBAT_KINDS

from .scribe import Scribe

OFF = "off"
EMPTY_ROWS = 8
Scenario = Mapping[str, Any]


def setup_sheet(scenario: Scenario, scribe: Scribe) -> Sheet:
    """Everything the card says; units as far as they are typed, and room to write them where not."""
    term = scribe.term
    parts: list[Part] = []
    if scenario.get("background"):
        parts.append(Paragraph(scenario["background"]))
    parts += [Heading(term("sheet.markers")), _markers(scenario, scribe)]
    parts += [Heading(term("sheet.steps")), Steps(_steps(scenario, scribe))]
    if scenario["rubble_roll"]:
        parts += [Heading(term("sheet.rubble")), *_rubble(scribe)]
    for side in ("german", "allied"):
        parts += [Heading(scribe.sentence("sheet.units", {"side": side})), *_units(scenario, side, scribe)]
    parts += [Heading(term("sheet.victory")), Paragraph(term(f"victory.{scenario['victory']}"))]
    special = _special(scenario, scribe)
    if special:
        parts += [Heading(term("sheet.special")), *(Paragraph(words) for words in special)]
    badge = term("sheet.house" if scenario.get("house") else "sheet.by_the_card")
    return Sheet("setup", title(scenario, scribe), parts, subtitle(scenario, scribe), badge)


def title(scenario: Scenario, scribe: Scribe) -> str:
    """In the reader's language where the scenario is the game's own."""
    setup = scribe.catalog.setups.get(scenario.get("based_on") or "")
    return scribe.name("setup", setup.id) if setup and not scenario.get("house") else scenario["title"]


def subtitle(scenario: Scenario, scribe: Scribe) -> str:
    setup = scribe.catalog.setups.get(scenario.get("based_on") or "")
    if setup and not scenario.get("house"):
        return setup.subtitle.get(scribe.lang) or setup.subtitle["en"]
    return scenario.get("subtitle") or ""


def _markers(scenario: Scenario, scribe: Scribe) -> Grid:
    term, places = scribe.term, scribe.places
    rows = [
        (term("sheet.turns"), f"{scenario['first_turn']}–{scenario['last_turn']}"),
        (term("sheet.vp"), str(scenario["vp"])),
        (term("sheet.advantage"), term(f"side_short.{scenario['advantage']}")),
        (term("sheet.control"), places(scenario["control"])),
        (term("sheet.smoke"), scribe.sentence("sheet.smoke_each", scenario["smoke"])),
        (term("sheet.play_area"), _play_area(scenario, scribe)),
    ]
    if scenario["rubble"]:
        lying = ", ".join(f"{each['place']}: {each['level']}" for each in scenario["rubble"])
        rows.append((term("sheet.fixed_rubble"), lying))
    return Grid((term("sheet.marker"), term("sheet.where")), rows, (3, 7))


def _play_area(scenario: Scenario, scribe: Scribe) -> str:
    words = scribe.term(f"bounds.{scenario['bounds']}")
    if scenario["bounds"] == "none":
        return words
    return f"{words}: {scribe.places([*scenario['areas'], *scenario['zones']])}"


def _steps(scenario: Scenario, scribe: Scribe) -> Sequence[tuple[str, str]]:
    term = scribe.term
    other = "allied" if scenario["first"] == "german" else "german"
    found = [("5.1", term("step.markers")), ("5.2", term("step.artillery"))]
    found.append(("5.3, 5.4", scribe.sentence("step.first", {"side": scenario["first"]})))
    if scenario["victory"] == "bands":
        catalog = scribe.catalog
        closed = [area.id for area in catalog.areas.values() if area.armour is False]
        facts = {"most": catalog.figures["setup_units"], "closed": closed}
        found += [("5.3", scribe.sentence("step.colours", facts)), ("5.4", term("step.allied_cards"))]
    else:
        found.append(("5.3", scribe.sentence("step.second", {"side": other})))
    if scenario["rubble_roll"]:
        found.append(("5.5", term("step.rubble")))
    if scenario.get("removal"):
        levels = {"levels": scenario["removal"], "edge": scenario.get("removal_edge", 0)}
        found.append(("S.1", scribe.sentence("step.removal", levels)))
    if scenario["casualties"]:
        found.append(("5.6", term("step.casualties")))
    for each in scenario.get("entry", ()):
        entry = {"turn": each["turn"], "zones": each["zones"]}
        found.append(("OB", scribe.sentence("step.entry", entry)))
    return found


def _rubble(scribe: Scribe) -> list[Part]:
    """Every area with room for its die; exact where the terrain is typed."""
    catalog = scribe.catalog
    areas = catalog.rubble_areas
    half = -(-len(areas) // 2)

    def cells(place: str | None) -> tuple[str, str, str, str]:
        if place is None:
            return ("", "", "", "")
        terrain = catalog.terrain(place)
        return (place, "" if terrain is None else f"+{terrain}", "", "")

    pairs = [(areas[n], areas[n + half] if n + half < len(areas) else None) for n in range(half)]
    heads = [scribe.term(f"sheet.{name}") for name in ("area", "terrain", "die", "level")] * 2
    rows = [(*cells(one), *cells(other)) for one, other in pairs]
    return [Paragraph(scribe.term("sheet.rubble_rule")), Grid(heads, rows, (2, 2, 2, 2) * 2, tall=1.2)]


def _units(scenario: Scenario, side: str, scribe: Scribe) -> list[Part]:
    """The side's units by where and when they begin; empty lines where those that fight are not typed."""
    term = scribe.term
    heads = [term(f"sheet.{name}") for name in ("unit", "kind", "company", "begins")]
    units = [unit for unit in scenario["units"] if unit["side"] == side]
    rows = [
        (unit["name"], term(f"kind.{unit['kind']}"), unit.get("company") or "", _begins(unit, scribe))
        for unit in sorted(units, key=lambda unit: (unit.get("turn") or 0, unit["place"]))
    ]
    wide = (4, 3, 3, 4)
    found: list[Part] = [Grid(heads, rows, wide)] if rows else []
    if any(unit["kind"] in COMBAT_KINDS for unit in units):
        return found
    empty = Grid(heads, [("", "", "", "")] * EMPTY_ROWS, wide, tall=1.5)
    return [*found, Paragraph(term("sheet.no_units"), soft=True), empty]


def _begins(unit: Mapping[str, Any], scribe: Scribe) -> str:
    if unit["place"] == OFF:
        return scribe.sentence("sheet.enters", {"turn": unit.get("turn"), "zones": unit.get("zones", [])})
    if unit["place"] in ("blue", "yellow", "red"):
        return scribe.sentence("sheet.colour", {"colour": unit["place"]})
    spent = f" ({scribe.term('sheet.spent')})" if unit.get("spent") else ""
    return scribe.place(unit["place"]) + spent


def _special(scenario: Scenario, scribe: Scribe) -> list[str]:
    found = [scribe.term(f"special.{name}") for name in scenario.get("special", ())]
    for side, areas in scenario.get("retreat_bans", {}).items():
        if areas:
            found.append(scribe.sentence("sheet.retreat_ban", {"side": side, "areas": areas}))
    for name in scenario.get("committed", ()):
        unit = scribe.catalog.units.get(name)
        facts = {"unit": unit.name} if unit else {"area": name}
        found.append(scribe.sentence("sheet.committed_unit" if unit else "sheet.committed_area", facts))
    if scenario.get("first_turn_rules"):
        found.append(scribe.name("event", "first_turn"))
    return [words[:1].upper() + words[1:] for words in found]
