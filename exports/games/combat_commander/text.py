"""The card and its log as plain text, set for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import steps
from .facts import (
    broken_figures,
    conditions,
    elimination,
    front_figures,
    lot_words,
    objective_spots,
    secret_lines,
    side_figures,
    signed,
)
from .force import Lot, Section, sections, works
from .ground.words import ground_lines
from .log import log_lines
from .rules import special_rules
from .scribe import Card, Scribe
from .situation import place_line, situation, title

WIDE = 78
INDENT = "  "
NAMES = 36  # room for the name of a piece


def card_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """The whole card for a terminal of 80 columns."""
    scribe = Scribe(catalog, lang)
    parts = [
        _head(card, scribe),
        _conditions(card, scribe),
        *[_force(card, scribe, side) for side in SIDES],
        _ground(card, scribe),
        _rules(card, scribe),
        _checklist(card, scribe),
        _foot(card, scribe),
    ]
    return "\n".join(part for part in parts if part) + "\n"


def log_text(card: Card, catalog: Catalog, lang: Language) -> str:
    """Every answer in order with its rule, and what followed indented beneath."""
    scribe = Scribe(catalog, lang)
    lines = list(log_lines(card, scribe))
    out = [_heading(scribe.phrase("log_title"))]
    if not lines:
        return "\n".join([*out, scribe.phrase("log_none"), ""])
    number, room = 0, max(7, *(len(line.rule) for line in lines))
    indent = " " * (room + 6)
    said = ""
    for line in lines:
        before, said = said, line.rule
        if line.seat is None:
            head = indent if line.rule == before else f"{'':5}{line.rule:<{room}} "
            out += wrap(line.text, WIDE, initial_indent=head, subsequent_indent=indent)
            continue
        number += 1
        words = f"{line.text} ({line.seat}): {line.answer}"
        head = f"{number:>3}  {line.rule:<{room}} "
        out += wrap(words, WIDE, initial_indent=head, subsequent_indent=indent)
    return "\n".join([*out, ""])


def _heading(words: str) -> str:
    return f"{words.upper()}\n{'─' * min(len(words), WIDE)}"


def _paragraph(words: str, indent: str = "") -> list[str]:
    return wrap(words, WIDE, initial_indent=indent, subsequent_indent=indent)


def _head(card: Card, scribe: Scribe) -> str:
    names = [scribe.faction(card, side) for side in SIDES]
    matchup = f"{names[0]} {scribe.phrase('vs')} {names[1]}"
    lines = [
        "═" * WIDE,
        *_paragraph(title(card, scribe).upper()),
        *_paragraph(f"{place_line(card, scribe)} · {matchup}"),
        "═" * WIDE,
        "",
        *_paragraph(situation(card, scribe)),
        "",
    ]
    return "\n".join(lines)


def _conditions(card: Card, scribe: Scribe) -> str:
    """Conditions on the left, objectives on the right."""
    left = [f"{name}: {value}" for name, value in conditions(card, scribe)]
    left += [_zone(card, scribe, side) for side in SIDES]
    right = [f"{number}  {place:<4}{holder}" for number, place, holder in objective_spots(card, scribe)]
    half = WIDE // 2 + 7
    rows = [f"{scribe.phrase('conditions').upper():<{half}}{scribe.term('card.objectives').upper()}"]
    for place in range(max(len(left), len(right))):
        one = left[place] if place < len(left) else ""
        other = right[place] if place < len(right) else ""
        rows.append(f"{one:<{half}}{other}".rstrip())
    chits = [f"{letter}: {scribe.term(f'chit.{letter}')}" for letter in card["objectives"]["open"]]
    rows.append("")
    rows += [line for name, value in elimination(scribe) for line in _paragraph(f"{name}: {value}")]
    rows += _paragraph(f"{scribe.phrase('open_chits')}: {'; '.join(chits) or scribe.phrase('no_open')}")
    rows += [line for words in secret_lines(card, scribe) for line in _paragraph(words)]
    return "\n".join([*rows, ""])


def _zone(card: Card, scribe: Scribe, side: str) -> str:
    setup = card["sides"][side]["setup"]
    edge = scribe.term(f"edge.{setup['edge']}").lower()
    return f"{scribe.faction(card, side)}: {edge}, {scribe.zone(card, side)}"


def _force(card: Card, scribe: Scribe, side: str) -> str:
    force = card["sides"][side]
    posture = scribe.term(f"posture.{force['posture']}")
    figures = "  ".join(f"{name} {value}" for name, value in side_figures(card, scribe, side))
    lines = [
        _heading(f"{scribe.faction(card, side)} · {scribe.formation(card, side)} · {posture}"),
        *_paragraph(figures),
    ]
    for section in sections(card, scribe, side):
        lines += ["", *_section(scribe, section)]
    if total := works(card, side):
        words = ", ".join(scribe.works(kind, count) for kind, count in total.items())
        lines += ["", *_paragraph(f"{scribe.term('card.fortifications')}: {words}")]
    return "\n".join([*lines, ""])


def _section(scribe: Scribe, section: Section) -> Iterable[str]:
    yield section.title
    for lot in section.lots:
        if len(lot.refs) == 1:
            yield _line(scribe, lot)
        else:
            yield from wrap(lot_words(scribe, lot), WIDE, initial_indent=INDENT, subsequent_indent=INDENT * 3)


def _line(scribe: Scribe, lot: Lot) -> str:
    """Number, name and the printed figures of one kind of piece."""
    piece = scribe.piece(lot.refs[0])
    name = piece.name
    if lot.cost is not None:
        name += f" ({scribe.phrase('bought_for', cost=lot.cost)})"
    if lot.veterans:
        name += f" ({scribe.phrase('veterans_short', count=lot.veterans)})"
    count = f"{lot.count:>3} × " if piece.kind != "leader" else INDENT * 3
    words = f"{count}{name:<{NAMES}}{' '.join(f'{figure:>5}' for figure in front_figures(piece))}"
    if piece.front.morale is not None:
        words += f"  {scribe.term('value_short.morale')} {piece.front.morale}"
    if piece.front.command is not None:
        words += f"  {scribe.term('value_short.command')} {signed(piece.front.command)}"
    if reverse := broken_figures(piece):
        words += f"  ({' '.join(reverse)})"
    return words.rstrip()


def _ground(card: Card, scribe: Scribe) -> str:
    """What each terrain of the map does."""
    lines = ground_lines(card, scribe)
    if not lines:
        return ""
    told = [line for words in lines for line in wrap(words, WIDE, subsequent_indent=INDENT)]
    return "\n".join([_heading(scribe.term("ground.title")), *told, ""])


def _rules(card: Card, scribe: Scribe) -> str:
    found = special_rules(card, scribe)
    if not found:
        return ""
    lines = [_heading(scribe.term("card.special_rules"))]
    for rule in found:
        head = " · ".join(part for part in (rule.mark, rule.title) if part)
        lines += _paragraph(head) if head else []
        lines += _paragraph(rule.summary, INDENT)
    return "\n".join([*lines, ""])


def _checklist(card: Card, scribe: Scribe) -> str:
    lines = [_heading(scribe.phrase("set_up_checklist"))]
    for rule, words in steps(card, scribe):
        lines += wrap(words, WIDE, initial_indent=f"[ ] {rule:<8} ", subsequent_indent=" " * 13)
    return "\n".join([*lines, ""])


def _foot(card: Card, scribe: Scribe) -> str:
    if not card["seed"]:
        return ""
    return f"{scribe.term('card.seed')}: {card['seed']}"
