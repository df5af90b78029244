"""Quick battles: made by dice and commanders in one step, stored under an address.

The maker of a battle gets its key, which opens every seat's view. Printed sheets carry the public address,
which is derived from the key and shows only what everyone may see.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.chance import check_seed
from generator.game import Document, find_procedure, find_recorded_procedure
from generator.games.combat_commander.balance.pool import BALANCE, draw_fair_battle
from generator.games.combat_commander.battle.make import find_seed
from generator.games.combat_commander.battle.procedure import NAME
from generator.games.combat_commander.battle.settings import Settings, read_settings
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.battle.view import view_card
from generator.session import begin, resume
from generator.settings_check import check_settings
from generator.table import EVERYONE, REFEREE, Entry, Seat, read_entry
from generator.table.visibility import merge_notes
from generator.verify import Verdict, verify
from schemas.errors import HorahError
from schemas.messages import say
from web.service.context import Context
from web.service.documents import resolve_settings
from web.service.errors import Conflict, Forbidden, NotHere, ServiceError
from web.service.quota import check_quota
from web.service.rendering import Rendering, RenderRequest, render
from web.service.tokens import is_link, is_public, new_battle_seed, new_link, public_id
from web.storage.records import StoredBattle, document_bytes, now
from web.storage.schema import battles

from ..request_context import catalog_of
from . import rehearsals


@dataclass(frozen=True, slots=True)
class NewBattle:
    """A new battle with the key for its maker, which is never stored."""

    stored: StoredBattle
    key: str


@dataclass(frozen=True, slots=True)
class OpenedBattle:
    """A battle as an address shows it: ``whole`` for the key, otherwise only the public part."""

    stored: StoredBattle
    whole: bool


def make_battle(
    context: Context, settings: Mapping[str, Any] | None = None, seed: str | None = None, owner: str = ""
) -> NewBattle:
    """Make and store a battle from settings and a seed; without a seed, draw a random one."""
    kind = find_procedure(NAME)
    values = resolve_settings(context, kind, settings or {})
    chosen = read_settings(check_settings(kind, catalog_of(context), values))
    first = check_seed(seed) if seed else new_battle_seed()
    if chosen.balance == BALANCE:
        drawn = draw_fair_battle(catalog_of(context), chosen, first)
        if drawn is None:
            raise ServiceError("SEARCH_APART")
        return store_battle(context, drawn.settings, drawn.seed, owner=owner)
    found_seed = find_seed(catalog_of(context), chosen, first)
    return store_battle(context, chosen, found_seed, owner=owner)


def repeat_battle(
    context: Context, battle_id: str, step: int = 0, seed: str | None = None, owner: str = ""
) -> NewBattle:
    """Repeat a battle with another seed; the first ``step`` answers stay as they were."""
    opened = open_battle(context, battle_id)
    old = opened.stored
    if step and not opened.whole:
        raise Forbidden("NOT_YOURS.battle")
    if not 0 <= step <= len(old.entries):
        raise ServiceError("BAD_STEP", most=len(old.entries), given=step)
    settings = read_settings(old.settings)
    if step == 0:
        return make_battle(context, settings.json(), seed, owner)
    _check_same(context, old)
    entries = [read_entry(entry) for entry in old.entries[:step]]
    return store_battle(context, settings, check_seed(seed) if seed else new_battle_seed(), entries, owner)


def find_battle(context: Context, battle_id: str) -> StoredBattle:
    """Return the stored battle."""
    return open_battle(context, battle_id).stored


def open_battle(context: Context, battle_id: str) -> OpenedBattle:
    """Resolve an address: a key or a public address."""
    public = _public_address(battle_id)
    stored = context.repository.battle(public) if public else None
    if stored is None:
        raise NotHere
    context.repository.mark_seen(battles, stored.id, stored.seen_at)
    return OpenedBattle(stored, whole=not is_public(battle_id))


def _public_address(battle_id: str) -> str | None:
    if is_public(battle_id):
        return battle_id
    return public_id(battle_id) if is_link(battle_id) else None


def view_battle_card(context: Context, battle_id: str, seat: Seat) -> Document:
    """Return the card of a battle as a seat may see it; a public address only shows everyone's view."""
    return view_card(dict(_load_for_seat(context, battle_id, seat).card), seat)


def verify_battle(context: Context, battle_id: str) -> Verdict:
    """Verify every die of a battle; of secret parts, tell only whether they match."""
    return verify(context.catalogs, dict(open_battle(context, battle_id).stored.card))


def view_battle_log(context: Context, battle_id: str, seat: Seat) -> list[Document]:
    """Return answers and notes of a battle in order, as a seat may see them."""
    view = view_battle_card(context, battle_id, seat)
    return [dict(line) for line in merge_notes(view["transcript"]["entries"], view["events"])]


def render_battle(context: Context, battle_id: str, seat: Seat, wish: RenderRequest) -> Rendering:
    """Render the card of a battle for a seat."""
    stored = open_battle(context, battle_id).stored
    card = dict(stored.card)
    odds = rehearsals.find_rehearsed_odds(context, card) or rehearsals.find_estimated_odds(context, card)
    wish = replace(wish, made_at=stored.made_at, odds=odds)
    key = ("battle", battle_id, stored.made_at, seat, *wish.key())

    def document() -> Document:
        if wish.kind == "pack":
            return {
                "views": {eye: view_battle_card(context, battle_id, eye) for eye in list_pack_seats(seat)}
            }
        return view_battle_card(context, battle_id, seat)

    return render(context, catalog_of(context), key, document, wish)


def list_pack_seats(seat: Seat) -> tuple[Seat, ...]:
    """Return the views in a pack for a seat: everyone's view first, then the sides that the seat may see."""
    return tuple(dict.fromkeys((EVERYONE, *(SIDES if seat == REFEREE else (seat,)))))


def get_battle_json(context: Context, battle_id: str, seat: Seat) -> bytes:
    """Return a battle as the API sends it, as JSON."""
    return to_json(context, _load_for_seat(context, battle_id, seat), battle_id, seat)


def to_json(context: Context, stored: StoredBattle, battle_id: str, seat: Seat) -> bytes:
    """Return a battle as a seat may see it, with its odds, as JSON."""
    document = {
        "id": battle_id,
        "public": stored.id,
        "procedure": stored.procedure,
        "made_at": stored.made_at,
        "seat": seat,
        "card": view_card(dict(stored.card), seat),
        "odds": rehearsals.describe_odds(context, dict(stored.card)),
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _load_for_seat(context: Context, battle_id: str, seat: Seat) -> StoredBattle:
    """Return the battle of an address; raise ``NotHere`` if the address may not show this seat."""
    opened = open_battle(context, battle_id)
    if seat != EVERYONE and not opened.whole:
        raise NotHere
    return opened.stored


def store_battle(
    context: Context, settings: Settings, seed: str, entries: Sequence[Entry] = (), owner: str = ""
) -> NewBattle:
    """Make and store the battle of exactly this seed; it begins with the given answers."""
    session = begin(find_procedure(NAME), catalog_of(context), settings, seed)
    session.table.replay(entries)
    session.fill()
    if not session.finished:
        asked = session.table.pending[0]
        raise ServiceError("UNANSWERED.table", rule=asked.rule, seat=asked.seat, ask=asked.ask)
    [make_card] = session.ready(seed)
    card, key, moment = make_card(), new_link(), now()
    transcript = [entry.json() for entry in session.table.entries]
    size = document_bytes(card, transcript, settings.json())
    check_quota(context, owner, size)
    stored = StoredBattle(
        id=public_id(key),
        procedure=NAME,
        settings=settings.json(),
        seed=seed,
        catalog=catalog_of(context).version,
        entries=transcript,
        made_at=moment,
        card=card,
        owner=owner,
        size=size,
        seen_at=moment,
    )
    context.repository.add_battle(stored)
    return NewBattle(stored, key)


def _check_same(context: Context, stored: StoredBattle) -> None:
    """Raise ``Conflict`` if the installed catalogues would give another battle than the stored one."""
    version = catalog_of(context).version
    if stored.catalog == version:
        return
    card = _replay(context, stored)
    if _without_version(card) != _without_version(stored.card):
        raise Conflict("OTHER_TABLES.battle", there=stored.catalog, here=version)


def _without_version(card: Mapping[str, Any]) -> Document:
    """Return a card without its catalogue version, for comparison."""
    return {**card, "transcript": {**card["transcript"], "catalog": None}}


def _replay(context: Context, stored: StoredBattle) -> Document:
    """Replay a battle with the procedure that made it, and return its card."""
    catalog = catalog_of(context)
    try:
        kind = find_recorded_procedure(stored.procedure)
        settings = kind.read(catalog, stored.settings)
        session = resume(kind, catalog, settings, stored.seed, map(read_entry, stored.entries))
    except HorahError as fault:
        raise Conflict(
            "DEPARTED.battle", there=stored.catalog, here=catalog.version, why=fault.message
        ) from None
    if not session.finished:
        why = say("departed.too_short")
        raise Conflict("DEPARTED.battle", there=stored.catalog, here=catalog.version, why=why)
    [make_card] = session.ready(stored.seed)
    return make_card()
