"""The card as a BoardGameGeek post: square-bracket markup, short lines, no tables."""

from __future__ import annotations

from collections.abc import Sequence

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import list_steps
from .facts import (
    format_chits,
    format_lot,
    format_rule,
    format_works,
    list_conditions,
    list_objectives,
    list_secret_chits,
    list_side_figures,
)
from .forces import list_placed, list_sections
from .messages import Card, MessageFormatter
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place


def write_card_forum(card: Card, catalog: Catalog, lang: Language, url: str | None = None) -> str:
    """Return the whole card."""
    formatter = MessageFormatter(catalog, lang)
    title, place = strip_brackets(card_title(card, formatter)), strip_brackets(format_place(card, formatter))
    lists = [
        (
            formatter.phrase("conditions"),
            [formatter.labelled(n, v) for n, v in list_conditions(card, formatter)],
        ),
        (formatter.term("card.objectives"), _list_objectives(card, formatter)),
        *(_list_force(card, formatter, side) for side in SIDES),
        (
            formatter.term("card.special_rules"),
            [format_rule(rule) for rule in list_special_rules(card, formatter)],
        ),
        (
            formatter.phrase("set_up_checklist"),
            [f"{rule} {words}" for rule, words in list_steps(card, formatter)],
        ),
    ]
    below = [formatter.labelled(formatter.term("card.seed"), card["seed"])] if card["seed"] else []
    below += [f"[url={url}]{url}[/url]"] if url else []
    blocks = [
        f"[size=18][b]{title}[/b][/size]\n[i]{place}[/i]",
        strip_brackets(describe_situation(card, formatter)),
        *(_format_list(head, lines) for head, lines in lists if lines),
        "[size=8]" + " · ".join([*below, "Hora H"]) + "[/size]",
    ]
    return "\n\n".join(blocks) + "\n"


def strip_brackets(words: str) -> str:
    """Replace square brackets, which the forum would read as markup."""
    return words.replace("[", "(").replace("]", ")")


def _format_list(head: str, lines: Sequence[str]) -> str:
    return f"[b]{strip_brackets(head)}[/b]\n" + "\n".join(f"• {strip_brackets(line)}" for line in lines)


def _list_objectives(card: Card, formatter: MessageFormatter) -> list[str]:
    spots = [
        f"{number} · {hex_id or '?'} · {holder}"
        for number, hex_id, holder in list_objectives(card, formatter)
    ]
    return [*spots, *format_chits(card, formatter), *list_secret_chits(card, formatter)]


def _list_force(card: Card, formatter: MessageFormatter, side: str) -> tuple[str, list[str]]:
    posture = formatter.term(f"posture.{card['sides'][side]['posture']}")
    head = formatter.labelled(formatter.faction(card, side), f"{formatter.formation(card, side)} ({posture})")
    lines = [" · ".join(f"{name} {value}" for name, value in list_side_figures(card, formatter, side))]
    lines += [
        formatter.labelled(section.title, ", ".join(format_lot(formatter, lot) for lot in section.lots))
        for section in list_sections(card, formatter, side)
    ]
    if works := format_works(card, formatter, side):
        lines.append(formatter.labelled(formatter.term("card.fortifications"), works))
    lines += [formatter.labelled(hex_id, names) for hex_id, names in list_placed(card, formatter, side)]
    return head, lines
