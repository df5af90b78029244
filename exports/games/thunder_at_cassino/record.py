"""Sheets of a play: the bombardment, the record of points, the current state, and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.sheet import Figure, Grid, Heading, Paragraph, Part, Sheet
from generator.games.thunder_at_cassino.rules.bombardment import (
    list_casualties,
    list_rubble_levels,
    list_terrains,
)

from .board import ACROSS_PAPER, describe_board, draw_board, make_tiles
from .messages import MessageFormatter

Play = Mapping[str, Any]
NONE = "–"


def make_record_sheets(document: Mapping[str, Any], formatter: MessageFormatter) -> list[Sheet]:
    """Return the sheets of a play."""
    play = document["play"]
    sheets = [make_record_sheet(document, formatter)]
    if play["rubble_dice"] or play["hits"]:
        sheets.append(make_bombardment_sheet(document, formatter))
    return sheets


def scenario_name(document: Mapping[str, Any], formatter: MessageFormatter) -> str:
    own = document["settings"].get("own")
    return own["title"] if own else formatter.name("setup", document["play"]["scenario"])


def make_record_sheet(document: Mapping[str, Any], formatter: MessageFormatter) -> Sheet:
    """Return the record of points by turn, the areas, and the positions of all markers."""
    play, term = document["play"], formatter.term
    parts: list[Part] = []
    if play["result"]:
        parts.append(Paragraph(format_result(play, formatter)))
    parts += [_state_grid(play, formatter), Heading(term("sheet.points")), _turns_grid(play, formatter)]
    parts += [Heading(term("table.readings")), _readings_grid(document, formatter)]
    board_tiles = make_tiles(formatter.catalog, play, document["settings"].get("own"))
    parts += [Heading(term("sheet.board")), Paragraph(term("board.scheme"), soft=True)]
    words = describe_board(formatter, board_tiles)
    parts.append(Figure(lambda _: [(draw_board(formatter, board_tiles, ACROSS_PAPER), words)], [words]))
    subtitle = formatter.sentence("sheet.record_of", {"turn": play["turn"], "vp": play["vp"]})
    return Sheet("record", scenario_name(document, formatter), parts, subtitle, term("sheet.record"))


def format_result(play: Play, formatter: MessageFormatter) -> str:
    words = formatter.sentence(f"note.won_{play['result']['winner']}", {"vp": play["vp"]})
    return f"{words} {formatter.term('sheet.bands_inferred')}" if play["result"]["inferred"] else words


def _state_grid(play: Play, formatter: MessageFormatter) -> Grid:
    term = formatter.term
    rows = [
        (term("sheet.turn"), f"{play['turn']} / {play['last_turn']} · {term('phase.' + play['phase'])}"),
        (term("sheet.vp"), str(play["vp"])),
        (term("sheet.advantage"), term(f"side_short.{play['advantage']}")),
        (term("sheet.control"), formatter.places(play["control"])),
        (term("sheet.fifth"), formatter.places(play["fifth"])),
        (term("sheet.smoke"), formatter.sentence("sheet.smoke_each", play["smoke"])),
        (term("sheet.nights"), ", ".join(map(str, play["nights"])) or NONE),
    ]
    if play["bid"]:
        rows.append((term("setting_label.bid"), str(play["bid"])))
    return Grid((term("sheet.marker"), term("sheet.where")), rows, (3, 7))


def _turns_grid(play: Play, formatter: MessageFormatter) -> Grid:
    heads = [
        formatter.term(f"sheet.{name}")
        for name in ("turn", "taken", "lost", "fifth", "night_mark", "vp_short")
    ]
    rows = [
        (
            str(line_["turn"]),
            ", ".join(line_["taken"]) or NONE,
            ", ".join(line_["lost"]) or NONE,
            ", ".join(line_["fifth"]) or NONE,
            formatter.term("yes_no.yes") if line_["night"] else NONE,
            str(line_["vp"]),
        )
        for line_ in play["record"]
    ]
    return Grid(heads, rows or [("", "", "", "", "", "")], (1, 3, 3, 2, 1, 1))


def _readings_grid(document: Mapping[str, Any], formatter: MessageFormatter) -> Grid:
    rows = []
    for reading in formatter.catalog.readings.values():
        chosen = document["settings"].get(reading.id, reading.default)
        rows.append((reading.rule, formatter.text(reading.title), formatter.text(reading.choices[chosen])))
    heads = [formatter.term(f"sheet.{name}") for name in ("rule", "open_point", "read_as")]
    return Grid(heads, rows, (2.2, 4, 4))


def make_bombardment_sheet(document: Mapping[str, Any], formatter: MessageFormatter) -> Sheet:
    """Return rubble and casualties area by area; for each possible terrain if it is unknown."""
    play, term = document["play"], formatter.term
    parts: list[Part] = []
    if play["rubble_dice"]:
        parts += [
            Heading(term("table.rubble")),
            make_rubble_grid(play, formatter),
            Paragraph(term("sheet.rubble_fixed"), soft=True),
        ]
    if play["hits"]:
        parts += [
            Heading(term("field.casualties")),
            make_casualty_grid(document, formatter),
            Paragraph(term("sheet.casualty_rule"), soft=True),
        ]
    title, badge = term("sheet.bombardment"), term("sheet.record")
    return Sheet("bombardment", title, parts, scenario_name(document, formatter), badge)


def make_rubble_grid(play: Play, formatter: MessageFormatter) -> Grid:
    catalog = formatter.catalog
    every = list_terrains(catalog)
    rows = []
    for area, die in play["rubble_dice"].items():
        terrain = catalog.terrain(area)
        cut = play["rubble_cut"].get(area, 0)
        levels = {
            candidate: max(0, level - cut)
            for candidate, level in list_rubble_levels(catalog, die, terrain).items()
        }
        cells = [str(levels[candidate] or NONE) if candidate in levels else "" for candidate in every]
        rows.append((formatter.short(area), str(die), *cells, _format_levels(levels.values(), formatter)))
    heads = [
        formatter.term("sheet.area"),
        formatter.term("sheet.die"),
        *(f"+{candidate}" for candidate in every),
        formatter.term("sheet.result"),
    ]
    return Grid(heads, rows, (4, 1.2, *[1] * len(every), 3))


def _format_levels(levels: Any, formatter: MessageFormatter) -> str:
    distinct = set(levels)
    if len(distinct) > 1:
        return formatter.term("sheet.by_terrain")
    level = distinct.pop()
    return formatter.term(f"rubble_level.{level}") if level else NONE


def make_casualty_grid(document: Mapping[str, Any], formatter: MessageFormatter) -> Grid:
    catalog, every = formatter.catalog, list_terrains(formatter.catalog)
    reading = document["settings"].get("casualty_terrain", "once")
    rows: list[Sequence[str]] = []
    for hit in document["play"]["hits"]:
        losses = list_casualties(catalog, hit["dice"], catalog.terrain(hit["area"]), reading)
        cells = [str(losses[terrain]) if terrain in losses else "" for terrain in every]
        dice = " + ".join(map(str, hit["dice"]))
        rows.append((formatter.short(hit["area"]), str(hit["units"]), dice, *cells))
    heads = [formatter.term(f"sheet.{name}") for name in ("area", "german_units", "dice")]
    return _halve_grid(
        [*heads, *(f"+{terrain}" for terrain in every)], rows, (3.4, 1.9, 1.6, *[0.8] * len(every))
    )


def _halve_grid(heads: Sequence[str], rows: Sequence[Sequence[str]], wide: Sequence[float]) -> Grid:
    """Return a long and narrow table in two halves side by side, the first on the left."""
    middle = (len(rows) + 1) // 2
    right = [*rows[middle:], *[("",) * len(heads)] * (2 * middle - len(rows))]
    pairs = [(*left, *right_row) for left, right_row in zip(rows[:middle], right, strict=True)]
    return Grid([*heads, *heads], pairs, (*wide, *wide))
