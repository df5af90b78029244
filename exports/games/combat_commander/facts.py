"""Conditions, figures of a side and objectives as names and values, shared by all exports."""

from __future__ import annotations

from catalogs.games.combat_commander.model import Face
from generator.games.combat_commander.authoring.force import SIDES

from .checklist import marker_words
from .forces import Lot, count_works
from .messages import Card, MessageFormatter, Piece
from .rules import SpecialRule

Fact = tuple[str, str]  # name, value


def list_conditions(card: Card, formatter: MessageFormatter) -> list[Fact]:
    """Return the facts of the whole battle."""

    def who(side: str | None) -> str:
        return formatter.faction(card, side) if side else formatter.phrase("not_used")

    death = card["sudden_death"]
    facts = [
        (formatter.term("card.vp_marker"), marker_words(card, formatter, card["marker"])),
        (formatter.term("card.sudden_death"), formatter.phrase("not_used") if death is None else str(death)),
        (formatter.term("card.initiative_card"), who(card["initiative"])),
        (formatter.term("card.first_turn"), who(card["first_turn"])),
    ]
    if card["rules"].get("night", "none") != "none":
        facts.append((formatter.phrase("light"), formatter.term(f"night.{card['rules']['night']}")))
    return facts


def list_elimination_values(formatter: MessageFormatter) -> list[Fact]:
    """7.1: return the VP for each kind of eliminated unit, if the catalogue has them."""
    values = [
        formatter.labelled(formatter.form("kind", kind, "inline"), format_elimination_value(formatter, kind))
        for kind, value in formatter.catalog.board.elimination.items()
        if value.vp or kind == "hero"
    ]
    return [(formatter.phrase("elimination"), formatter.list(values, "comma"))] if values else []


def format_elimination_value(formatter: MessageFormatter, kind: str) -> str:
    """Return the VP of a kind, such as "1 + command"."""
    value = formatter.catalog.board.elimination[kind]
    return formatter.phrase("plus_command", vp=value.vp) if value.plus_command else str(value.vp)


def list_side_figures(card: Card, formatter: MessageFormatter, side: str) -> list[Fact]:
    """Return orders, quality, hand, surrender, discard limit and Initiative."""
    force = card["sides"][side]
    discard = force["discard_limit"]
    facts = [
        (formatter.term("card.orders"), str(force["orders"])),
        (formatter.phrase("quality_short"), formatter.term(f"quality.{force['quality']}")),
        (formatter.phrase("hand_short"), str(force["hand"])),
        (formatter.term("card.surrender"), "–" if force["surrender"] is None else str(force["surrender"])),
        (formatter.phrase("discard_aid"), "–")
        if discard is None
        else (formatter.phrase("discard_short"), str(discard)),
    ]
    if force.get("initiative") is not None:
        facts.append((formatter.term("card.initiative"), format_figure(force["initiative"])))
    return facts


def list_objectives(card: Card, formatter: MessageFormatter) -> list[tuple[str, str, str]]:
    """Return number, hex (if known) and holder of the five objectives."""
    hexes = card["map"].get("objectives") or {}
    return [
        (
            number,
            hexes.get(number, ""),
            formatter.term("side.none") if holder == "none" else formatter.faction(card, holder),
        )
        for number, holder in sorted(card["objectives"]["control"].items())
    ]


def list_secret_chits(card: Card, formatter: MessageFormatter) -> list[str]:
    """7.3.3: return one line per side with what this seat may know of its secret chits."""
    lines = []
    for side in SIDES:
        letters = card["objectives"]["secret"][side]
        name = formatter.faction(card, side)
        drawn = card["objectives"].get("random", {}).get(side)
        if letters == "hidden":
            lines.append(formatter.phrase("other_secret", faction=name))
        elif letters:
            chits = formatter.list([f"{letter} ({formatter.term(f'chit.{letter}')})" for letter in letters])
            lines.append(formatter.labelled(formatter.phrase("own_secret", faction=name), chits))
        elif drawn:
            lines.append(formatter.phrase("drawn_secret", faction=name, count=drawn))
        else:
            lines.append(formatter.phrase("no_secret", faction=name))
    return lines


def format_chits(card: Card, formatter: MessageFormatter) -> list[str]:
    """7.3.2: return the open chits, each with its letter."""
    return [
        formatter.labelled(letter, formatter.term(f"chit.{letter}")) for letter in card["objectives"]["open"]
    ]


def format_works(card: Card, formatter: MessageFormatter, side: str) -> str:
    """RS.9: return the fortifications of a side in words."""
    return ", ".join(formatter.works(kind, count) for kind, count in count_works(card, side).items())


def format_rule(rule: SpecialRule) -> str:
    """Return a special rule in one line."""
    return " · ".join(filter(None, (rule.mark, rule.title, rule.summary)))


def shows_secret(card: Card) -> bool:
    """7.3.3: return whether a view shows a secret chit or a sealed answer."""
    if card.get("seat", "everyone") == "everyone":
        return False
    chits = card["objectives"]["secret"].values()
    entries = (card.get("transcript") or {}).get("entries", ())
    sealed = any(entry.get("secret") and entry.get("answer") is not None for entry in entries)
    return sealed or any(letters and letters != "hidden" for letters in chits)


def format_lot(formatter: MessageFormatter, lot: Lot) -> str:
    """Return a lot in words: "2 × Weapon team with light mortar (4 VP)"."""
    words = formatter.piece(lot.refs[0]).name
    for other in lot.refs[1:]:
        words = formatter.phrase("with_it", unit=words, weapon=formatter.form("piece", other, "inline"))
    words = formatter.format("list.counted", count=lot.count, name=words) if lot.count > 1 else words
    if lot.cost is not None:
        words += f" ({formatter.phrase('bought_for', cost=lot.cost)})"
    if lot.veterans:
        words += f" ({formatter.phrase('veterans_note', count=lot.veterans)})"
    return words


def format_figure(value: int | None) -> str:
    """Format a printed figure with a proper minus sign."""
    if value is None:
        return "–"
    return f"−{-value}" if value < 0 else str(value)


def format_range(front: Face) -> str:
    """Format the range, with the minimum range of ordnance before it."""
    reach = format_figure(front.range)
    return f"{front.min_range}–{reach}" if front.min_range else reach


def front_figures(piece: Piece) -> list[str]:
    """Return firepower, range and movement; boxed figures in brackets (3.1.6)."""
    front = piece.front
    if piece.kind == "radio":
        return [format_figure(front.fp)]
    values = (
        ("fp", format_figure(front.fp)),
        ("range", format_range(front)),
        ("move", format_figure(front.move)),
    )
    return [f"[{value}]" if name in front.boxed else value for name, value in values]


def broken_figures(piece: Piece) -> list[str]:
    """Return the reverse of a unit: firepower, range, movement, morale."""
    broken = piece.broken
    if broken is None:
        return []
    return [format_figure(value) for value in (broken.fp, broken.range, broken.move, broken.morale)]
