"""Every battle of a campaign gives a card: the battle's own, with what the campaign adds to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from generator.table import Shown, Table
from schemas.errors import HorahError

from ..battle.card import Card, card_of
from ..battle.state import SIDES
from .gastadores.state import Gastadores
from .normandy.state import Normandy
from .stalingrad.state import Stalingrad
from .state import Common

LANGUAGES: tuple[Language, Language] = ("es", "en")
Attached = Mapping[str, Mapping[str, Any]]  # Gastadores: the owner's cards by scenario number


def battles(table: Table[Any]) -> Iterator[tuple[Shown, Shown]]:
    """Where each battle that is ready begins and where it was ready."""
    begun: Shown | None = None
    for shown in table.stands:
        if shown.state.stage == "forces" and (begun is None or begun.state.battle != shown.state.battle):
            begun = shown
        elif shown.state.stage == "ready" and begun is not None:
            yield begun, shown


def cards_of(table: Table[Any], seed: str | None, attached: Attached | None = None) -> list[Card]:
    """The cards of all battles that are ready, the referee's; what others see is made by ``view_card``.

    A seed tells the dice of every battle to come, so it is given only when there are none.
    """
    found = []
    for begun, ready in battles(table):
        card = _card(table, begun, ready, seed, attached or {})
        if card is not None:
            found.append(card)
    return found


def makers(table: Table[Any], seed: str | None, attached: Attached | None = None) -> list[Callable[[], Card]]:
    """The same, each made when it is called; a printed scenario has a card where its owner attached it."""
    own = attached or {}
    spans = [
        (begun, ready)
        for begun, ready in battles(table)
        if not isinstance(ready.state, Gastadores) or str(ready.state.scenario) in own
    ]
    return [partial(_made, table, begun, ready, seed, own) for begun, ready in spans]


def _made(table: Table[Any], begun: Shown, ready: Shown, seed: str | None, attached: Attached) -> Card:
    card = _card(table, begun, ready, seed, attached)
    assert card is not None
    return card


def card_at(table: Table[Any], battle: int, seed: str | None, attached: Attached | None = None) -> Card:
    """The card of one battle, counted from 1."""
    spans = list(battles(table))
    if not 1 <= battle <= len(spans):
        raise HorahError(
            f"Battle {battle} is not ready; {len(spans)} battles have been made ready.",
            f"La batalla {battle} no está lista; se han preparado {len(spans)} batallas.",
            code="NO_CARD",
        )
    begun, ready = spans[battle - 1]
    card = _card(table, begun, ready, seed, attached or {})
    if card is None:
        number = ready.state.scenario
        raise HorahError(
            f"Scenario {number} is printed elsewhere: attach your card of it, or use the sheet of changes.",
            f"El escenario {number} está impreso en otra parte: adjunte su ficha, o use la hoja de cambios.",
            code="NO_CARD",
        )
    return card


def _card(table: Table[Any], begun: Shown, ready: Shown, seed: str | None, attached: Attached) -> Card | None:
    state: Common = ready.state
    if isinstance(state, Gastadores):
        from .gastadores.card import patched

        own = attached.get(str(state.scenario))
        return patched(state, own) if own is not None else None
    assert state.at_hand is not None
    card = card_of(state.at_hand, table, seed, state.procedure, begun, ready)
    for side in SIDES:
        if found := _extras(state, side):
            card["sides"][side]["extras"] = found
    return {
        **card,
        **_heading(state),
        "rules": {**card["rules"], **_rules(state)},
        "readings": _readings(state),
    }


def _heading(state: Common) -> dict[str, Any]:
    assert isinstance(state, Stalingrad | Normandy)
    place = state.sheet.positions[state.position].place
    title = {
        lang: state.catalog.term("campaign_card.title", lang).format(
            campaign=state.catalog.term(f"campaign.{state.sheet.id}", lang),
            battle=state.battle,
            position=state.position,
        )
        for lang in LANGUAGES
    }
    heading: dict[str, Any] = {
        "source": {
            "kind": "campaign",
            "campaign": state.sheet.id,
            "battle": state.battle,
            "position": state.position,
        },
        "title": title,
        "place": dict(place),
    }
    if isinstance(state, Normandy):
        heading["date"] = state.date()
    return heading


def _rules(state: Common) -> dict[str, Any]:
    """The modules and special rules of the campaign, and what the markers of this battle mean."""
    special, optional = list(state.sheet.rules), []
    if isinstance(state, Normandy) and state.reading("armor_line_of_sight") == "on":
        optional = list(state.sheet.options)
    return {
        "modules": list(state.sheet.modules),
        "special": special,
        "optional": optional,
        "text": [_text(state.catalog, key, **facts) for key, facts in _said(state)],
    }


def _said(state: Common) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(state, Stalingrad):
        yield "urban_sniper", {}
        yield "clean_up", {}
    if not isinstance(state, Normandy):
        return
    yield f"air_{state.air}", {}
    for asset in state.sheet.assets.values():
        spent = state.used.get(asset.id, 0)
        radio = f"counter.{asset.radio.replace(':', '.')}"
        if spent and asset.id not in state.cancelled:
            yield asset.id, {"count": spent, "radio": radio, "deploys": asset.free_deploys}
        elif spent:
            yield "cancelled", {"asset": f"asset.{asset.id}", "radio": radio}
    if state.used.get("german_armor") and state.reading("german_armor_attacks") == "two":
        yield "german_armor_twice", {}
    for side in SIDES:
        if count := _extras(state, side).get("scout"):
            yield "scout", {"count": count, "side": f"faction.{state.faction(side)}"}


def _extras(state: Common, side: Side) -> dict[str, int]:
    """NO-C1.54, NO-C1.74: the Scout of a command platoon, and a marker for every point of an asset."""
    found = {
        marker: count
        for force in state.sheet.forces.values()
        if force.faction == state.faction(side) and force.kind == "command"
        for marker, count in force.extras.items()
    }
    if isinstance(state, Normandy):
        for asset in state.sheet.assets.values():
            spent = state.used.get(asset.id, 0)
            if asset.side == side and asset.marker_per_point and spent and asset.id not in state.cancelled:
                found[asset.marker_per_point] = spent
    return found


def _readings(state: Common) -> list[dict[str, str]]:
    """What on this card was worked out because no printed sheet was at hand."""
    assert state.at_hand is not None
    made_up = any(force.provenance[""] == "reconstructed" for force in state.sheet.forces.values())
    return [_text(state.catalog, "reconstructed")] if made_up else []


def _text(catalog: Catalog, key: str, **facts: Any) -> dict[str, str]:
    """A sentence of the campaign in both languages; facts that name terms are said in words."""
    return {
        lang: catalog.term(f"campaign_card.{key}", lang).format(
            **{name: _fact(catalog, value, lang) for name, value in facts.items()}
        )
        for lang in LANGUAGES
    }


def _fact(catalog: Catalog, value: Any, lang: Language) -> Any:
    return catalog.term(value, lang) if isinstance(value, str) else value
