"""The state of a battle, for paper and text: VP, places, cups, losses, bridges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exports.kit.sheet import Grid, Part, Sheet
from generator.games.grossdeutschland.battle import SIDES, name_sky, parse_turn

from .content import FIRST_COLUMN, make_section, make_sheet
from .messages import MessageFormatter

Data = Mapping[str, Any]


def record_sheet(document: Data, formatter: MessageFormatter) -> Sheet:
    """Return the record of a battle in progress or finished."""
    sections = (
        _score_section(document, formatter),
        _turn_section(document, formatter),
        _places_section(document, formatter),
        *([] if document["settings"]["mode"] == "companion" else [_cups_section(document, formatter)]),
        *_loss_sections(document, formatter),
    )
    return make_sheet("record", formatter.term("sheet.record"), sections)


def _score_section(document: Data, formatter: MessageFormatter) -> list[Part]:
    vp, side = document["vp"], document["scenario"]["victory"]["side"]
    turn = formatter.sentence("sheet.turn_of", document["turn"])
    points = formatter.sentence("sheet.score", {**vp, "side": side})
    leads = document["winner"] if document["over"] else document["leads"]
    key = "sheet.winner" if document["over"] else "sheet.leader"
    who = formatter.sentence(key, {"side": leads}) if leads else formatter.term("sheet.level")
    return make_section(formatter.sentence("sheet.now", {"turn": turn}), (points, who))


def _turn_section(document: Data, formatter: MessageFormatter) -> list[Part]:
    """3.1, 4.0: return the weather, the chits in the cup and those drawn, and who may still arrive."""
    activation, weather = document["activation"], document["weather"]
    turn = parse_turn(document["turn"])
    assert turn is not None
    sky = formatter.name("weather", name_sky(weather, turn)) if weather else formatter.term("page.no_weather")
    rows = [(formatter.term("sheet.weather"), sky)]
    for key, chits in (("page.in_cup", activation["cup"]), ("page.drawn", activation["drawn"])):
        rows.append((formatter.term(key), formatter.words("formation", chits) if chits else "–"))
    for arrival in document["due"]:
        when = formatter.sentence("sheet.turn_of", arrival["turn"])
        facts = {**arrival, "letters": tuple(arrival["entries"])}
        rows.append((when, formatter.sentence("page.due", facts)))
    head = (formatter.term("sheet.turn"), formatter.term("sheet.note"))
    return make_section(formatter.term("sheet.track"), grid=Grid(head, rows, (0.2, 0.8), strong=FIRST_COLUMN))


def _places_section(document: Data, formatter: MessageFormatter) -> list[Part]:
    rows = tuple(
        (
            formatter.target(target),
            formatter.name("side_title", side) if side else formatter.term("sheet.nobody"),
        )
        for target, side in document["holders"].items()
    )
    head = (formatter.term("sheet.place"), formatter.term("sheet.holder"))
    return make_section(
        formatter.term("sheet.holders"),
        grid=Grid(head, rows, (0.6, 0.4), strong=FIRST_COLUMN) if rows else None,
    )


def _cups_section(document: Data, formatter: MessageFormatter) -> list[Part]:
    rows = []
    for side in SIDES:
        cup = document["events"][side]
        counts = [f"{cup['cup'][colour]} / {cup['discard'][colour]}" for colour in ("blue", "red")]
        hand = "; ".join(formatter.chit(chit) for chit in cup["hand"])
        used = "; ".join(formatter.chit(chit) for chit in cup["used"])
        rows.append((formatter.name("side_title", side), *counts, str(cup["cup"]["black"]), hand, used))
    head = tuple(
        formatter.term(f"sheet.{name}")
        for name in ("side", "blue_now", "red_now", "black_now", "hand", "used")
    )
    grid = Grid(head, rows, (0.13, 0.11, 0.11, 0.09, 0.32, 0.24), strong=FIRST_COLUMN)
    return make_section(formatter.term("sheet.cups"), grid=grid)


def _loss_sections(document: Data, formatter: MessageFormatter) -> list[list[Part]]:
    lists = {
        "eliminated": [unit for unit, how in document["units"].items() if how == "out"],
        "spent_units": [unit for unit in document["spent"] if document["units"][unit] == "here"],
        "left_map": document["exits"],
    }
    sections = []
    for name, units in lists.items():
        for side in SIDES:
            mine = [unit for unit in units if unit.startswith(side)]
            if mine:
                title = formatter.sentence(f"sheet.{name}", {"side": side})
                sections.append(make_section(title, (formatter.words("unit", mine),)))
    bridges = [
        formatter.sentence(f"sheet.bridge_{how}", {"place": place})
        for place, how in document["bridges"].items()
    ]
    if bridges:
        sections.append(make_section(formatter.term("sheet.bridges"), points=tuple(bridges)))
    if document.get("cleared"):
        sections.append(make_section(formatter.term("page.cleared"), (", ".join(document["cleared"]),)))
    if document.get("riders"):
        riding = [
            formatter.sentence("page.rider", {"unit": unit, "under": under})
            for unit, under in document["riders"].items()
        ]
        sections.append(make_section(formatter.term("page.riders"), points=tuple(riding)))
    return sections
