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
from .messages import Card, Scribe
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place

LINE_WIDTH = 78
INDENT = "  "
NAME_WIDTH = 36  # characters for the name of a piece


def write_card_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return the whole card for a terminal of 80 columns."""
    scribe = Scribe(catalog, lang)
    parts = [
        _write_head(card, scribe),
        _write_conditions(card, scribe),
        *[_write_force(card, scribe, side) for side in SIDES],
        _write_ground(card, scribe),
        _write_rules(card, scribe),
        _write_checklist(card, scribe),
        _write_foot(card, scribe),
    ]
    return "\n".join(part for part in parts if part) + "\n"


def write_log_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Return every answer in order with its rule, and its consequences indented beneath."""
    scribe = Scribe(catalog, lang)
    lines = list(format_log(card, scribe))
    out = [_write_heading(scribe.phrase("log_title"))]
    if not lines:
        return "\n".join([*out, scribe.phrase("log_none"), ""])
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


def _write_head(card: Card, scribe: Scribe) -> str:
    names = [scribe.faction(card, side) for side in SIDES]
    matchup = f"{names[0]} {scribe.phrase('vs')} {names[1]}"
    lines = [
        "═" * LINE_WIDTH,
        *_wrap_paragraph(card_title(card, scribe).upper()),
        *_wrap_paragraph(f"{format_place(card, scribe)} · {matchup}"),
        "═" * LINE_WIDTH,
        "",
        *_wrap_paragraph(describe_situation(card, scribe)),
        "",
    ]
    return "\n".join(lines)


def _write_conditions(card: Card, scribe: Scribe) -> str:
    """Return conditions on the left, objectives on the right."""
    left = [f"{name}: {value}" for name, value in list_conditions(card, scribe)]
    left += [_format_zone(card, scribe, side) for side in SIDES]
    right = [f"{number}  {place:<4}{holder}" for number, place, holder in list_objectives(card, scribe)]
    half = LINE_WIDTH // 2 + 7
    rows = [f"{scribe.phrase('conditions').upper():<{half}}{scribe.term('card.objectives').upper()}"]
    for place in range(max(len(left), len(right))):
        condition = left[place] if place < len(left) else ""
        objective = right[place] if place < len(right) else ""
        rows.append(f"{condition:<{half}}{objective}".rstrip())
    chits = [f"{letter}: {scribe.term(f'chit.{letter}')}" for letter in card["objectives"]["open"]]
    rows.append("")
    rows += [
        line
        for name, value in list_elimination_values(scribe)
        for line in _wrap_paragraph(f"{name}: {value}")
    ]
    rows += _wrap_paragraph(f"{scribe.phrase('open_chits')}: {'; '.join(chits) or scribe.phrase('no_open')}")
    rows += [line for words in list_secret_chits(card, scribe) for line in _wrap_paragraph(words)]
    return "\n".join([*rows, ""])


def _format_zone(card: Card, scribe: Scribe, side: str) -> str:
    setup = card["sides"][side]["setup"]
    edge = scribe.term(f"edge.{setup['edge']}").lower()
    return f"{scribe.faction(card, side)}: {edge}, {scribe.zone(card, side)}"


def _write_force(card: Card, scribe: Scribe, side: str) -> str:
    force = card["sides"][side]
    posture = scribe.term(f"posture.{force['posture']}")
    figures = "  ".join(f"{name} {value}" for name, value in list_side_figures(card, scribe, side))
    lines = [
        _write_heading(f"{scribe.faction(card, side)} · {scribe.formation(card, side)} · {posture}"),
        *_wrap_paragraph(figures),
    ]
    for section in list_sections(card, scribe, side):
        lines += ["", *_write_section(scribe, section)]
    if total := count_works(card, side):
        words = ", ".join(scribe.works(kind, count) for kind, count in total.items())
        lines += ["", *_wrap_paragraph(f"{scribe.term('card.fortifications')}: {words}")]
    return "\n".join([*lines, ""])


def _write_section(scribe: Scribe, section: Section) -> Iterable[str]:
    yield section.title
    for lot in section.lots:
        if len(lot.refs) == 1:
            yield _format_lot(scribe, lot)
        else:
            yield from wrap(
                format_lot(scribe, lot), LINE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT * 3
            )


def _format_lot(scribe: Scribe, lot: Lot) -> str:
    """Return count, name and printed figures of one kind of piece."""
    piece = scribe.piece(lot.refs[0])
    name = piece.name
    if lot.cost is not None:
        name += f" ({scribe.phrase('bought_for', cost=lot.cost)})"
    if lot.veterans:
        name += f" ({scribe.phrase('veterans_short', count=lot.veterans)})"
    count = f"{lot.count:>3} × " if piece.kind != "leader" else INDENT * 3
    words = f"{count}{name:<{NAME_WIDTH}}{' '.join(f'{figure:>5}' for figure in front_figures(piece))}"
    if piece.front.morale is not None:
        words += f"  {scribe.term('value_short.morale')} {piece.front.morale}"
    if piece.front.command is not None:
        words += f"  {scribe.term('value_short.command')} {format_figure(piece.front.command)}"
    if reverse := broken_figures(piece):
        words += f"  ({' '.join(reverse)})"
    return words.rstrip()


def _write_ground(card: Card, scribe: Scribe) -> str:
    """Return the effects of each terrain of the map."""
    lines = list_ground_lines(card, scribe)
    if not lines:
        return ""
    wrapped = [line for words in lines for line in wrap(words, LINE_WIDTH, subsequent_indent=INDENT)]
    return "\n".join([_write_heading(scribe.term("ground.title")), *wrapped, ""])


def _write_rules(card: Card, scribe: Scribe) -> str:
    rules = list_special_rules(card, scribe)
    if not rules:
        return ""
    lines = [_write_heading(scribe.term("card.special_rules"))]
    for rule in rules:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        lines += _wrap_paragraph(head) if head else []
        lines += _wrap_paragraph(rule.summary, INDENT)
    return "\n".join([*lines, ""])


def _write_checklist(card: Card, scribe: Scribe) -> str:
    lines = [_write_heading(scribe.phrase("set_up_checklist"))]
    for rule, words in list_steps(card, scribe):
        lines += wrap(words, LINE_WIDTH, initial_indent=f"[ ] {rule:<8} ", subsequent_indent=" " * 13)
    return "\n".join([*lines, ""])


def _write_foot(card: Card, scribe: Scribe) -> str:
    if not card["seed"]:
        return ""
    return f"{scribe.term('card.seed')}: {card['seed']}"
