"""The card and its log as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import list_steps
from .facts import (
    broken_figures,
    format_figure,
    format_lot,
    front_figures,
    list_conditions,
    list_elimination_values,
    list_objectives,
    list_secret_chits,
    list_side_figures,
)
from .forces import Lot, Section, count_works, list_sections
from .ground.ground_text import list_ground_lines
from .log import format_log
from .messages import Card, MessageFormatter
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place

LINE_WIDTH = 78
INDENT = "  "
NAME_WIDTH = 36  # characters for the name of a piece


def write_card_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card for a terminal of 80 columns."""
    formatter = MessageFormatter(catalog, lang)
    parts = [
        _write_head(card, formatter),
        _write_conditions(card, formatter),
        *[_write_force(card, formatter, side) for side in SIDES],
        _write_ground(card, formatter),
        _write_rules(card, formatter),
        _write_checklist(card, formatter),
        _write_foot(card, formatter),
    ]
    return "\n".join(part for part in parts if part) + "\n"


def write_log_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return every answer in order with its rule, and its consequences indented beneath."""
    formatter = MessageFormatter(catalog, lang)
    lines = list(format_log(card, formatter))
    out = [_write_heading(formatter.phrase("log_title"))]
    if not lines:
        return "\n".join([*out, formatter.phrase("log_none"), ""])
    number, room = 0, max(7, *(len(line.rule) for line in lines))
    indent = " " * (room + 6)
    last_rule = ""
    for line in lines:
        before, last_rule = last_rule, line.rule
        if line.seat is None:
            head = indent if line.rule == before else f"{'':5}{line.rule:<{room}} "
            out += wrap(line.text, LINE_WIDTH, initial_indent=head, subsequent_indent=indent)
            continue
        number += 1
        words = f"{line.text} ({line.seat}): {line.answer}"
        head = f"{number:>3}  {line.rule:<{room}} "
        out += wrap(words, LINE_WIDTH, initial_indent=head, subsequent_indent=indent)
    return "\n".join([*out, ""])


def _write_heading(words: str) -> str:
    return f"{words.upper()}\n{'─' * min(len(words), LINE_WIDTH)}"


def _wrap_paragraph(words: str, indent: str = "") -> list[str]:
    return wrap(words, LINE_WIDTH, initial_indent=indent, subsequent_indent=indent)


def _write_head(card: Card, formatter: MessageFormatter) -> str:
    names = [formatter.faction(card, side) for side in SIDES]
    matchup = f"{names[0]} {formatter.phrase('vs')} {names[1]}"
    lines = [
        "═" * LINE_WIDTH,
        *_wrap_paragraph(card_title(card, formatter).upper()),
        *_wrap_paragraph(f"{format_place(card, formatter)} · {matchup}"),
        "═" * LINE_WIDTH,
        "",
        *_wrap_paragraph(describe_situation(card, formatter)),
        "",
    ]
    return "\n".join(lines)


def _write_conditions(card: Card, formatter: MessageFormatter) -> str:
    """Return conditions on the left, objectives on the right."""
    left = [f"{name}: {value}" for name, value in list_conditions(card, formatter)]
    left += [_format_zone(card, formatter, side) for side in SIDES]
    right = [f"{number}  {place:<4}{holder}" for number, place, holder in list_objectives(card, formatter)]
    half = LINE_WIDTH // 2 + 7
    rows = [f"{formatter.phrase('conditions').upper():<{half}}{formatter.term('card.objectives').upper()}"]
    for place in range(max(len(left), len(right))):
        condition = left[place] if place < len(left) else ""
        objective = right[place] if place < len(right) else ""
        rows.append(f"{condition:<{half}}{objective}".rstrip())
    chits = [f"{letter}: {formatter.term(f'chit.{letter}')}" for letter in card["objectives"]["open"]]
    rows.append("")
    rows += [
        line
        for name, value in list_elimination_values(formatter)
        for line in _wrap_paragraph(f"{name}: {value}")
    ]
    rows += _wrap_paragraph(
        f"{formatter.phrase('open_chits')}: {'; '.join(chits) or formatter.phrase('no_open')}"
    )
    rows += [line for words in list_secret_chits(card, formatter) for line in _wrap_paragraph(words)]
    return "\n".join([*rows, ""])


def _format_zone(card: Card, formatter: MessageFormatter, side: str) -> str:
    setup = card["sides"][side]["setup"]
    edge = formatter.term(f"edge.{setup['edge']}").lower()
    return f"{formatter.faction(card, side)}: {edge}, {formatter.zone(card, side)}"


def _write_force(card: Card, formatter: MessageFormatter, side: str) -> str:
    force = card["sides"][side]
    posture = formatter.term(f"posture.{force['posture']}")
    figures = "  ".join(f"{name} {value}" for name, value in list_side_figures(card, formatter, side))
    lines = [
        _write_heading(f"{formatter.faction(card, side)} · {formatter.formation(card, side)} · {posture}"),
        *_wrap_paragraph(figures),
    ]
    for section in list_sections(card, formatter, side):
        lines += ["", *_write_section(formatter, section)]
    if total := count_works(card, side):
        words = ", ".join(formatter.works(kind, count) for kind, count in total.items())
        lines += ["", *_wrap_paragraph(f"{formatter.term('card.fortifications')}: {words}")]
    return "\n".join([*lines, ""])


def _write_section(formatter: MessageFormatter, section: Section) -> Iterable[str]:
    yield section.title
    for lot in section.lots:
        if len(lot.refs) == 1:
            yield _format_lot(formatter, lot)
        else:
            yield from wrap(
                format_lot(formatter, lot), LINE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT * 3
            )


def _format_lot(formatter: MessageFormatter, lot: Lot) -> str:
    """Return count, name and printed figures of one kind of piece."""
    piece = formatter.piece(lot.refs[0])
    name = piece.name
    if lot.cost is not None:
        name += f" ({formatter.phrase('bought_for', cost=lot.cost)})"
    if lot.veterans:
        name += f" ({formatter.phrase('veterans_short', count=lot.veterans)})"
    count = f"{lot.count:>3} × " if piece.kind != "leader" else INDENT * 3
    words = f"{count}{name:<{NAME_WIDTH}}{' '.join(f'{figure:>5}' for figure in front_figures(piece))}"
    if piece.front.morale is not None:
        words += f"  {formatter.term('value_short.morale')} {piece.front.morale}"
    if piece.front.command is not None:
        words += f"  {formatter.term('value_short.command')} {format_figure(piece.front.command)}"
    if reverse := broken_figures(piece):
        words += f"  ({' '.join(reverse)})"
    return words.rstrip()


def _write_ground(card: Card, formatter: MessageFormatter) -> str:
    """Return the effects of each terrain of the map."""
    lines = list_ground_lines(card, formatter)
    if not lines:
        return ""
    wrapped = [line for words in lines for line in wrap(words, LINE_WIDTH, subsequent_indent=INDENT)]
    return "\n".join([_write_heading(formatter.term("ground.title")), *wrapped, ""])


def _write_rules(card: Card, formatter: MessageFormatter) -> str:
    rules = list_special_rules(card, formatter)
    if not rules:
        return ""
    lines = [_write_heading(formatter.term("card.special_rules"))]
    for rule in rules:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        lines += _wrap_paragraph(head) if head else []
        lines += _wrap_paragraph(rule.summary, INDENT)
    return "\n".join([*lines, ""])


def _write_checklist(card: Card, formatter: MessageFormatter) -> str:
    lines = [_write_heading(formatter.phrase("set_up_checklist"))]
    for rule, words in list_steps(card, formatter):
        lines += wrap(words, LINE_WIDTH, initial_indent=f"[ ] {rule:<8} ", subsequent_indent=" " * 13)
    return "\n".join([*lines, ""])


def _write_foot(card: Card, formatter: MessageFormatter) -> str:
    if not card["seed"]:
        return ""
    return f"{formatter.term('card.seed')}: {card['seed']}"
