"""Every battle of a campaign gives a card: the battle's own, with what the campaign adds to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from generator.table import Shown, Table
from schemas.errors import HorahError

from ..battle.card import Card, card_of
from ..battle.state import SIDES
from .registry import campaign_of
from .state import Common

Attached = Mapping[str, Mapping[str, Any]]  # the owner's cards of printed scenarios, by number
Said = tuple[str, Mapping[str, Any]]  # the key of a sentence on the card, and its facts


def battles(table: Table[Any]) -> Iterator[tuple[Shown, Shown]]:
    """Where each battle that is ready begins and where it was ready."""
    begun: Shown | None = None
    for shown in table.stands:
        if shown.state.stage == "forces" and (begun is None or begun.state.battle != shown.state.battle):
            begun = shown
        elif shown.state.stage == "ready" and begun is not None:
            yield begun, shown


def makers(table: Table[Any], seed: str | None, attached: Attached | None = None) -> list[Callable[[], Card]]:
    """The cards of all battles that are ready, the referee's, each made when it is called.

    A printed scenario has a card where its owner attached it. A seed tells the dice of every battle to come,
    so it is given only when there are none.
    """
    own = attached or {}
    return [
        partial(_card, table, begun, ready, seed, own)
        for begun, ready in battles(table)
        if missing(ready.state, own) is None
    ]


def cards_of(table: Table[Any], seed: str | None, attached: Attached | None = None) -> list[Card]:
    """The same cards, all made; what others see is made by ``view_card``."""
    return [make() for make in makers(table, seed, attached)]


def card_at(table: Table[Any], battle: int, seed: str | None, attached: Attached | None = None) -> Card:
    """The card of one battle, counted from 1."""
    spans, own = list(battles(table)), attached or {}
    if not 1 <= battle <= len(spans):
        raise HorahError("NO_CARD.not_ready", battle=battle, ready=len(spans))
    begun, ready = spans[battle - 1]
    scenario = missing(ready.state, own)
    if scenario is not None:
        raise HorahError("NO_CARD.printed", scenario=scenario)
    return _card(table, begun, ready, seed, own)


def missing(state: Common, attached: Attached) -> str | None:
    """The printed scenario of a battle, if its owner has not attached his card of it."""
    scenario = campaign_of(state).printed(state)
    return scenario if scenario is not None and scenario not in attached else None


def _card(table: Table[Any], begun: Shown, ready: Shown, seed: str | None, attached: Attached) -> Card:
    found = campaign_of(ready.state)
    own = attached.get(found.printed(ready.state) or "")
    return found.card(table, begun, ready, seed, own)


def rolled_card(
    table: Table[Any],
    begun: Shown,
    ready: Shown,
    seed: str | None,
    *,
    date: str | None = None,
    optional: Iterable[str] = (),
    said: Iterable[Said] = (),
    markers: Mapping[Side, Mapping[str, int]] | None = None,
) -> Card:
    """The card of a battle that the campaign rolled up, with what it adds.

    Its day, options agreed on, sentences that say what its markers mean, and the markers themselves.
    """
    state: Common = ready.state
    assert state.at_hand is not None
    card = card_of(state.at_hand, table, seed, state.procedure, begun, ready)
    for side in SIDES:
        if found := {**command_extras(state, side), **(markers or {}).get(side, {})}:
            card["sides"][side]["extras"] = found
    rules = {
        "modules": list(state.sheet.modules),
        "special": list(state.sheet.rules),
        "optional": [*card["rules"]["optional"], *optional],
        "text": [_text(state.catalog, key, **facts) for key, facts in said],
    }
    return {
        **card,
        **_heading(state),
        **({"date": date} if date else {}),
        "rules": {**card["rules"], **rules},
        "readings": _readings(state),
    }


def _heading(state: Common) -> dict[str, Any]:
    title = {
        lang: state.catalog.term("campaign_card.title", lang).format(
            campaign=state.catalog.term(f"campaign.{state.sheet.id}", lang),
            battle=state.battle,
            position=state.where,
        )
        for lang in state.catalog.languages
    }
    return {
        "source": {
            "kind": "campaign",
            "campaign": state.sheet.id,
            "battle": state.battle,
            "position": state.where,
        },
        "title": title,
        "place": dict(state.sheet.positions[state.where].place),
    }


def command_extras(state: Common, side: Side) -> dict[str, int]:
    """NO-C1.54: what comes with a command force and is no counter of the mix, such as the Scout."""
    return {
        marker: count
        for force in state.sheet.forces.values()
        if force.faction == state.faction(side) and force.kind == "command"
        for marker, count in force.extras.items()
    }


def _readings(state: Common) -> list[dict[str, str]]:
    """What on this card was worked out because no printed sheet was at hand."""
    assert state.at_hand is not None
    made_up = any(force.provenance[""] == "reconstructed" for force in state.sheet.forces.values())
    return [_text(state.catalog, "reconstructed")] if made_up else []


def _text(catalog: Catalog, key: str, **facts: Any) -> dict[str, str]:
    """A sentence of the campaign in every language; facts that name terms are said in words."""
    return {
        lang: catalog.term(f"campaign_card.{key}", lang).format(
            **{name: _fact(catalog, value, lang) for name, value in facts.items()}
        )
        for lang in catalog.languages
    }


def _fact(catalog: Catalog, value: Any, lang: Language) -> Any:
    return catalog.term(value, lang) if isinstance(value, str) else value
