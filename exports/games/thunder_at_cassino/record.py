"""Sheets of a play: the bombardment as it fell, the record of points, how it stands, and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exports.kit.log import line
from exports.kit.sheet import Figure, Grid, Heading, Paragraph, Part, Sheet
from generator.games.thunder_at_cassino.rules.bombardment import (
    list_casualties,
    list_rubble_levels,
    list_terrains,
)

from .board import board, in_words, tiles
from .scribe import Scribe

Play = Mapping[str, Any]
NONE = "–"


def record_sheets(document: Mapping[str, Any], scribe: Scribe) -> list[Sheet]:
    """What there is to print of a play."""
    play = document["play"]
    found = [standing(document, scribe)]
    if play["rubble_dice"] or play["hits"]:
        found.append(bombardment(document, scribe))
    return found


def name_of(document: Mapping[str, Any], scribe: Scribe) -> str:
    own = document["settings"].get("own")
    return own["title"] if own else scribe.name("setup", document["play"]["scenario"])


def standing(document: Mapping[str, Any], scribe: Scribe) -> Sheet:
    """The record of points by turn, the areas, and where everything is."""
    play, term = document["play"], scribe.term
    parts: list[Part] = []
    if play["result"]:
        parts.append(Paragraph(result(play, scribe)))
    parts += [_now(play, scribe), Heading(term("sheet.points")), _turns(play, scribe)]
    parts += [Heading(term("table.readings")), _readings(document, scribe)]
    shown = tiles(scribe.catalog, play, document["settings"].get("own"))
    parts += [Heading(term("sheet.board")), Paragraph(term("board.scheme"), soft=True)]
    words = in_words(scribe, shown)
    parts.append(Figure(lambda _: [(board(scribe, shown), words)], [words]))
    subtitle = scribe.sentence("sheet.record_of", {"turn": play["turn"], "vp": play["vp"]})
    return Sheet("record", name_of(document, scribe), parts, subtitle, term("sheet.record"))


def result(play: Play, scribe: Scribe) -> str:
    words = scribe.sentence(f"note.won_{play['result']['winner']}", {"vp": play["vp"]})
    return f"{words} {scribe.term('sheet.bands_inferred')}" if play["result"]["inferred"] else words


def _now(play: Play, scribe: Scribe) -> Grid:
    term = scribe.term
    rows = [
        (term("sheet.turn"), f"{play['turn']} / {play['last_turn']} · {term('phase.' + play['phase'])}"),
        (term("sheet.vp"), str(play["vp"])),
        (term("sheet.advantage"), term(f"side_short.{play['advantage']}")),
        (term("sheet.control"), scribe.places(play["control"])),
        (term("sheet.fifth"), scribe.places(play["fifth"])),
        (term("sheet.smoke"), scribe.sentence("sheet.smoke_each", play["smoke"])),
        (term("sheet.nights"), ", ".join(map(str, play["nights"])) or NONE),
    ]
    if play["bid"]:
        rows.append((term("setting_label.bid"), str(play["bid"])))
    return Grid((term("sheet.marker"), term("sheet.where")), rows, (3, 7))


def _turns(play: Play, scribe: Scribe) -> Grid:
    heads = [
        scribe.term(f"sheet.{name}") for name in ("turn", "taken", "lost", "fifth", "night_mark", "vp_short")
    ]
    rows = [
        (
            str(line_["turn"]),
            ", ".join(line_["taken"]) or NONE,
            ", ".join(line_["lost"]) or NONE,
            ", ".join(line_["fifth"]) or NONE,
            scribe.term("yes_no.yes") if line_["night"] else NONE,
            str(line_["vp"]),
        )
        for line_ in play["record"]
    ]
    return Grid(heads, rows or [("", "", "", "", "", "")], (1, 3, 3, 2, 1, 1))


def _readings(document: Mapping[str, Any], scribe: Scribe) -> Grid:
    rows = []
    for reading in scribe.catalog.readings.values():
        chosen = document["settings"].get(reading.id, reading.default)
        rows.append((reading.rule, scribe.said(reading.title), scribe.said(reading.choices[chosen])))
    heads = [scribe.term(f"sheet.{name}") for name in ("rule", "open_point", "read_as")]
    return Grid(heads, rows, (2.2, 4, 4))


def bombardment(document: Mapping[str, Any], scribe: Scribe) -> Sheet:
    """Rubble and casualties area by area; where the terrain is not typed, for each that it may be."""
    play, term = document["play"], scribe.term
    parts: list[Part] = []
    if play["rubble_dice"]:
        parts += [
            Heading(term("table.rubble")),
            rubble_grid(play, scribe),
            Paragraph(term("sheet.rubble_fixed"), soft=True),
        ]
    if play["hits"]:
        parts += [
            Heading(term("field.casualties")),
            casualty_grid(document, scribe),
            Paragraph(term("sheet.casualty_rule"), soft=True),
        ]
    title, badge = term("sheet.bombardment"), term("sheet.record")
    return Sheet("bombardment", title, parts, name_of(document, scribe), badge)


def rubble_grid(play: Play, scribe: Scribe) -> Grid:
    catalog = scribe.catalog
    every = list_terrains(catalog)
    rows = []
    for area, die in play["rubble_dice"].items():
        terrain = catalog.terrain(area)
        cut = play["rubble_cut"].get(area, 0)
        levels = {
            each: max(0, level - cut) for each, level in list_rubble_levels(catalog, die, terrain).items()
        }
        cells = [str(levels[each] or NONE) if each in levels else "" for each in every]
        rows.append((scribe.short(area), str(die), *cells, _settled(levels.values(), scribe)))
    heads = [
        scribe.term("sheet.area"),
        scribe.term("sheet.die"),
        *(f"+{each}" for each in every),
        scribe.term("sheet.result"),
    ]
    return Grid(heads, rows, (4, 1.2, *[1] * len(every), 3))


def _settled(levels: Any, scribe: Scribe) -> str:
    found = set(levels)
    if len(found) > 1:
        return scribe.term("sheet.by_terrain")
    level = found.pop()
    return scribe.term(f"rubble_level.{level}") if level else NONE


def casualty_grid(document: Mapping[str, Any], scribe: Scribe) -> Grid:
    catalog, every = scribe.catalog, list_terrains(scribe.catalog)
    reading = document["settings"].get("casualty_terrain", "once")
    rows: list[Sequence[str]] = []
    for hit in document["play"]["hits"]:
        found = list_casualties(catalog, hit["dice"], catalog.terrain(hit["area"]), reading)
        cells = [str(found[each]) if each in found else "" for each in every]
        dice = " + ".join(map(str, hit["dice"]))
        rows.append((scribe.short(hit["area"]), str(hit["units"]), dice, *cells))
    heads = [scribe.term(f"sheet.{name}") for name in ("area", "german_units", "dice")]
    return _halved([*heads, *(f"+{each}" for each in every)], rows, (3.4, 1.9, 1.6, *[0.8] * len(every)))


def _halved(heads: Sequence[str], rows: Sequence[Sequence[str]], wide: Sequence[float]) -> Grid:
    """A long and narrow table in two halves beside each other, the first on the left."""
    middle = (len(rows) + 1) // 2
    right = [*rows[middle:], *[("",) * len(heads)] * (2 * middle - len(rows))]
    pairs = [(*one, *other) for one, other in zip(rows[:middle], right, strict=True)]
    return Grid([*heads, *heads], pairs, (*wide, *wide))


def log_lines(document: Mapping[str, Any], scribe: Scribe) -> list[str]:
    """The log in words, a line each."""
    found = []
    for each in document["log"]:
        told = line(each, scribe)
        who = f"{told.seat}: " if told.seat else ""
        answer = f": {told.answer}" if told.answer else ""
        found.append(f"{told.rule:<9}{who}{told.text}{answer}")
    return found
