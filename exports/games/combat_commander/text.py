"""The card and its log as plain text and Markdown, through the kit's sheet."""

from __future__ import annotations

from collections.abc import Iterator

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.log import join_log_line
from exports.kit.markdown import write_markdown
from exports.kit.sheet import Bullets, Facts, Grid, Heading, Paragraph, Part, Sheet, Steps
from exports.kit.text import write_text
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import list_steps
from .facts import (
    broken_figures,
    format_chits,
    format_figure,
    format_rule,
    format_works,
    front_figures,
    list_conditions,
    list_elimination_values,
    list_objectives,
    list_secret_chits,
    list_side_figures,
)
from .forces import Lot, list_placed, list_sections
from .ground.ground_text import list_ground_lines
from .log import format_log
from .messages import Card, MessageFormatter
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_matchup, format_place

UNIT_FIGURES = ("fp", "range", "move", "morale", "command")


def write_card_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card for a terminal."""
    return write_text([make_card_sheet(card, MessageFormatter(catalog, lang))])


def write_card_markdown(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card as Markdown."""
    return write_markdown([make_card_sheet(card, MessageFormatter(catalog, lang))])


def write_log_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return every answer in order with its rule, and its consequences beneath."""
    formatter = MessageFormatter(catalog, lang)
    rows = list(_log_rows(card, formatter))
    part = Grid(("", "", ""), rows) if rows else Paragraph(formatter.phrase("log_none"))
    return write_text([Sheet("log", formatter.phrase("log_title"), [part])])


def make_card_sheet(card: Card, formatter: MessageFormatter) -> Sheet:
    """Return the whole card as a sheet."""
    subtitle = f"{format_place(card, formatter)} · {format_matchup(card, formatter)}"
    return Sheet("card", card_title(card, formatter), list(_parts(card, formatter)), subtitle)


def _parts(card: Card, formatter: MessageFormatter) -> Iterator[Part]:
    yield Paragraph(describe_situation(card, formatter))
    yield Heading(formatter.phrase("conditions"))
    zones = [(formatter.faction(card, side), _format_zone(card, formatter, side)) for side in SIDES]
    yield Facts([*list_conditions(card, formatter), *list_elimination_values(formatter), *zones])
    yield Heading(formatter.term("card.objectives"))
    head = (formatter.term("card.objective"), formatter.term("card.hex"), formatter.term("card.control"))
    objectives = list_objectives(card, formatter)
    yield Grid(head, [(number, hex_id or "?", holder) for number, hex_id, holder in objectives])
    yield Bullets([*format_chits(card, formatter), *list_secret_chits(card, formatter)])
    for side in SIDES:
        yield from _force_parts(card, formatter, side)
    if ground := list_ground_lines(card, formatter):
        yield from (Heading(formatter.term("ground.title")), Bullets(ground))
    if rules := [format_rule(rule) for rule in list_special_rules(card, formatter)]:
        yield from (Heading(formatter.term("card.special_rules")), Bullets(rules))
    yield Heading(formatter.phrase("set_up_checklist"))
    yield Steps(list_steps(card, formatter))
    if card["seed"]:
        yield Paragraph(formatter.labelled(formatter.term("card.seed"), card["seed"]), soft=True)


def _format_zone(card: Card, formatter: MessageFormatter, side: str) -> str:
    edge = formatter.form("edge", card["sides"][side]["setup"]["edge"], "inline")
    return f"{edge}, {formatter.zone(card, side)}"


def _force_parts(card: Card, formatter: MessageFormatter, side: str) -> Iterator[Part]:
    posture = formatter.term(f"posture.{card['sides'][side]['posture']}")
    yield Heading(
        formatter.labelled(formatter.faction(card, side), f"{formatter.formation(card, side)} ({posture})")
    )
    yield Paragraph(" · ".join(f"{name} {value}" for name, value in list_side_figures(card, formatter, side)))
    head = [
        "×",
        formatter.term("card.name"),
        *(formatter.term(f"value_short.{name}") for name in UNIT_FIGURES),
        formatter.term("value.broken"),
    ]
    for section in list_sections(card, formatter, side):
        yield Heading(section.title, level=3)
        yield Grid(head, [row for lot in section.lots for row in _lot_rows(formatter, lot)])
    if works := format_works(card, formatter, side):
        yield Paragraph(formatter.labelled(formatter.term("card.fortifications"), works))
    if placed := list_placed(card, formatter, side):
        yield Heading(formatter.phrase("placed_title", faction=formatter.faction(card, side)), level=3)
        yield Facts(placed)


def _lot_rows(formatter: MessageFormatter, lot: Lot) -> Iterator[list[str]]:
    """Yield one row for each piece; a piece that goes with the one above is marked with a plus."""
    for place, ref in enumerate(lot.refs):
        piece = formatter.piece(ref)
        notes = []
        if place == 0 and lot.cost is not None:
            notes.append(f" ({formatter.phrase('bought_for', cost=lot.cost)})")
        if place == 0 and lot.veterans:
            notes.append(f" ({formatter.phrase('veterans_short', count=lot.veterans)})")
        figures = front_figures(piece)
        morale, command = piece.front.morale, piece.front.command
        yield [
            "+" if place else str(lot.count),
            piece.name + "".join(notes),
            *figures,
            *[""] * (3 - len(figures)),
            "" if morale is None else str(morale),
            "" if command is None else format_figure(command),
            " ".join(broken_figures(piece)),
        ]


def _log_rows(card: Card, formatter: MessageFormatter) -> Iterator[tuple[str, str, str]]:
    """Yield number, rule and words of every answer; a consequence has no number, its rule only if new."""
    number, last_rule = 0, ""
    for line in format_log(card, formatter):
        if line.seat is None:
            yield "", "" if line.rule == last_rule else line.rule, line.text
        else:
            number += 1
            yield str(number), line.rule, join_log_line(line, formatter)
        last_rule = line.rule
