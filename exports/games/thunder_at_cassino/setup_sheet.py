"""The set-up sheet of a scenario: markers, steps in order, rubble, units, rules, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.sheet import Grid, Heading, Paragraph, Part, Sheet, Steps
from generator.games.thunder_at_cassino.rules.movement import COMBAT_KINDS

from .messages import Scribe

OFF_MAP = "off"
EMPTY_ROWS = 8
Scenario = Mapping[str, Any]


def make_setup_sheet(scenario: Scenario, scribe: Scribe) -> Sheet:
    """Return the whole card; units as far as they are known, with room to write the others."""
    term = scribe.term
    parts: list[Part] = []
    if scenario.get("background"):
        parts.append(Paragraph(scenario["background"]))
    parts += [Heading(term("sheet.markers")), _markers_grid(scenario, scribe)]
    parts += [Heading(term("sheet.steps")), Steps(_list_steps(scenario, scribe))]
    if scenario["rubble_roll"]:
        parts += [Heading(term("sheet.rubble")), *_rubble_parts(scribe)]
    for side in ("german", "allied"):
        parts += [
            Heading(scribe.sentence("sheet.units", {"side": side})),
            *_unit_parts(scenario, side, scribe),
        ]
    parts += [Heading(term("sheet.victory")), Paragraph(term(f"victory.{scenario['victory']}"))]
    special = _list_special_rules(scenario, scribe)
    if special:
        parts += [Heading(term("sheet.special")), *(Paragraph(words) for words in special)]
    badge = term("sheet.house" if scenario.get("house") else "sheet.by_the_card")
    return Sheet("setup", scenario_title(scenario, scribe), parts, scenario_subtitle(scenario, scribe), badge)


def scenario_title(scenario: Scenario, scribe: Scribe) -> str:
    """Return the title, translated if the scenario is the game's own."""
    setup = scribe.catalog.setups.get(scenario.get("based_on") or "")
    return scribe.name("setup", setup.id) if setup and not scenario.get("house") else scenario["title"]


def scenario_subtitle(scenario: Scenario, scribe: Scribe) -> str:
    setup = scribe.catalog.setups.get(scenario.get("based_on") or "")
    if setup and not scenario.get("house"):
        return setup.subtitle.get(scribe.lang) or setup.subtitle["en"]
    return scenario.get("subtitle") or ""


def _markers_grid(scenario: Scenario, scribe: Scribe) -> Grid:
    term, places = scribe.term, scribe.places
    rows = [
        (term("sheet.turns"), f"{scenario['first_turn']}–{scenario['last_turn']}"),
        (term("sheet.vp"), str(scenario["vp"])),
        (term("sheet.advantage"), term(f"side_short.{scenario['advantage']}")),
        (term("sheet.control"), places(scenario["control"])),
        (term("sheet.smoke"), scribe.sentence("sheet.smoke_each", scenario["smoke"])),
        (term("sheet.play_area"), _format_play_area(scenario, scribe)),
    ]
    if scenario["rubble"]:
        lying = ", ".join(f"{marker['place']}: {marker['level']}" for marker in scenario["rubble"])
        rows.append((term("sheet.fixed_rubble"), lying))
    return Grid((term("sheet.marker"), term("sheet.where")), rows, (3, 7))


def _format_play_area(scenario: Scenario, scribe: Scribe) -> str:
    words = scribe.term(f"bounds.{scenario['bounds']}")
    if scenario["bounds"] == "none":
        return words
    return f"{words}: {scribe.places([*scenario['areas'], *scenario['zones']])}"


def _list_steps(scenario: Scenario, scribe: Scribe) -> Sequence[tuple[str, str]]:
    term = scribe.term
    other = "allied" if scenario["first"] == "german" else "german"
    steps = [("5.1", term("step.markers")), ("5.2", term("step.artillery"))]
    steps.append(("5.3, 5.4", scribe.sentence("step.first", {"side": scenario["first"]})))
    if scenario["victory"] == "bands":
        catalog = scribe.catalog
        closed = [area.id for area in catalog.areas.values() if area.armour is False]
        facts = {"most": catalog.figures["setup_units"], "closed": closed}
        steps += [("5.3", scribe.sentence("step.colours", facts)), ("5.4", term("step.allied_cards"))]
    else:
        steps.append(("5.3", scribe.sentence("step.second", {"side": other})))
    if scenario["rubble_roll"]:
        steps.append(("5.5", term("step.rubble")))
    if scenario.get("removal"):
        levels = {"levels": scenario["removal"], "edge": scenario.get("removal_edge", 0)}
        steps.append(("S.1", scribe.sentence("step.removal", levels)))
    if scenario["casualties"]:
        steps.append(("5.6", term("step.casualties")))
    for entry_rule in scenario.get("entry", ()):
        entry = {"turn": entry_rule["turn"], "zones": entry_rule["zones"]}
        steps.append(("OB", scribe.sentence("step.entry", entry)))
    return steps


def _rubble_parts(scribe: Scribe) -> list[Part]:
    """Return every area with room for its die; exact if the terrain is known."""
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


def _unit_parts(scenario: Scenario, side: str, scribe: Scribe) -> list[Part]:
    """Return the side's units by place and turn of arrival, with empty lines if combat units are unknown."""
    term = scribe.term
    heads = [term(f"sheet.{name}") for name in ("unit", "kind", "company", "begins")]
    units = [unit for unit in scenario["units"] if unit["side"] == side]
    rows = [
        (unit["name"], term(f"kind.{unit['kind']}"), unit.get("company") or "", _format_start(unit, scribe))
        for unit in sorted(units, key=lambda unit: (unit.get("turn") or 0, unit["place"]))
    ]
    wide = (4, 3, 3, 4)
    parts: list[Part] = [Grid(heads, rows, wide)] if rows else []
    if any(unit["kind"] in COMBAT_KINDS for unit in units):
        return parts
    empty = Grid(heads, [("", "", "", "")] * EMPTY_ROWS, wide, tall=1.5)
    return [*parts, Paragraph(term("sheet.no_units"), soft=True), empty]


def _format_start(unit: Mapping[str, Any], scribe: Scribe) -> str:
    if unit["place"] == OFF_MAP:
        return scribe.sentence("sheet.enters", {"turn": unit.get("turn"), "zones": unit.get("zones", [])})
    if unit["place"] in ("blue", "yellow", "red"):
        return scribe.sentence("sheet.colour", {"colour": unit["place"]})
    spent = f" ({scribe.term('sheet.spent')})" if unit.get("spent") else ""
    return scribe.place(unit["place"]) + spent


def _list_special_rules(scenario: Scenario, scribe: Scribe) -> list[str]:
    rules = [scribe.term(f"special.{name}") for name in scenario.get("special", ())]
    for side, areas in scenario.get("retreat_bans", {}).items():
        if areas:
            rules.append(scribe.sentence("sheet.retreat_ban", {"side": side, "areas": areas}))
    for name in scenario.get("committed", ()):
        unit = scribe.catalog.units.get(name)
        facts = {"unit": unit.name} if unit else {"area": name}
        rules.append(scribe.sentence("sheet.committed_unit" if unit else "sheet.committed_area", facts))
    if scenario.get("first_turn_rules"):
        rules.append(scribe.name("event", "first_turn"))
    return [words[:1].upper() + words[1:] for words in rules]
