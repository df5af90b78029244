"""Conditions, figures of a side and objectives as names and values: the same in every export."""

from __future__ import annotations

from generator.games.combat_commander.authoring.force import SIDES

from .checklist import marker_words
from .force import Lot
from .scribe import Card, Piece, Scribe

Fact = tuple[str, str]  # name, value


def conditions(card: Card, scribe: Scribe) -> list[Fact]:
    """What holds for the whole battle."""

    def who(side: str | None) -> str:
        return scribe.faction(card, side) if side else scribe.phrase("not_used")

    death = card["sudden_death"]
    facts = [
        (scribe.term("card.vp_marker"), marker_words(card, scribe, card["marker"])),
        (scribe.term("card.sudden_death"), scribe.phrase("not_used") if death is None else str(death)),
        (scribe.term("card.initiative_card"), who(card["initiative"])),
        (scribe.term("card.first_turn"), who(card["first_turn"])),
    ]
    if card["rules"].get("night", "none") != "none":
        facts.append((scribe.phrase("light"), scribe.term(f"night.{card['rules']['night']}")))
    return facts


def elimination(scribe: Scribe) -> list[Fact]:
    """7.1: what the opponent scores for each kind of unit that is eliminated, where the catalogue says so."""
    words = ", ".join(
        f"{scribe.term(f'kind.{kind}').lower()} {elimination_value(scribe, kind)}"
        for kind, value in scribe.catalog.board.elimination.items()
        if value.vp or kind == "hero"
    )
    return [(scribe.phrase("elimination"), words)] if words else []


def elimination_value(scribe: Scribe, kind: str) -> str:
    """1 + command."""
    value = scribe.catalog.board.elimination[kind]
    return scribe.phrase("plus_command", vp=value.vp) if value.plus_command else str(value.vp)


def side_figures(card: Card, scribe: Scribe, side: str) -> list[Fact]:
    """Orders, quality, hand, surrender, discard limit and Initiative."""
    force = card["sides"][side]
    discard = force["discard_limit"]
    facts = [
        (scribe.term("card.orders"), str(force["orders"])),
        (scribe.phrase("quality_short"), scribe.term(f"quality.{force['quality']}")),
        (scribe.phrase("hand_short"), str(force["hand"])),
        (scribe.term("card.surrender"), "–" if force["surrender"] is None else str(force["surrender"])),
        (scribe.phrase("discard_short"), scribe.phrase("aid_short") if discard is None else str(discard)),
    ]
    if force.get("initiative") is not None:
        facts.append((scribe.term("card.initiative"), signed(force["initiative"])))
    return facts


def objective_spots(card: Card, scribe: Scribe) -> list[tuple[str, str, str]]:
    """Number, hex (where known) and holder of the five objectives."""
    hexes = card["map"].get("objectives") or {}
    return [
        (
            number,
            hexes.get(number, ""),
            scribe.term("side.none") if holder == "none" else scribe.faction(card, holder),
        )
        for number, holder in sorted(card["objectives"]["control"].items())
    ]


def secret_lines(card: Card, scribe: Scribe) -> list[str]:
    """7.3.3: what this seat may know of each side's secret chits, one line for each side."""
    lines = []
    for side in SIDES:
        letters = card["objectives"]["secret"][side]
        name = scribe.faction(card, side)
        drawn = card["objectives"].get("random", {}).get(side)
        if letters == "hidden":
            lines.append(scribe.phrase("other_secret", faction=name))
        elif letters:
            chits = scribe.list([f"{letter} ({scribe.term(f'chit.{letter}')})" for letter in letters])
            lines.append(f"{scribe.phrase('own_secret', faction=name)}: {chits}")
        elif drawn:
            lines.append(scribe.phrase("drawn_secret", faction=name, count=drawn))
        else:
            lines.append(scribe.phrase("no_secret", faction=name))
    return lines


def shows_secret(card: Card) -> bool:
    """7.3.3: whether a view shows what is kept from somebody: a secret chit, or a sealed answer."""
    if card.get("seat", "everyone") == "everyone":
        return False
    chits = card["objectives"]["secret"].values()
    entries = (card.get("transcript") or {}).get("entries", ())
    sealed = any(entry.get("secret") and entry.get("answer") is not None for entry in entries)
    return sealed or any(letters and letters != "hidden" for letters in chits)


def lot_words(scribe: Scribe, lot: Lot) -> str:
    """A lot in words: "2 × Weapon team with light mortar (4 VP)"."""
    names = [scribe.piece(ref).name for ref in lot.refs]
    words = names[0]
    for other in names[1:]:
        words = scribe.phrase("with_it", unit=words, weapon=other[0].lower() + other[1:])
    words = f"{lot.count} × {words}" if lot.count > 1 else words
    if lot.cost is not None:
        words += f" ({scribe.phrase('bought_for', cost=lot.cost)})"
    if lot.veterans:
        words += f" ({scribe.phrase('veterans_note', count=lot.veterans)})"
    return words


def signed(value: int | None) -> str:
    """A figure as it is printed, with a proper minus."""
    if value is None:
        return "–"
    return f"−{-value}" if value < 0 else str(value)


def front_figures(piece: Piece) -> list[str]:
    """Firepower, range and movement; boxed figures in brackets (3.1.6)."""
    front = piece.front
    if piece.kind == "radio":
        return [signed(front.fp)]
    reach = signed(front.range)
    if front.min_range:
        reach = f"{front.min_range}–{reach}"
    values = (("fp", signed(front.fp)), ("range", reach), ("move", signed(front.move)))
    return [f"[{value}]" if name in front.boxed else value for name, value in values]


def broken_figures(piece: Piece) -> list[str]:
    """The reverse of a unit: firepower, range, movement, morale."""
    broken = piece.broken
    if broken is None:
        return []
    return [signed(value) for value in (broken.fp, broken.range, broken.move, broken.morale)]
