"""Quick battles: made at once by dice and commanders, kept at an address of their own.

Whoever makes a battle gets its key, which opens every seat's view. What is printed for others is its public
address, which the key gives and which shows what all may see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.chance import check_seed
from generator.game import Document, procedure, recorded_procedure
from generator.games.combat_commander.battle.make import find_seed
from generator.games.combat_commander.battle.procedure import NAME
from generator.games.combat_commander.battle.settings import Settings, settings_from
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.battle.view import SEATS, view_card
from generator.session import Session, begin, resume
from generator.settled import checked
from generator.table import EVERYONE, REFEREE, Entry, Seat, entry_from
from generator.table.seen import woven
from generator.verify import Verdict, verify
from schemas.errors import HorahError
from schemas.said import say
from web.service.context import Context
from web.service.documents import with_documents
from web.service.errors import Conflict, Forbidden, NotHere, ServiceError
from web.service.printing import Printed, Wish, render
from web.service.secrecy import battle_seed, is_link, is_public, new_link, public_of
from web.storage.records import StoredBattle, now

from ..current import catalog_of

__all__ = [
    "SEATS", "Kept", "Sight", "again", "battle", "card", "eyes_of", "find", "keep", "log",
    "make", "printed", "resource", "told", "verdict",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kept:
    """A battle and its referee's card; show people a view of it."""

    stored: StoredBattle
    card: Document
    key: str = ""  # for whoever made it; it is kept nowhere


@dataclass(frozen=True, slots=True)
class Sight:
    """A battle as an address shows it: ``whole`` for the key, else only what is public."""

    stored: StoredBattle
    whole: bool


def make(context: Context, settings: Mapping[str, Any] | None = None, seed: str | None = None) -> Kept:
    """Make a battle from settings and a seed, and keep it; without a seed a random one is taken."""
    kind = procedure(NAME)
    given = with_documents(context, kind, settings or {})
    chosen = settings_from(checked(kind, catalog_of(context), given))
    if chosen.balance == "rehearsed":
        raise ServiceError("SEARCH_APART")
    first = check_seed(seed) if seed else battle_seed()
    found = find_seed(catalog_of(context), chosen, first)
    return _keep(context, chosen, found, ())


def keep(context: Context, settings: Settings, seed: str) -> Kept:
    """The battle of this very seed, kept."""
    return _keep(context, settings, seed, ())


def again(context: Context, battle_id: str, step: int = 0, seed: str | None = None) -> Kept:
    """The same settings with another seed; the first ``step`` answers stay as they were."""
    found = find(context, battle_id)
    old = found.stored
    if step and not found.whole:
        raise Forbidden("NOT_YOURS.battle")
    if not 0 <= step <= len(old.entries):
        raise ServiceError("BAD_STEP", most=len(old.entries), given=step)
    settings = settings_from(old.settings)
    if step == 0:
        return make(context, settings.json(), seed)
    _check_same(context, old)
    entries = [entry_from(entry) for entry in old.entries[:step]]
    return _keep(context, settings, check_seed(seed) if seed else battle_seed(), entries)


def battle(context: Context, battle_id: str) -> StoredBattle:
    """What is kept of a battle."""
    return find(context, battle_id).stored


def find(context: Context, battle_id: str) -> Sight:
    """Follow an address: a key or a public address."""
    public = _public_address(battle_id)
    stored = context.repository.battle(public) if public else None
    if stored is None:
        raise NotHere
    return Sight(stored, whole=not is_public(battle_id))


def _public_address(battle_id: str) -> str | None:
    if is_public(battle_id):
        return battle_id
    return public_of(battle_id) if is_link(battle_id) else None


def card(context: Context, battle_id: str, seat: Seat) -> Document:
    """The card of a battle as a seat may see it; a public address has no seat but everyone's."""
    return view_card(_of(context, battle_id, seat).card, seat)


def verdict(context: Context, battle_id: str) -> Verdict:
    """Was any die touched? All of a battle is checked; of what is secret only whether it fits is told."""
    return verify(context.catalogs, _kept(find(context, battle_id).stored).card)


def log(context: Context, battle_id: str, seat: Seat) -> list[Document]:
    """Answers and notes of a battle in order, as a seat may see them."""
    seen = card(context, battle_id, seat)
    return [dict(line) for line in woven(seen["transcript"]["entries"], seen["events"])]


def printed(context: Context, battle_id: str, seat: Seat, wish: Wish) -> Printed:
    """The card of a battle, printed for a seat."""
    key = ("battle", battle_id, find(context, battle_id).stored.made_at, seat, *wish.key())

    def document() -> Document:
        if wish.kind == "pack":
            return {"views": {eye: card(context, battle_id, eye) for eye in eyes_of(seat)}}
        return card(context, battle_id, seat)

    return render(context, catalog_of(context), key, document, wish)


def eyes_of(seat: Seat) -> tuple[Seat, ...]:
    """Whose views a pack for a seat is made of: what all may see first, then the sides it may see."""
    return tuple(dict.fromkeys((EVERYONE, *(SIDES if seat == REFEREE else (seat,)))))


def resource(context: Context, battle_id: str, seat: Seat) -> bytes:
    """Return a battle as the API gives it, as JSON."""
    return told(_of(context, battle_id, seat), battle_id, seat)


def told(battle: Kept, battle_id: str, seat: Seat) -> bytes:
    """A battle as a seat may see it, in JSON."""
    stored = battle.stored
    document = {
        "id": battle_id,
        "public": stored.id,
        "procedure": stored.procedure,
        "made_at": stored.made_at,
        "seat": seat,
        "card": view_card(battle.card, seat),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _of(context: Context, battle_id: str, seat: Seat) -> Kept:
    """The battle of an address that may show it to a seat."""
    found = find(context, battle_id)
    if seat != EVERYONE and not found.whole:
        raise NotHere
    return _kept(found.stored)


def _keep(context: Context, settings: Settings, seed: str, entries: Sequence[Entry]) -> Kept:
    session = _run(context, settings, seed, entries)
    if not session.finished:
        asked = session.table.pending[0]
        raise ServiceError("UNANSWERED.table", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    [make_card] = session.ready(seed)
    whole = make_card()
    key = new_link()
    stored = StoredBattle(
        id=public_of(key),
        procedure=NAME,
        settings=settings.json(),
        seed=seed,
        catalog=catalog_of(context).version,
        entries=[entry.json() for entry in session.table.entries],
        made_at=now(),
        card=whole,
    )
    context.repository.add_battle(stored)
    return Kept(stored, whole, key)


def _run(context: Context, settings: Settings, seed: str, entries: Sequence[Entry]) -> Session:
    session = begin(procedure(NAME), catalog_of(context), settings, seed)
    session.table.replay(entries)
    session.fill()
    return session


def _kept(stored: StoredBattle) -> Kept:
    return Kept(stored, dict(stored.card))


def _check_same(context: Context, stored: StoredBattle) -> None:
    """Do the catalogues of here give the very battle that was made?"""
    here = catalog_of(context).version
    if stored.catalog == here:
        return
    found = _replayed(context, stored)
    if _apart(found) != _apart(stored.card):
        raise Conflict("OTHER_TABLES.battle", there=stored.catalog, here=here)


def _apart(card: Mapping[str, Any]) -> Document:
    """A card without the name of the catalogues that it was made with."""
    return {**card, "transcript": {**card["transcript"], "catalog": None}}


def _replayed(context: Context, stored: StoredBattle) -> Document:
    """The card of a battle, by the procedure that it was made with."""
    catalog = catalog_of(context)
    try:
        kind = recorded_procedure(stored.procedure)
        settings = kind.read(catalog, stored.settings)
        session = resume(kind, catalog, settings, stored.seed, map(entry_from, stored.entries))
    except HorahError as fault:
        raise Conflict(
            "DEPARTED.battle", there=stored.catalog, here=catalog.version, why=fault.said
        ) from None
    if not session.finished:
        why = say("departed.too_short")
        raise Conflict("DEPARTED.battle", there=stored.catalog, here=catalog.version, why=why)
    [make_card] = session.ready(stored.seed)
    return make_card()
