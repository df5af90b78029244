"""Cards of campaign battles: the battle's card with the campaign's additions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from generator.table import Shown, Table
from schemas.errors import HorahError

from ..battle.card import Card, make_card
from ..battle.state import SIDES
from .registry import get_definition
from .state import Common

Attached = Mapping[str, Mapping[str, Any]]  # the owner's cards of printed scenarios, by number
Message = tuple[str, Mapping[str, Any]]  # the key of a sentence on the card, and its facts


def iterate_battles(table: Table[Any]) -> Iterator[tuple[Shown, Shown]]:
    """Yield for each battle that is ready where it begins and where it was ready."""
    begun: Shown | None = None
    for shown in table.stands:
        if shown.state.stage == "forces" and (begun is None or begun.state.battle != shown.state.battle):
            begun = shown
        elif shown.state.stage == "ready" and begun is not None:
            yield begun, shown


def list_card_makers(
    table: Table[Any], seed: str | None, attached: Attached | None = None
) -> list[Callable[[], Card]]:
    """Return makers of the referee's cards of all battles that are ready.

    A printed scenario has a card only if its owner attached one. Pass a seed only after the last battle,
    because it reveals all dice to come.
    """
    own = attached or {}
    return [
        partial(_make_card, table, begun, ready, seed, own)
        for begun, ready in iterate_battles(table)
        if find_missing_scenario(ready.state, own) is None
    ]


def make_cards(table: Table[Any], seed: str | None, attached: Attached | None = None) -> list[Card]:
    """Return the referee's cards of all battles that are ready; ``view_card`` makes the views."""
    return [make() for make in list_card_makers(table, seed, attached)]


def make_card_at(table: Table[Any], battle: int, seed: str | None, attached: Attached | None = None) -> Card:
    """Return the card of one battle, counted from 1."""
    spans, own = list(iterate_battles(table)), attached or {}
    if not 1 <= battle <= len(spans):
        raise HorahError("NO_CARD.not_ready", battle=battle, ready=len(spans))
    begun, ready = spans[battle - 1]
    scenario = find_missing_scenario(ready.state, own)
    if scenario is not None:
        raise HorahError("NO_CARD.printed", scenario=scenario)
    return _make_card(table, begun, ready, seed, own)


def find_missing_scenario(state: Common, attached: Attached) -> str | None:
    """Return the printed scenario of a battle, if its owner has not attached a card for it."""
    scenario = get_definition(state).printed(state)
    return scenario if scenario is not None and scenario not in attached else None


def _make_card(table: Table[Any], begun: Shown, ready: Shown, seed: str | None, attached: Attached) -> Card:
    definition = get_definition(ready.state)
    own = attached.get(definition.printed(ready.state) or "")
    return definition.card(table, begun, ready, seed, own)


def make_rolled_card(
    table: Table[Any],
    begun: Shown,
    ready: Shown,
    seed: str | None,
    *,
    date: str | None = None,
    optional: Iterable[str] = (),
    said: Iterable[Message] = (),
    markers: Mapping[Side, Mapping[str, int]] | None = None,
) -> Card:
    """Return the card of a rolled-up battle with the campaign's date, options, sentences and markers."""
    state: Common = ready.state
    assert state.at_hand is not None
    card = make_card(state.at_hand, table, seed, state.procedure, begun, ready)
    for side in SIDES:
        if extras := {**command_extras(state, side), **(markers or {}).get(side, {})}:
            card["sides"][side]["extras"] = extras
    rules = {
        "modules": list(state.sheet.modules),
        "special": list(state.sheet.rules),
        "optional": [*card["rules"]["optional"], *optional],
        "text": [_translate(state.catalog, key, **facts) for key, facts in said],
    }
    return {
        **card,
        **_make_heading(state),
        **({"date": date} if date else {}),
        "rules": {**card["rules"], **rules},
        "readings": _list_readings(state),
    }


def _make_heading(state: Common) -> dict[str, Any]:
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
    """NO-C1.54: return what comes with a command force and is no counter of the mix, such as the Scout."""
    return {
        marker: count
        for force in state.sheet.forces.values()
        if force.faction == state.faction(side) and force.kind == "command"
        for marker, count in force.extras.items()
    }


def _list_readings(state: Common) -> list[dict[str, str]]:
    """Return a remark if forces on this card were reconstructed without a printed sheet."""
    assert state.at_hand is not None
    made_up = any(force.provenance[""] == "reconstructed" for force in state.sheet.forces.values())
    return [_translate(state.catalog, "reconstructed")] if made_up else []


def _translate(catalog: Catalog, key: str, **facts: Any) -> dict[str, str]:
    """Return a sentence of the campaign in every language; facts that name terms are translated."""
    return {
        lang: catalog.term(f"campaign_card.{key}", lang).format(
            **{name: _translate_fact(catalog, value, lang) for name, value in facts.items()}
        )
        for lang in catalog.languages
    }


def _translate_fact(catalog: Catalog, value: Any, lang: Language) -> Any:
    return catalog.term(value, lang) if isinstance(value, str) else value
