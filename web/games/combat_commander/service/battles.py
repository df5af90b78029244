"""Quick battles: made at once by dice and commanders, kept at an address of their own.

Whoever makes a battle gets its key, which opens every seat's view. What is printed for others is its public
address, which the key gives and which shows what all may see. Battles of the first version have one address
only, and that is their key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.games.combat_commander.battle.make import answerers, find_seed
from generator.games.combat_commander.battle.procedure import NAME, fight, new_battle
from generator.games.combat_commander.battle.settings import Settings, check_seed, settings_from
from generator.games.combat_commander.battle.state import Battle
from generator.games.combat_commander.battle.view import SEATS, view_card
from generator.table import EVERYONE, Departed, Entry, Seat, Table, entry_from, run
from schemas.errors import HorahError
from web.service.context import Context
from web.service.errors import Conflict, Forbidden, NotHere, ServiceError
from web.service.printing import Printed, Wish, render
from web.service.procedures import BATTLE, Document
from web.service.secrecy import battle_seed, is_link, is_public, new_link, public_of
from web.service.settings import plain
from web.service.verify import Verdict, verify
from web.storage.records import StoredBattle, now

__all__ = [
    "SEATS", "Kept", "Sight", "again", "battle", "card", "find", "log", "make", "printed", "resource",
    "verdict",
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
    chosen = settings_from(plain(settings or {}))
    first = check_seed(seed) if seed else battle_seed()
    found = find_seed(context.catalog, chosen, first)
    return _keep(context, chosen, found, ())


def again(context: Context, battle_id: str, step: int = 0, seed: str | None = None) -> Kept:
    """The same settings with another seed; the first ``step`` answers stay as they were."""
    found = find(context, battle_id)
    old = found.stored
    if step and not found.whole:
        raise Forbidden(
            "Only whoever made the battle can go on from one of its steps: they may hold secrets.",
            "Solo quien hizo la batalla puede seguir desde uno de sus pasos: pueden guardar secretos.",
            code="NOT_YOURS",
        )
    if not 0 <= step <= len(old.entries):
        raise ServiceError(
            f"The battle has {len(old.entries)} steps; it cannot go on from step {step}.",
            f"La batalla tiene {len(old.entries)} pasos; no puede seguir desde el paso {step}.",
            code="BAD_STEP",
        )
    settings = settings_from(old.settings)
    if step == 0:
        return make(context, settings.json(), seed)
    entries = [entry_from(entry) for entry in old.entries[:step]]
    return _keep(context, settings, check_seed(seed) if seed else battle_seed(), entries)


def battle(context: Context, battle_id: str) -> StoredBattle:
    """What is kept of a battle."""
    return find(context, battle_id).stored


def find(context: Context, battle_id: str) -> Sight:
    """Follow an address: a key, a public address, or the one address of an old battle."""
    stored = None
    if is_public(battle_id):
        stored = context.repository.battle(battle_id)
    elif is_link(battle_id):
        stored = context.repository.battle(public_of(battle_id)) or context.repository.battle(battle_id)
    if stored is None:
        raise NotHere
    return Sight(stored, whole=not is_public(battle_id))


def card(context: Context, battle_id: str, seat: Seat) -> Document:
    """The card of a battle as a seat may see it; a public address has no seat but everyone's."""
    found = find(context, battle_id)
    if seat != EVERYONE and not found.whole:
        raise NotHere
    return view_card(_kept(context, found.stored).card, seat)


def verdict(context: Context, battle_id: str) -> Verdict:
    """Was any die touched? All of a battle is checked; of what is secret only whether it fits is told."""
    return verify(context.catalog, _kept(context, find(context, battle_id).stored).card)


def log(context: Context, battle_id: str, seat: Seat) -> list[Document]:
    """Answers and notes of a battle in order, as a seat may see them."""
    seen = card(context, battle_id, seat)
    notes = list(seen["events"])
    lines: list[Document] = []
    for entry in seen["transcript"]["entries"]:
        while notes and notes[0]["n"] <= entry["n"]:
            lines.append(notes.pop(0))
        lines.append(entry)
    return [*lines, *notes]


def printed(context: Context, battle_id: str, seat: Seat, wish: Wish) -> Printed:
    """The card of a battle, printed for a seat."""
    key = ("battle", battle_id, seat, *wish.key())
    return render(context, key, lambda: card(context, battle_id, seat), wish)


def resource(context: Context, battle_id: str, seat: Seat) -> bytes:
    """A battle as the API gives it: JSON, kept ready because a battle never changes."""
    kept = context.answers.get((battle_id, seat))
    if kept is None:
        stored = find(context, battle_id).stored
        document = {
            "id": battle_id,
            "public": stored.id,
            "procedure": stored.procedure,
            "made_at": stored.made_at,
            "seat": seat,
            "card": card(context, battle_id, seat),
        }
        kept = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        context.answers.put((battle_id, seat), kept)
    return kept


def _keep(context: Context, settings: Settings, seed: str, entries: Sequence[Entry]) -> Kept:
    table = _run(context, settings, seed, entries)
    if table.state is None:
        asked = table.pending[0]
        raise ServiceError(
            f"{asked.rule} asks {asked.seat} for {asked.ask}, and no commander or dice answer for it; open a "
            "table if people are to answer.",
            f"{asked.rule} pregunta a {asked.seat} por {asked.ask}, y no responde ningún mando ni dado; abra "
            "una mesa si han de responder personas.",
            code="UNANSWERED",
        )
    key = new_link()
    stored = StoredBattle(
        id=public_of(key),
        procedure=NAME,
        settings=settings.json(),
        seed=seed,
        catalog=context.catalog.version,
        entries=[entry.json() for entry in table.entries],
        made_at=now(),
    )
    context.repository.add_battle(stored)
    [whole] = BATTLE.cards(context.catalog, settings, table, seed)
    context.battles.put(stored.id, Kept(stored, whole))
    return Kept(stored, whole, key)


def _run(context: Context, settings: Settings, seed: str, entries: Sequence[Entry]) -> Table[Battle]:
    start = new_battle(context.catalog, settings)
    return run(lambda: fight(start), entries, answerers(context.catalog, settings, seed))


def _kept(context: Context, stored: StoredBattle) -> Kept:
    kept = context.battles.get(stored.id)
    if kept is None:
        kept = Kept(stored, _replayed(context, stored))
        context.battles.put(stored.id, kept)
    return kept


def _replayed(context: Context, stored: StoredBattle) -> Document:
    settings = settings_from(stored.settings)
    start = new_battle(context.catalog, settings)
    try:
        table = run(lambda: fight(start), map(entry_from, stored.entries))
        if table.state is None:
            raise Departed(len(stored.entries), "answers are missing.", "faltan respuestas.")
    except HorahError as fault:
        raise Conflict(
            f"The battle was made with other rules and tables ({stored.catalog}) than are used here "
            f"({context.catalog.version}), and its answers do not fit. {fault.en}",
            f"La batalla se hizo con otras reglas y tablas ({stored.catalog}) que las de aquí "
            f"({context.catalog.version}), y sus respuestas no encajan. {fault.es}",
            code="DEPARTED",
        ) from None
    [whole] = BATTLE.cards(context.catalog, settings, table, stored.seed)
    return whole
