"""Scenarios of Combat Commander: creating, studying and linking them.

A scenario is a document: :mod:`web.service.documents` stores, compares, lists and deletes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.chance import check_seed
from generator.findings import Finding
from generator.games.combat_commander.authoring import scenario as beginnings
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.balance_meter import Meter, measure_balance
from generator.games.combat_commander.authoring.checks import check_meaning, require_well_formed
from generator.games.combat_commander.authoring.document import read_card, read_part
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.guide import Proposal, propose
from generator.games.combat_commander.authoring.handicap import handicap as with_handicap
from generator.games.combat_commander.authoring.handicap import shift_to_even as with_even_shift
from generator.games.combat_commander.authoring.library import Query, list_linked_cards
from generator.games.combat_commander.authoring.pricing import Price, price_side
from generator.games.combat_commander.battle.view import view_card
from generator.table import Seat
from web.games.combat_commander.request_context import catalog_of
from web.service import documents
from web.service.context import Context
from web.service.documents import DocumentLine, DocumentPage, Kind, LoadedDocument, NewDocument
from web.service.errors import ServiceError
from web.service.rendering import Rendering, RenderRequest
from web.service.tokens import new_battle_seed

from . import battles, rehearsals
from .document_summary import list_marks, summarize_card

Card = dict[str, Any]
PAGE_SIZE = 50
MAX_RELATED = 60


@dataclass(frozen=True, slots=True)
class Study:
    """Findings, prices, proposals and balance of a card; a malformed card has findings only."""

    findings: tuple[Finding, ...]
    sound: bool
    prices: tuple[Price, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    meter: Meter | None = None

    def count(self, severity: str) -> int:
        """Count the findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)


def scenario_kind(context: Context) -> Kind:
    """Return the document kind of scenarios."""
    return Kind(catalog_of(context), SCENARIO)


# ------------------------------------------------------------------------------------------------ begin


def begin(context: Context, card: Mapping[str, Any], owner: str = "") -> NewDocument:
    """Store a card as a new scenario; raise an error if it is not acceptable."""
    whole = beginnings.to_scenario(check_card(card))
    return documents.begin(context, scenario_kind(context), whole, owner, draft=True)


def begin_new(
    context: Context,
    axis: str,
    allied: str,
    year: int,
    map_number: int,
    size: Any,
    title: str = "",
    owner: str = "",
) -> NewDocument:
    """Create a scenario with the forces that the design guide gives each side for this size."""
    card = beginnings.new(
        catalog_of(context), axis, allied, year, map_number, size, beginnings.make_id(title)
    )
    return begin(context, {**card, "title": title}, owner)


def begin_filled(
    context: Context, part: Mapping[str, Any], seed: str | None = None, owner: str = ""
) -> NewDocument:
    """Create a scenario from some fields; the generator proposes the others."""
    return begin(context, complete_card(context, part, seed), owner)


def begin_from_battle(
    context: Context, battle_id: str, seat: Seat = "everyone", title: str = "", owner: str = ""
) -> NewDocument:
    """Create a scenario from a generated battle, as a seat sees it."""
    card = battles.view_battle_card(context, battle_id, seat)
    seed = str(card.get("seed") or "").partition(".")[0]
    name = beginnings.make_id(title or f"battle-{seed or battles.find_battle(context, battle_id).id[:8]}")
    return begin(context, beginnings.from_battle(card, name, title or None), owner)


def begin_copy(context: Context, scenario_id: str, owner: str = "") -> NewDocument:
    """Create a copy of a readable scenario: of the library or by another author."""
    return documents.begin_copy(context, find(context, scenario_id), owner)


def complete_card(context: Context, part: Mapping[str, Any], seed: str | None = None) -> Card:
    """Complete a card from some of its fields."""
    fields = read_part(json.dumps(part, ensure_ascii=False))
    chosen = check_seed(seed) if seed else new_battle_seed()
    name = beginnings.make_id(beginnings.to_english(fields.get("title")) or str(fields.get("id") or ""))
    return beginnings.complete(fields, catalog_of(context), chosen, name)


def check_card(card: Mapping[str, Any]) -> Card:
    """Return a card that was sent as JSON; raise an error if it is malformed."""
    return require_well_formed(read_card(json.dumps(card, ensure_ascii=False)))


# ------------------------------------------------------------------------------------------------ library


def find(context: Context, scenario_id: str, version: int | None = None) -> LoadedDocument:
    """Return a scenario, of the library or stored, in its current or an earlier version."""
    return documents.load_document(context, scenario_kind(context), scenario_id, version)


def enter(context: Context, link: str) -> str:
    """Resolve a writing link to the id of its scenario."""
    return documents.enter(context, link, scenario_kind(context))


def list_library(
    context: Context, query: Query | None = None, page: int = 1, size: int = PAGE_SIZE
) -> DocumentPage:
    """Return a page of the library's cards and the published scenarios that match."""
    wanted = query or Query()
    return documents.list_library(
        context, scenario_kind(context), wanted.text or "", page, size, list_marks(wanted)
    )


def list_related(context: Context, scenario: LoadedDocument) -> list[DocumentLine]:
    """Return the cards linked to this one in either direction, directly or through others."""
    about, game = scenario_kind(context), scenario.kind.game
    ours = {
        name: DocumentLine(name, game, about.name, summarize_card(card).shown, of_library=True)
        for name, card in catalog_of(context).scenarios.items()
    }
    lines = {**ours, scenario.id: DocumentLine(scenario.id, game, about.name, scenario.document)}
    waiting, walked = [scenario.id], set[str]()
    while waiting and len(lines) < len(ours) + MAX_RELATED:
        name = waiting.pop(0)
        if name in walked:
            continue
        walked.add(name)
        links = [link for link in lines[name].shown.get("links", ()) if isinstance(link, str)]
        waiting += [link for link in links if link in ours]
        for line in documents.list_linked(context, about, name, links, MAX_RELATED):
            if line.id not in lines:
                lines[line.id] = line
                waiting.append(line.id)
    names = list_linked_cards(scenario.id, {name: dict(line.shown) for name, line in lines.items()})
    return [lines[name] for name in names if name != scenario.id]


# -------------------------------------------------------------------------------------------------- study


def study(context: Context, card: Card, malformed: tuple[Finding, ...]) -> Study:
    """Check, price and measure a card; ``malformed`` holds the violations of its schema."""
    if malformed:
        return Study(malformed, False)
    catalog = catalog_of(context)
    return Study(
        check_meaning(card, catalog),
        True,
        tuple(price_side(card, side, catalog) for side in SIDES),
        propose(card, catalog),
        measure_balance(card, catalog),
    )


def apply_handicap(context: Context, card: Mapping[str, Any], side: Side) -> Card:
    """Return the card for players of unequal experience."""
    return with_handicap(require_well_formed(dict(card)), side, catalog_of(context))


def apply_even_shift(context: Context, card: Mapping[str, Any]) -> Card:
    """Return the card with the points that its rehearsal proposes."""
    job = rehearsals.find_rehearsal(context, dict(card))
    if job is None or job.state != "done":
        raise ServiceError("NO_REHEARSAL")
    return with_even_shift(
        require_well_formed(dict(card)), rehearsals.summarise_job(job)["even_shift"], catalog_of(context)
    )


def render_scenario(context: Context, scenario: LoadedDocument, seat: Seat, wish: RenderRequest) -> Rendering:
    """Render a scenario for a seat; a pack holds the views of several seats."""

    def content() -> dict[str, Any]:
        if wish.kind == "pack":
            return {
                "views": {eye: view_card(scenario.document, eye) for eye in battles.list_pack_seats(seat)}
            }
        return view_card(scenario.document, seat)

    documents.require_possible(scenario)
    wish = replace(wish, odds=rehearsals.find_rehearsed_odds(context, scenario.document))
    return documents.render_document(context, scenario, seat, wish, content)
