"""The set-up sheet of a scenario: markers, steps in order, rubble, units, rules, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.sheet import Grid, Heading, Paragraph, Part, Sheet, Steps
from generator.games.thunder_at_cassino.rules.movement import COMBAT_KINDS

from .messages import MessageFormatter

OFF_MAP = "off"
MIN_EMPTY_ROWS = 9  # lines to write units on; every second turn brings in one more unit
Scenario = Mapping[str, Any]


def make_setup_sheet(scenario: Scenario, formatter: MessageFormatter) -> Sheet:
    """Return the whole card; units as far as they are known, with room to write the others."""
    term = formatter.term
    parts: list[Part] = []
    if scenario.get("background"):
        parts.append(Paragraph(scenario["background"]))
    parts += [Heading(term("sheet.markers")), _markers_grid(scenario, formatter)]
    parts += [Heading(term("sheet.steps")), Steps(_list_steps(scenario, formatter))]
    if scenario["rubble_roll"]:
        parts += [Heading(term("sheet.rubble")), *_rubble_parts(formatter)]
    for side in ("german", "allied"):
        parts += [
            Heading(formatter.sentence("sheet.units", {"side": side})),
            *_unit_parts(scenario, side, formatter),
        ]
    parts += [Heading(term("sheet.victory")), Paragraph(term(f"victory.{scenario['victory']}"))]
    special = _list_special_rules(scenario, formatter)
    if special:
        parts += [Heading(term("sheet.special")), *(Paragraph(words) for words in special)]
    badge = term("sheet.house" if scenario.get("house") else "sheet.by_the_card")
    return Sheet(
        "setup", scenario_title(scenario, formatter), parts, scenario_subtitle(scenario, formatter), badge
    )


def scenario_title(scenario: Scenario, formatter: MessageFormatter) -> str:
    """Return the title, translated if the scenario is the game's own."""
    setup = formatter.catalog.setups.get(scenario.get("based_on") or "")
    return formatter.name("setup", setup.id) if setup and not scenario.get("house") else scenario["title"]


def scenario_subtitle(scenario: Scenario, formatter: MessageFormatter) -> str:
    setup = formatter.catalog.setups.get(scenario.get("based_on") or "")
    if setup and not scenario.get("house"):
        return setup.subtitle.get(formatter.lang) or setup.subtitle["en"]
    return scenario.get("subtitle") or ""


def _markers_grid(scenario: Scenario, formatter: MessageFormatter) -> Grid:
    term, places = formatter.term, formatter.places
    rows = [
        (term("sheet.turns"), f"{scenario['first_turn']}–{scenario['last_turn']}"),
        (term("sheet.vp"), str(scenario["vp"])),
        (term("sheet.advantage"), term(f"side_short.{scenario['advantage']}")),
        (term("sheet.control"), places(scenario["control"])),
        (term("sheet.smoke"), formatter.sentence("sheet.smoke_each", scenario["smoke"])),
        (term("sheet.play_area"), _format_play_area(scenario, formatter)),
    ]
    if scenario["rubble"]:
        lying = ", ".join(f"{marker['place']}: {marker['level']}" for marker in scenario["rubble"])
        rows.append((term("sheet.fixed_rubble"), lying))
    return Grid((term("sheet.marker"), term("sheet.where")), rows, (3, 7))


def _format_play_area(scenario: Scenario, formatter: MessageFormatter) -> str:
    words = formatter.term(f"bounds.{scenario['bounds']}")
    if scenario["bounds"] == "none":
        return words
    return f"{words}: {formatter.places([*scenario['areas'], *scenario['zones']])}"


def _list_steps(scenario: Scenario, formatter: MessageFormatter) -> Sequence[tuple[str, str]]:
    term = formatter.term
    other = "allied" if scenario["first"] == "german" else "german"
    steps = [("5.1", term("step.markers")), ("5.2", term("step.artillery"))]
    steps.append(("5.3, 5.4", formatter.sentence("step.first", {"side": scenario["first"]})))
    if scenario["victory"] == "bands":
        catalog = formatter.catalog
        closed = [area.id for area in catalog.areas.values() if area.armour is False]
        facts = {"most": catalog.figures["setup_units"], "closed": closed}
        steps += [("5.3", formatter.sentence("step.colours", facts)), ("5.4", term("step.allied_cards"))]
    else:
        steps.append(("5.3", formatter.sentence("step.second", {"side": other})))
    if scenario["rubble_roll"]:
        steps.append(("5.5", term("step.rubble")))
    if scenario.get("removal"):
        levels = {"levels": scenario["removal"], "edge": scenario.get("removal_edge", 0)}
        steps.append(("S.1", formatter.sentence("step.removal", levels)))
    if scenario["casualties"]:
        steps.append(("5.6", term("step.casualties")))
    for entry_rule in scenario.get("entry", ()):
        entry = {"turn": entry_rule["turn"], "zones": entry_rule["zones"]}
        steps.append(("OB", formatter.sentence("step.entry", entry)))
    return steps


def _rubble_parts(formatter: MessageFormatter) -> list[Part]:
    """Return every area with room for its die; exact if the terrain is known."""
    catalog = formatter.catalog
    areas = catalog.rubble_areas
    half = -(-len(areas) // 2)

    def cells(place: str | None) -> tuple[str, str, str, str]:
        if place is None:
            return ("", "", "", "")
        terrain = catalog.terrain(place)
        return (place, "" if terrain is None else f"+{terrain}", "", "")

    pairs = [(areas[n], areas[n + half] if n + half < len(areas) else None) for n in range(half)]
    heads = [formatter.term(f"sheet.{name}") for name in ("area", "terrain", "die", "level")] * 2
    rows = [(*cells(one), *cells(other)) for one, other in pairs]
    return [Paragraph(formatter.term("sheet.rubble_rule")), Grid(heads, rows, (2, 2, 2, 2) * 2, tall=1.2)]


def _unit_parts(scenario: Scenario, side: str, formatter: MessageFormatter) -> list[Part]:
    """Return the side's units by place and turn of arrival, with empty lines if combat units are unknown."""
    term = formatter.term
    heads = [term(f"sheet.{name}") for name in ("unit", "kind", "company", "begins")]
    units = [unit for unit in scenario["units"] if unit["side"] == side]
    rows = [
        (
            unit["name"],
            term(f"kind.{unit['kind']}"),
            unit.get("company") or "",
            _format_start(unit, formatter),
        )
        for unit in sorted(units, key=lambda unit: (unit.get("turn") or 0, unit["place"]))
    ]
    wide = (4, 3, 3, 4)
    parts: list[Part] = [Grid(heads, rows, wide)] if rows else []
    if any(unit["kind"] in COMBAT_KINDS for unit in units):
        return parts
    count = MIN_EMPTY_ROWS + (scenario["last_turn"] - scenario["first_turn"] + 1) // 2
    empty = Grid(heads, [(f"{number}.", "", "", "") for number in range(1, count + 1)], wide, tall=1.5)
    return [*parts, Paragraph(term("sheet.no_units"), soft=True), empty]


def _format_start(unit: Mapping[str, Any], formatter: MessageFormatter) -> str:
    if unit["place"] == OFF_MAP:
        return formatter.sentence("sheet.enters", {"turn": unit.get("turn"), "zones": unit.get("zones", [])})
    if unit["place"] in ("blue", "yellow", "red"):
        return formatter.sentence("sheet.colour", {"colour": unit["place"]})
    spent = f" ({formatter.term('sheet.spent')})" if unit.get("spent") else ""
    return formatter.place(unit["place"]) + spent


def _list_special_rules(scenario: Scenario, formatter: MessageFormatter) -> list[str]:
    rules = [formatter.term(f"special.{name}") for name in scenario.get("special", ())]
    for side, areas in scenario.get("retreat_bans", {}).items():
        if areas:
            rules.append(formatter.sentence("sheet.retreat_ban", {"side": side, "areas": areas}))
    for name in scenario.get("committed", ()):
        unit = formatter.catalog.units.get(name)
        facts = {"unit": unit.name} if unit else {"area": name}
        rules.append(formatter.sentence("sheet.committed_unit" if unit else "sheet.committed_area", facts))
    if scenario.get("first_turn_rules"):
        rules.append(formatter.name("event", "first_turn"))
    return [words[:1].upper() + words[1:] for words in rules]
