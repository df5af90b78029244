"""Fights at a table for tests, and players who see only the view of their seat."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from generator.game import find_procedure
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.play.state import get_play
from generator.session import Session, begin
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG
from tests.procedures import current

SEED = "open.VeryLongSecretPart42"
SIDES = ("axis", "allied")


@cache
def rolled_card(seed: str) -> dict[str, Any]:
    return dict(make(CATALOG, Settings(), seed).card())


def open_fight(axis: str = "person", allied: str = "person", card: str = "2001", seed: str = SEED) -> Session:
    """Return a session of a fight with the first question asked."""
    procedure = find_procedure(current("fight"), game="combat_commander")
    settings = procedure.read(CATALOG, {"card": rolled_card(card), "axis": axis, "allied": allied})
    session = begin(procedure, CATALOG, settings, seed)
    session.fill()
    return session


def asked_view(session: Session) -> dict[str, Any]:
    """Return the view of the seat that must answer."""
    view = session.standing(session.table.pending[0].seat)
    assert view is not None
    return view


def choose(view: dict[str, Any], random: Random) -> Any:
    """Return a random answer to the question of a view; weapons are seldom dropped."""
    prompt = view["prompt"]
    ids = [option["id"] for option in prompt["options"]]
    if prompt["least"] == prompt["most"] == 1:
        kept = [id_ for id_ in ids if not id_.startswith("drop:")]
        return random.choice(kept or ids)
    return random.sample(ids, random.randint(prompt["least"], min(prompt["most"], len(ids))))


def play_on(session: Session, random: Random, answers: int = 10_000) -> None:
    """Let people answer at random from what their seat sees."""
    for _ in range(answers):
        if session.finished:
            return
        view = asked_view(session)
        session.answer(view["seat"], choose(view, random))
        session.fill()


def alter_secrets(session: Session, side: str) -> None:
    """Change what only a side may know: a card of its hand, its secret chits, and the order of both decks."""
    fight = get_play(session.table).fight
    camp = fight.camps["axis" if side == "axis" else "allied"]
    for each in fight.camps.values():
        Random(9).shuffle(each.deck)
    if camp.hand and camp.deck:
        place = next(
            (n for n, card in enumerate(camp.deck) if card.text.action != camp.hand[0].text.action), 0
        )
        camp.hand[0], camp.deck[place] = camp.deck[place], camp.hand[0]
    if camp.secret:
        other = next(letter for letter in fight.cup if CATALOG.chits[letter].secret_side)
        fight.cup[fight.cup.index(other)], camp.secret[0] = camp.secret[0], other
