"""Scenarios that people write: begun, saved as they go, compared, checked, priced and printed.

A scenario has an address for readers, its id, and a secret link for those who write. Every saving follows a
numbered one; of two that follow the same, one is taken and the other is told what differs.
"""

from __future__ import annotations

import copy
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.chance import check_seed
from generator.finding import Finding
from generator.games.combat_commander.authoring import scenario as beginnings
from generator.games.combat_commander.authoring.checks import meaning, structure, well_formed
from generator.games.combat_commander.authoring.document import read_card, read_part
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.guide import Proposal, propose
from generator.games.combat_commander.authoring.handicap import evened as with_even_shift
from generator.games.combat_commander.authoring.handicap import handicap as with_handicap
from generator.games.combat_commander.authoring.library import Query, linked, search
from generator.games.combat_commander.authoring.meter import Meter, meter
from generator.games.combat_commander.authoring.pricing import Price, price
from generator.games.combat_commander.battle.view import SEATS, shown_card
from generator.merging import NOTHING, merged
from generator.table import Seat
from generator.versions import Change, diff
from web.games.combat_commander.current import catalog_of
from web.service.context import Context
from web.service.errors import Conflict, NotHere, ServiceError
from web.service.printing import Printed, Wish, render
from web.service.quota import allow as allow_bytes
from web.service.secrecy import battle_seed, is_link, link_hash, new_id, new_link
from web.storage import documents as storage
from web.storage.documents import Saving, Stamp, Stored, Wanted
from web.storage.records import now
from web.storage.repository import Taken

from . import battles, rehearsals
from .shelved import KIND, marks, summary

__all__ = ["SEATS", "Begun", "Scenario", "Stale", "Study", "begin", "find", "save", "shelf", "study"]

Card = dict[str, Any]
LONGEST_NOTE = 200
PAGE = 50  # scenarios on a page of the library
MOST_BELONGING = 60


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it stands: of the library (then without a number) or written here."""

    id: str
    version: int | None
    card: Card
    at: str = ""
    listed: bool = False
    note: str = ""

    @property
    def of_library(self) -> bool:
        return self.version is None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Some of the scenarios found; the cards of those written here have only what a list shows."""

    items: tuple[Scenario, ...]
    total: int
    page: int
    size: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A new scenario: its id, which is the readers' link, and the writers' secret link, told only now."""

    id: str
    link: str
    version: int
    card: Card


@dataclass(frozen=True, slots=True)
class Study:
    """All that can be said about a card; a malformed one has findings only."""

    findings: tuple[Finding, ...]
    sound: bool
    prices: tuple[Price, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    meter: Meter | None = None

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.findings)


class Stale(Conflict):
    """Somebody else saved first. Nothing is lost: both cards are here, and what each of them changed."""

    def __init__(self, context: Context, base: Card | None, mine: Card, theirs: Scenario) -> None:
        self.mine, self.theirs = mine, theirs
        start = base if base is not None else theirs.card
        self.my_changes = diff(start, mine)
        self.their_changes = diff(start, theirs.card)
        self.together = merged(start, mine, theirs.card)
        kept = {change.place: change.after for change in diff(start, self.together)}
        self.clashes = tuple(
            change for change in self.their_changes if kept.get(change.place, NOTHING) != change.after
        )
        super().__init__("STALE", version=theirs.version)


# ------------------------------------------------------------------------------------------------ begin


def begin(context: Context, card: Mapping[str, Any], note: str = "", owner: str = "") -> Begun:
    """Keep a card as a new scenario; the link is given out here and never again."""
    link = new_link()
    whole = beginnings.authored(dict(card))
    allow_bytes(context, owner, storage.bytes_in(whole))
    stored = Stored(new_id(), link_hash(link), now(), catalog_of(context).game, KIND, owner)
    first = Saving(stored.id, 0, whole, _note(note), False, stored.made_at)
    storage.add(context.repository, stored, first, summary(whole))
    return Begun(stored.id, link, 0, whole)


def begin_new(
    context: Context,
    axis: str,
    allied: str,
    year: int,
    map_number: int,
    size: Any,
    title: str = "",
    owner: str = "",
) -> Begun:
    """From nothing: on each side what the guide gives a force of that size."""
    card = beginnings.new(catalog_of(context), axis, allied, year, map_number, size, beginnings.slug(title))
    return begin(context, well_formed({**card, "title": title}), owner=owner)


def begin_filled(
    context: Context, part: Mapping[str, Any], seed: str | None = None, owner: str = ""
) -> Begun:
    """Fill in the rest: from some fields, the others proposed by the generator."""
    return begin(context, filled(context, part, seed), owner=owner)


def begin_from_battle(
    context: Context, battle_id: str, seat: Seat = "everyone", title: str = "", owner: str = ""
) -> Begun:
    """Take a generated battle into the workbench, as a seat sees it."""
    card = battles.card(context, battle_id, seat)
    seed = str(card.get("seed") or "").partition(".")[0]
    name = beginnings.slug(title or f"battle-{seed or battles.battle(context, battle_id).id[:8]}")
    return begin(context, beginnings.from_battle(card, name, title or None), owner=owner)


def begin_imported(context: Context, content: bytes | str, owner: str = "") -> Begun:
    """A card from a file; what cannot be taken as one is refused with a sentence."""
    return begin(context, imported(content), owner=owner)


def begin_copy(context: Context, scenario_id: str, owner: str = "") -> Begun:
    """A scenario of one's own from one that can be read: of the library or of somebody else."""
    return begin(context, find(context, scenario_id).card, owner=owner)


def filled(context: Context, part: Mapping[str, Any], seed: str | None = None) -> Card:
    """A whole card from some of its fields."""
    given = read_part(json.dumps(part, ensure_ascii=False))
    chosen = check_seed(seed) if seed else battle_seed()
    name = beginnings.slug(beginnings.plain(given.get("title")) or str(given.get("id") or ""))
    return beginnings.complete(given, catalog_of(context), chosen, name)


def imported(content: bytes | str) -> Card:
    """The card in a file, well formed; whether it makes sense the checks will say."""
    return beginnings.authored(well_formed(read_card(content)))


def received(card: Mapping[str, Any]) -> Card:
    """A card that came as JSON: plain text in it and well formed, or a sentence."""
    return well_formed(read_card(json.dumps(card, ensure_ascii=False)))


# -------------------------------------------------------------------------------------------- find, save


def enter(context: Context, link: str) -> str:
    """Follow a writers' link to the id of its scenario; a wrong one finds nothing."""
    if is_link(link):
        digest = link_hash(link)
        found = storage.by_link(context.repository, digest)
        if found is not None and _ours(context, found) and hmac.compare_digest(found.link_hash, digest):
            return found.id
    raise NotHere


def _ours(context: Context, found: Stored) -> bool:
    """Is it a scenario of this game? Documents of every kind and game lie together."""
    return (found.game, found.kind) == (catalog_of(context).game, KIND)


def _is_here(context: Context, scenario_id: str) -> bool:
    found = storage.by_id(context.repository, scenario_id) if is_link(scenario_id) else None
    return found is not None and _ours(context, found)


def allow(context: Context, scenario_id: str, link: str | None) -> None:
    """May whoever has this link write this scenario?"""
    if link is None or enter(context, link) != scenario_id:
        raise NotHere


def find(context: Context, scenario_id: str, version: int | None = None) -> Scenario:
    """A scenario of the library or written here, as it stands or as it stood."""
    shelved = catalog_of(context).scenarios.get(scenario_id)
    if shelved is not None and version is None:
        return Scenario(scenario_id, None, copy.deepcopy(dict(shelved)))
    here = _is_here(context, scenario_id)
    found = storage.saving(context.repository, scenario_id, version) if here else None
    if found is None:
        raise NotHere
    return _scenario(found)


def save(
    context: Context,
    scenario_id: str,
    card: Mapping[str, Any],
    follows: int,
    *,
    note: str = "",
    listed: bool | None = None,
) -> Scenario:
    """Save a card that follows a version; if another came first nothing is changed, and Stale says all.

    A card that is the same as the version before it is not saved again.
    """
    last = find(context, scenario_id)
    assert last.version is not None
    shown = last.listed if listed is None else listed
    mine = copy.deepcopy(dict(card))
    if follows == last.version and mine == last.card and not note and shown == last.listed:
        return last
    if follows != last.version:
        raise Stale(context, _before(context, scenario_id, follows), mine, last)
    stored = storage.by_id(context.repository, scenario_id)
    allow_bytes(context, stored.owner if stored else "", storage.bytes_in(mine))
    new = Saving(scenario_id, follows + 1, mine, _note(note), shown, now())
    try:
        storage.add_saving(context.repository, new, summary(mine))
    except Taken:
        raise Stale(context, last.card, mine, find(context, scenario_id)) from None
    return _scenario(new)


def versions(context: Context, scenario_id: str) -> list[Stamp]:
    """Every version there is, the last one first."""
    found = storage.stamps(context.repository, scenario_id) if _is_here(context, scenario_id) else []
    if not found:
        raise NotHere
    return found


def changes(context: Context, scenario_id: str, before: int, after: int) -> tuple[Change, ...]:
    """What changed between two versions."""
    old, new = (find(context, scenario_id, number).card for number in (before, after))
    return diff(old, new)


def _before(context: Context, scenario_id: str, number: int) -> Card | None:
    found = storage.saving(context.repository, scenario_id, number)
    return dict(found.card) if found else None


def _scenario(found: Saving) -> Scenario:
    return Scenario(found.scenario_id, found.n, dict(found.card), found.at, found.listed, found.note)


# ------------------------------------------------------------------------------------------------ library


def shelf(context: Context, query: Query | None = None, page: int = 1, size: int = PAGE) -> Shelf:
    """The library's cards and those whose authors list them, as far as they fit; a page of them.

    Of a scenario written here only what a list shows is read.
    """
    wanted = query or Query()
    ours = [Scenario(name, None, dict(card)) for name, card in catalog_of(context).scenarios.items()]
    ours = [each for each in ours if search([each.card], wanted)]
    start = (page - 1) * size
    first = ours[start : start + size]
    sought = Wanted(catalog_of(context).game, KIND, True, marks(wanted), wanted.text or "")
    rows, total = storage.shelf(
        context.repository, sought, max(0, start - len(ours)), size - len(first) if size > len(first) else 0
    )
    return Shelf((*first, *map(_outlined, rows)), len(ours) + total, page, size)


def belonging(context: Context, found: Scenario) -> list[Scenario]:
    """The cards that belong to one by their links, in both directions; a circle is walked once."""
    ours = catalog_of(context).scenarios
    cards = {name: Scenario(name, None, dict(card)) for name, card in ours.items()}
    cards[found.id] = found
    waiting, walked = [found.id], set[str]()
    while waiting and len(cards) < len(ours) + MOST_BELONGING:
        name = waiting.pop(0)
        if name in walked:
            continue
        walked.add(name)
        waiting += [link for link in cards[name].card.get("links", ()) if link in ours]
        near = storage.marked(
            context.repository, catalog_of(context).game, KIND, [f"link:{name}"], MOST_BELONGING
        )
        ahead = (storage.by_id(context.repository, link) for link in _links(cards[name]))
        for each in (*near, *(one for one in ahead if one is not None and _ours(context, one))):
            if each.id not in cards and each.summary is not None:
                cards[each.id] = _outlined(each)
                waiting.append(each.id)
    names = linked(found.id, {name: each.card for name, each in cards.items()})
    return [cards[name] for name in names if name != found.id]


def _links(found: Scenario) -> list[str]:
    return [link for link in found.card.get("links", ()) if isinstance(link, str) and is_link(link)]


def _outlined(row: Stored) -> Scenario:
    """A scenario as a list knows it: its card has what lists show and no more."""
    return Scenario(row.id, row.n, dict(row.summary or {}), row.at, row.listed)


def forget(context: Context, scenario_id: str) -> None:
    """Delete a scenario with all its versions."""
    if not _is_here(context, scenario_id):
        raise NotHere
    storage.remove(context.repository, scenario_id)


# -------------------------------------------------------------------------------------------------- study


def study(context: Context, card: Card) -> Study:
    """Checks, prices, proposals and meter of a card."""
    malformed = tuple(structure(card))
    if malformed:
        return Study(malformed, False)
    catalog = catalog_of(context)
    return Study(
        meaning(card, catalog),
        True,
        tuple(price(card, side, catalog) for side in SIDES),
        propose(card, catalog),
        meter(card, catalog),
    )


def handicap(context: Context, card: Mapping[str, Any], side: Side) -> Card:
    """The card for players of unequal experience."""
    return with_handicap(well_formed(dict(card)), side, catalog_of(context))


def evened(context: Context, card: Mapping[str, Any]) -> Card:
    """The card with the points that its rehearsal proposes."""
    job = rehearsals.of(context, dict(card))
    if job is None or job.state != "done":
        raise ServiceError("NO_REHEARSAL")
    return with_even_shift(
        well_formed(dict(card)), rehearsals.document(job)["even_shift"], catalog_of(context)
    )


def printed(context: Context, found: Scenario, seat: Seat, wish: Wish) -> Printed:
    """A scenario on paper, for a seat."""
    key = ("scenario", found.id, str(found.version), found.at, seat, *wish.key())

    def document() -> dict[str, Any]:
        card = well_formed(found.card)
        if wish.kind == "pack":
            return {"views": {eye: shown_card(card, eye) for eye in battles.eyes_of(seat)}}
        return shown_card(card, seat)

    return render(context, catalog_of(context), key, document, wish)


# -------------------------------------------------------------------------------------------------- cards


def _note(note: str) -> str:
    return " ".join(note.split())[:LONGEST_NOTE]
