"""The card as a post for BoardGameGeek: its square brackets, short lines, nothing that needs a table."""

from __future__ import annotations

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import steps
from .facts import conditions, lot_words, objective_spots, secret_lines, side_figures
from .force import sections, works
from .rules import special_rules
from .scribe import Card, Scribe
from .situation import place_line, situation, title


def card_forum(card: Card, catalog: Catalog, lang: Language, url: str | None = None) -> str:
    """The whole card."""
    scribe = Scribe(catalog, lang)
    blocks = [
        f"[size=18][b]{plain(title(card, scribe))}[/b][/size]\n[i]{plain(place_line(card, scribe))}[/i]",
        plain(situation(card, scribe)),
        _listed(scribe.phrase("conditions"), [f"{n}: {v}" for n, v in conditions(card, scribe)]),
        _objectives(card, scribe),
        *[_force(card, scribe, side) for side in SIDES],
        _listed(scribe.term("card.special_rules"), _rules(card, scribe)),
        _listed(
            scribe.phrase("set_up_checklist"), [f"{rule} {words}" for rule, words in steps(card, scribe)]
        ),
    ]
    below = [f"{scribe.term('card.seed')}: {card['seed']}"] if card["seed"] else []
    below += [f"[url={url}]{url}[/url]"] if url else []
    blocks.append("[size=8]" + " · ".join([*below, "Hora H"]) + "[/size]")
    return "\n\n".join(block for block in blocks if block) + "\n"


def plain(words: str) -> str:
    """Text that the forum must take as it stands."""
    return words.replace("[", "(").replace("]", ")")


def _listed(head: str, lines: list[str]) -> str:
    if not lines:
        return ""
    return f"[b]{plain(head)}[/b]\n" + "\n".join(f"• {plain(line)}" for line in lines)


def _objectives(card: Card, scribe: Scribe) -> str:
    spots = [
        " · ".join(part for part in (number, place or "?", holder) if part)
        for number, place, holder in objective_spots(card, scribe)
    ]
    chits = [f"{letter}: {scribe.term(f'chit.{letter}')}" for letter in card["objectives"]["open"]]
    return _listed(scribe.term("card.objectives"), [*spots, *chits, *secret_lines(card, scribe)])


def _force(card: Card, scribe: Scribe, side: str) -> str:
    posture = scribe.term(f"posture.{card['sides'][side]['posture']}")
    head = f"{scribe.faction(card, side)}: {scribe.formation(card, side)} ({posture})"
    lines = [" · ".join(f"{name} {value}" for name, value in side_figures(card, scribe, side))]
    lines += [
        f"{section.title}: {', '.join(lot_words(scribe, lot) for lot in section.lots)}"
        for section in sections(card, scribe, side)
    ]
    if total := works(card, side):
        built = ", ".join(scribe.works(kind, count) for kind, count in total.items())
        lines.append(f"{scribe.term('card.fortifications')}: {built}")
    return _listed(head, lines)


def _rules(card: Card, scribe: Scribe) -> list[str]:
    return [
        " · ".join(part for part in (rule.mark, rule.title, rule.summary) if part)
        for rule in special_rules(card, scribe)
    ]
