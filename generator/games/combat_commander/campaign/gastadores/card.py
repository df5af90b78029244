"""Gastadores: the owner's card of a printed scenario with the campaign's patches and resources.

If no card is attached, the sheet of changes lists the same in words.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Patch, Resource
from catalogs.games.combat_commander.model import Side
from generator.table import Shown, Table

from ...authoring.force import list_lots
from ...authoring.handicap import find_similar_leader
from ...authoring.pricing import compute_side_points
from ...battle.card import Card
from ...battle.state import SIDES, opponent
from .resources import HIDDEN, RECON
from .state import Gastadores


def printed(state: Gastadores) -> str:
    """Return the number of the scenario, whose card the owner has."""
    return str(state.scenario)


def card(_: Table[Any], __: Shown, ready: Shown, ___: str | None, own: Mapping[str, Any] | None) -> Card:
    """Return the attached card as this campaign plays it."""
    assert own is not None
    return patched(ready.state, own)


def sheet_of_changes(state: Gastadores) -> dict[str, Any]:
    """Return the campaign's changes to the printed scenario in words: patches first, then resources."""
    assert state.scenario is not None
    scenario = state.sheet.scenarios[state.scenario]
    return {
        "scenario": scenario.number,
        "phase": scenario.phase,
        "dates": dict(state.phase.dates),
        "patches": [dict(patch.text) for patch in scenario.patches],
        "resources": [
            {"side": r.side, "title": dict(r.title), "summary": dict(r.summary)}
            for r in map(state.resource, state.in_force)
        ],
    }


def patched(state: Gastadores, own: Mapping[str, Any]) -> Card:
    """Return the attached card with patches, resources, options and points."""
    assert state.scenario is not None
    card: Card = copy.deepcopy(dict(own))
    card["source"] = {
        "kind": "campaign",
        "campaign": state.sheet.id,
        "battle": state.battle,
        "position": str(state.scenario),
    }
    for patch in state.sheet.scenarios[state.scenario].patches:
        _patch(state, card, patch)
    resources = [state.resource(name) for name in state.in_force]
    for resource in resources:
        _grant(state.catalog, card, resource)
    _set_up_order(card, resources)
    named = card["rules"].get("optional", [])
    if agreed := [one for one in state.settings.optional if one not in named]:
        card["rules"]["optional"] = [*named, *agreed]
    for side in SIDES:
        card["points"][side] = compute_side_points(card, side, state.catalog)
    return card


def _patch(state: Gastadores, card: Card, patch: Patch) -> None:
    """Ajustes: change the card, or add a special rule in words if the card has no field for it."""
    figures = patch.figures
    if patch.kind == "map":
        sheet = state.catalog.maps_in(card["edition"])[figures["map"]]
        card["map"]["number"] = sheet.number
        known = sheet.objectives
        card["map"]["objectives"] = {str(n): hex_ for n, hex_ in known.items()} if known else None
    elif patch.kind == "edges":
        edges = dict(figures["edges"])
        card["map"]["friendly_edge"] = edges
        card["map"]["orientation"] = state.catalog.board.orientation[edges["axis"]]
        for side in SIDES:
            card["sides"][side]["setup"]["edge"] = edges[side]
    elif patch.kind == "control":
        card["objectives"]["control"][str(figures["objective"])] = figures["side"]
    elif patch.kind == "posture":
        force = card["sides"][figures["side"]]
        force["posture"] = figures["posture"]
        force["hand"] = state.catalog.postures[figures["posture"]].hand
    else:
        _say(card, patch.text)


def _grant(catalog: Catalog, card: Card, resource: Resource) -> None:
    """Tablas de Recursos: apply a resource to the card."""
    figures, own = resource.figures, card["sides"][resource.side]
    if resource.effect == "surrender":
        force = card["sides"][figures["side"]]
        if force["surrender"] is not None:
            force["surrender"] = -(-force["surrender"] // figures["divisor"])
    elif resource.effect == "discard_limit":
        force = card["sides"][figures["side"]]
        limit = force["discard_limit"]
        force["discard_limit"] = figures["limit"] if limit is None else min(limit, figures["limit"])
    elif resource.effect == "radio":
        _take_radio(own, figures["radio"])
    elif resource.effect == "reinforcements":
        arrival = {
            "space": figures["time_space"],
            "leaders": [_leader(catalog, card, figures["leader"])],
            "counters": dict(figures["counters"]),
        }
        own.setdefault("reinforcements", []).append(arrival)
    elif resource.effect == "pieces":
        for piece, count in figures["counters"].items():
            own["counters"][piece] = own["counters"].get(piece, 0) + count
        _fortify(card, resource.side, figures["fortifications"])
    elif resource.effect == "fortifications":
        _fortify(card, resource.side, figures["fortifications"])
    if resource.effect not in ("surrender", "discard_limit", "fortifications"):
        _say(card, {lang: f"{resource.title[lang]}. {resource.summary[lang]}" for lang in resource.title})


def _take_radio(own: dict[str, Any], radio: str) -> None:
    """Replace any radio that the scenario gives, at the start or later."""
    own["radio"] = radio
    arrivals = [
        {part: value for part, value in arrival.items() if part != "radio"}
        for arrival in own.get("reinforcements", ())
    ]
    if arrivals:
        own["reinforcements"] = [one for one in arrivals if one["leaders"] or one["counters"]]


def _leader(catalog: Catalog, card: Card, named: str) -> str:
    """Return the leader the table names, or a similar one if the scenario already has that leader."""
    taken = {lot.ref for side in SIDES for lot in list_lots(card, side, catalog)}
    if named not in taken:
        return named
    other = find_similar_leader(catalog, catalog.leaders[named], taken)
    return other.ref if other else named


def _fortify(card: Card, side: Side, works: Mapping[str, int]) -> None:
    for kind, count in works.items():
        card["fortifications"].append({"side": side, "type": kind, "count": count, "paid": "card"})


def _set_up_order(card: Card, resources: list[Resource]) -> None:
    """Hidden deployment: both at once and not deep; reconnaissance: the enemy first."""
    for resource in resources:
        if resource.effect == HIDDEN:
            for side in SIDES:
                setup = card["sides"][side]["setup"]
                setup["order"] = "simultaneous"
                setup["depth"] = min(setup["depth"], resource.figures["most_depth"])
    for resource in resources:
        if resource.effect == RECON:
            card["sides"][opponent(resource.side)]["setup"]["order"] = "first"
            card["sides"][resource.side]["setup"]["order"] = "last"


def _say(card: Card, text: Mapping[Any, str]) -> None:
    rules = card["rules"]
    rules["text"] = [*rules.get("text", []), {str(lang): words for lang, words in text.items()}]
