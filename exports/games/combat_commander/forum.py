"""The card as a BoardGameGeek post: square-bracket markup, short lines, no tables."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import list_steps
from .facts import format_lot, list_conditions, list_objectives, list_secret_chits, list_side_figures
from .forces import count_works, list_sections
from .messages import Card, MessageFormatter
from .rules import list_special_rules
from .situation import card_title, describe_situation, format_place


def write_card_forum(card: Card, catalog: Catalog, lang: Language, url: str | None = None) -> str:
    """Return the whole card."""
    formatter = MessageFormatter(catalog, lang)
    title, place = strip_brackets(card_title(card, formatter)), strip_brackets(format_place(card, formatter))
    blocks = [
        f"[size=18][b]{title}[/b][/size]\n[i]{place}[/i]",
        strip_brackets(describe_situation(card, formatter)),
        _format_list(
            formatter.phrase("conditions"), [f"{n}: {v}" for n, v in list_conditions(card, formatter)]
        ),
        _format_objectives(card, formatter),
        *[_format_force(card, formatter, side) for side in SIDES],
        _format_list(formatter.term("card.special_rules"), _format_rules(card, formatter)),
        _format_list(
            formatter.phrase("set_up_checklist"),
            [f"{rule} {words}" for rule, words in list_steps(card, formatter)],
        ),
    ]
    below = [f"{formatter.term('card.seed')}: {card['seed']}"] if card["seed"] else []
    below += [f"[url={url}]{url}[/url]"] if url else []
    blocks.append("[size=8]" + " · ".join([*below, "Hora H"]) + "[/size]")
    return "\n\n".join(block for block in blocks if block) + "\n"


def strip_brackets(words: str) -> str:
    """Replace square brackets, which the forum would read as markup."""
    return words.replace("[", "(").replace("]", ")")


def _format_list(head: str, lines: list[str]) -> str:
    if not lines:
        return ""
    return f"[b]{strip_brackets(head)}[/b]\n" + "\n".join(f"• {strip_brackets(line)}" for line in lines)


def _format_objectives(card: Card, formatter: MessageFormatter) -> str:
    spots = [
        " · ".join(part for part in (number, place or "?", holder) if part)
        for number, place, holder in list_objectives(card, formatter)
    ]
    chits = [f"{letter}: {formatter.term(f'chit.{letter}')}" for letter in card["objectives"]["open"]]
    return _format_list(
        formatter.term("card.objectives"), [*spots, *chits, *list_secret_chits(card, formatter)]
    )


def _format_force(card: Card, formatter: MessageFormatter, side: str) -> str:
    posture = formatter.term(f"posture.{card['sides'][side]['posture']}")
    head = f"{formatter.faction(card, side)}: {formatter.formation(card, side)} ({posture})"
    lines = [" · ".join(f"{name} {value}" for name, value in list_side_figures(card, formatter, side))]
    lines += [
        f"{section.title}: {', '.join(format_lot(formatter, lot) for lot in section.lots)}"
        for section in list_sections(card, formatter, side)
    ]
    if total := count_works(card, side):
        built = ", ".join(formatter.works(kind, count) for kind, count in total.items())
        lines.append(f"{formatter.term('card.fortifications')}: {built}")
    return _format_list(head, lines)


def _format_rules(card: Card, formatter: MessageFormatter) -> list[str]:
    return [
        " · ".join(part for part in (rule.mark, rule.title, rule.summary) if part)
        for rule in list_special_rules(card, formatter)
    ]
