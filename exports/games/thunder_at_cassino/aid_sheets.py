"""Sheets that need no play: the calendar, the record of points, and the aid for movement and combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from exports.kit.sheet import Grid, Heading, Paragraph, Part, Sheet
from generator.games.thunder_at_cassino.rules.artillery import compute_smoke_chance
from generator.games.thunder_at_cassino.rules.bombardment import (
    compute_rubble_entry_chance,
    get_rubble_level,
    list_terrains,
)

from .messages import MessageFormatter

DIE = range(1, 7)
PLACES = ("area", "zone")
LIMITS = (
    "infantry",
    "armour",
    "observers",
    "setup_units",
    "fire_infantry",
    "fire_machine_guns",
    "fire_armour",
)
MODIFIERS = ("further_unit", "company", "adjacent", "higher", "dark")
TIMES = ("start", "during", "end")
REMINDERS = (  # (rule, term of the reminder)
    ("8.2.1", "leaving"),
    ("8.1.2", "once"),
    ("12.1-12.2", "armour"),
    ("12.3", "prime"),
    ("9.6, 12.4", "screening"),
    ("9.5", "unarmed"),
    ("14.3", "observers"),
    ("14.4", "air"),
    ("10.5, 14.7", "zones"),
    ("18.2", "reserve"),
    ("8.4", "advantage"),
    ("4.2, 8.1.3", "spent"),
    ("5.6", "first_losses"),
    ("7.3", "overstack"),
    ("8.1.6", "clock"),
    ("8.2", "moving"),
    ("8.3.3, 8.3.5.4.1", "group"),
    ("8.3.5.5.3", "retreating"),
    ("8.3.5.5.4", "unarmed_losses"),
    ("9.1", "ready"),
    ("10.1", "arrows"),
)


def format_percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"


def _make_sheet(name: str, parts: Sequence[Part], formatter: MessageFormatter) -> Sheet:
    term = formatter.term
    game, badge = term("game.thunder_at_cassino"), term("sheet.by_the_rules")
    return Sheet(name, term(f"sheet.{name}"), parts, game, badge)


def make_calendar(formatter: MessageFormatter) -> Sheet:
    """Return every turn with its fixed events, and the owner's reinforcements."""
    catalog, term = formatter.catalog, formatter.term
    rows = []
    for turn in range(1, catalog.figures["last_turn"] + 1):
        due = [e for e in catalog.calendar.values() if e.first <= turn <= e.last and e.id != "night"]
        due.sort(key=lambda event: TIMES.index(event.when))
        events = " ".join(
            f"{term(f'when.{e.when}').capitalize()}: {formatter.name('event', e.id)}" for e in due
        )
        rows.append((str(turn), events, _format_arrivals(formatter, turn), ""))
    heads = [term(f"sheet.{name}") for name in ("turn", "events", "arrivals", "night_mark")]
    parts: list[Part] = [
        Paragraph(formatter.name("event", "night")),
        Grid(heads, rows, (1, 7, 4, 1.3), tall=1.7),
    ]
    if not any(start.turn for unit in catalog.units.values() for start in unit.starts.values()):
        parts.append(Paragraph(term("sheet.no_arrivals"), soft=True))
    return _make_sheet("calendar", parts, formatter)


def _format_arrivals(formatter: MessageFormatter, turn: int) -> str:
    arrivals = []
    for unit in formatter.catalog.units.values():
        for name in ("campaign", "last_days"):
            start = unit.starts.get(name)
            if start and start.turn == turn:
                arrivals.append(f"{unit.name} ({', '.join(start.zones)})")
    return "; ".join(dict.fromkeys(arrivals))


def make_points(formatter: MessageFormatter) -> Sheet:
    """Return the sixteen areas by turn, to be marked, the fifth column and the track."""
    catalog, term = formatter.catalog, formatter.term
    turns = [str(turn) for turn in range(1, catalog.figures["last_turn"] + 1)]
    rows = []
    for place in catalog.victory_areas:
        value = catalog.areas[place].vp
        fifth = " +1" if catalog.areas[place].fifth_column else ""
        rows.append((formatter.short(place) + fifth, "" if value is None else str(value), *[""] * len(turns)))
    rows.append((term("sheet.sum"), "", *[""] * len(turns)))
    heads = [term("sheet.area"), term("sheet.vp_short"), *turns]
    grid = Grid(heads, rows, (4.4, 1.3, *[1] * len(turns)), tall=2.0)
    parts: list[Part] = [
        Paragraph(term("sheet.points_rule")),
        grid,
        Paragraph(term("sheet.fifth_rule")),
        *_band_parts(formatter),
    ]
    return _make_sheet("points", parts, formatter)


def _band_parts(formatter: MessageFormatter) -> list[Part]:
    low, high = (formatter.catalog.bands[name] for name in ("german_most", "allied_least"))
    facts = {"low": low.points, "first": low.points + 1, "last": high.points - 1, "high": high.points}
    parts: list[Part] = [Paragraph(formatter.sentence("sheet.bands", facts))]
    if low.value is None or high.value is None:
        parts.append(Paragraph(formatter.term("sheet.bands_inferred"), soft=True))
    return parts


def make_movement(formatter: MessageFormatter) -> Sheet:
    """Return movement, fire, close combat, retreats, smoke and rubble on one sheet."""
    term = formatter.term
    parts: list[Part] = [
        Heading(term("table.costs")), _costs_grid(formatter), Paragraph(term("aid.costs"), soft=True),
        Heading(term("aid.limits_and_fire")), Paragraph(term("aid.fire_rule")), _limits_grid(formatter),
        Heading(term("aid.close")), Paragraph(term("aid.close_rule")),
        Heading(term("table.retreats")), _retreats_grid(formatter),
        Paragraph(term("aid.retreats"), soft=True),
        Heading(term("table.rubble")), *_rubble_parts(formatter),
        Heading(term("aid.smoke")), _smoke_grid(formatter), Paragraph(term("aid.smoke_rule"), soft=True),
        Heading(term("aid.reminders")), *_reminder_parts(formatter),
    ]  # fmt: skip
    return _make_sheet("movement", parts, formatter)


def _costs_grid(formatter: MessageFormatter) -> Grid:
    """Return areas and zones side by side."""
    costs = formatter.catalog.costs.values()
    cells = [(formatter.term(f"cost.{cost.id}"), str(cost.day), str(cost.night)) for cost in costs]
    areas, zones = (
        [cell for cell, cost in zip(cells, costs, strict=True) if cost.place == place] for place in PLACES
    )
    rows = [(*one, *other) for one, other in zip_longest(areas, zones, fillvalue=("", "", ""))]
    heads = [formatter.term(f"aid.{name}") for name in ("case", "day", "night")]
    return Grid([*heads, *heads], rows, (5, 0.9, 1, 4.4, 0.9, 1))


def _limits_grid(formatter: MessageFormatter) -> Grid:
    """Return limits beside the modifiers of fire."""
    figures = formatter.catalog.figures
    limits = [(formatter.term(f"figure.{name}"), str(figures[name])) for name in LIMITS]
    modifiers = [(formatter.term(f"figure.{name}"), f"{figures[name]:+d}") for name in MODIFIERS]
    rows = [(*one, *other) for one, other in zip_longest(limits, modifiers, fillvalue=("", ""))]
    heads = [formatter.term(f"aid.{name}") for name in ("limit", "number", "modifier", "number")]
    return Grid(heads, rows, (5, 1.2, 5.4, 1.2))


def _retreats_grid(formatter: MessageFormatter) -> Grid:
    rows = [
        (r.id, formatter.text(r.text), _format_yes(formatter, r.infantry), _format_yes(formatter, r.armour))
        for r in formatter.catalog.retreats.values()
    ]
    heads = (
        formatter.term("aid.letter"),
        formatter.term("aid.where"),
        formatter.term("kind.infantry").capitalize(),
        formatter.term("kind.armour").capitalize(),
    )
    return Grid(heads, rows, (1, 7, 1.6, 1.6))


def _format_yes(formatter: MessageFormatter, value: bool) -> str:
    return formatter.term("yes_no.yes") if value else "–"


def _rubble_parts(formatter: MessageFormatter) -> list[Part]:
    catalog = formatter.catalog
    rows = [
        (f"+{terrain}", *[str(get_rubble_level(catalog, die, terrain) or "–") for die in DIE])
        for terrain in list_terrains(catalog)
    ]
    grid = Grid((formatter.term("sheet.terrain"), *map(str, DIE)), rows, (2, *[1] * len(DIE)))
    entered = [
        formatter.sentence(
            "aid.enter",
            {
                "level": level,
                "above": row.enter_above,
                "chance": format_percent(compute_rubble_entry_chance(catalog, level)),
            },
        )
        for level, row in catalog.rubble.items()
    ]
    return [grid, *(Paragraph(words) for words in entered)]


def _smoke_grid(formatter: MessageFormatter) -> Grid:
    catalog = formatter.catalog
    rows = [
        (
            formatter.term(f"gun.{gun.id}"),
            f"{gun.smoke}+",
            format_percent(compute_smoke_chance(catalog, gun, 0)),
            format_percent(compute_smoke_chance(catalog, gun, catalog.figures["smoke_height_from"])),
            "" if gun.lasts is None else str(gun.lasts),
        )
        for gun in catalog.artillery.values()
        if gun.smoke is not None
    ]
    heads = [formatter.term(f"aid.{name}") for name in ("gun", "needs", "low", "high", "lasts")]
    return Grid(heads, rows, (4, 2, 2, 2, 2))


def _reminder_parts(formatter: MessageFormatter) -> list[Part]:
    """Return rules that are easily forgotten, each with its number."""
    rows = [(rule, formatter.term(f"remember.{name}")) for rule, name in REMINDERS]
    return [Grid((formatter.term("sheet.rule"), formatter.term("aid.remember")), rows, (1.6, 10))]


AIDS: Mapping[str, Callable[[MessageFormatter], Sheet]] = {
    "calendar": make_calendar,
    "points": make_points,
    "movement": make_movement,
}
