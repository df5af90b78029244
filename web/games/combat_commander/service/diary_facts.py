"""Details of a battle for the diary, found by its address: a quick battle, a scenario, or a battle of a
table or tournament.

Only public information is returned, and only the public address is stored, because a key opens every seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from exports.games.combat_commander.situation import card_title
from generator.game import Document
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.play.result import make_campaign_report
from generator.games.combat_commander.play.state import get_play
from generator.table import EVERYONE
from generator.tournament import cards
from generator.tournament.match import Match
from schemas.errors import HorahError
from web.service import tables, tournaments
from web.service.context import Context
from web.service.errors import NotHere
from web.service.tables.access import Sitting

from . import battles, rehearsals, scenarios

PLACES = ("first", "second")


@dataclass(frozen=True, slots=True)
class FoundBattle:
    """A card, its public address, and other known details of the evening."""

    card: Document
    path: str
    evening: str = ""
    names: Mapping[str, str] = field(default_factory=dict)  # names of the players, by side
    result: Mapping[str, str] = field(default_factory=dict)
    titles: tuple[str, ...] = ()  # by which people name a scenario


def describe_address(context: Context, address: str, match: Match, formatter: Any) -> Document:
    """Return title, map, nations, postures, players, rehearsed odds and result.

    Return an empty document if there is no battle.
    """
    try:
        battle = _resolve(context, *_split_address(address))
        facts = describe_card(battle.card, match, formatter)
    except (NotHere, KeyError):  # KeyError: a card of another game
        return {}
    players = {
        place: {"name": battle.names.get(side, ""), **facts[place]}
        for place, side in zip(PLACES, SIDES, strict=True)
    }
    odds = _get_odds(context, battle.card)
    more = {"odds": odds, "path": battle.path, "evening": battle.evening, "titles": battle.titles}
    return {**facts, **more, **battle.result, **players}


def find_public_card(context: Context, address: str) -> tuple[Document, str, float | None]:
    """Return the card at an address as everyone sees it, its public path and its rehearsed odds."""
    battle = _resolve(context, *_split_address(address))
    return battle.card, battle.path, _get_odds(context, battle.card)


def describe_card(card: Document, match: Match, formatter: Any) -> Document:
    """Return title, map, nations and postures from a card."""
    number = card["map"].get("number")
    fighters = {
        place: {"nation": card["sides"][side]["faction"], "posture": _get_posture(card, side, match)}
        for place, side in zip(PLACES, SIDES, strict=True)
    }
    return {"title": card_title(card, formatter), "map": "" if number is None else str(number), **fighters}


def _get_odds(context: Context, card: Document) -> float | None:
    try:
        return rehearsals.get_odds(context, card)
    except (HorahError, KeyError):  # a card that cannot be rehearsed
        return None


def _get_posture(card: Document, side: str, match: Match) -> str:
    posture = card["sides"][side]["posture"]
    return posture if posture in match.postures else ""


def _resolve(context: Context, steps: tuple[str, ...], number: int) -> FoundBattle:
    """Resolve the path of an address, and the number of the battle in it."""
    match steps:
        case (name,) | (*_, "battles", name) if "tables" not in steps:
            public = battles.open_battle(context, name).stored.id
            return FoundBattle(battles.view_battle_card(context, name, EVERYONE), f"/battles/{public}")
        case (*_, "scenarios", name):
            return _find_scenario(context, name)
        case (*_, "tables", name):
            return _find_at_table(context, name, number)
        case (*_, "tables", name, "battles", place) if place.isascii() and place.isdigit() and len(place) < 4:
            return _find_at_table(context, name, int(place))
        case (*_, "tournaments", name, played, table) if f"{played}{table}".isdecimal():
            return _find_in_tournament(context, name, int(played), int(table))
    raise NotHere


def _find_scenario(context: Context, name: str) -> FoundBattle:
    """Return a scenario of the library or by an author."""
    scenario = scenarios.find(context, name)
    if scenario.malformed:
        raise NotHere
    title = scenario.document.get("title") or ""
    titles = tuple(title.values()) if isinstance(title, Mapping) else (title,)
    card = view_card(scenario.document, EVERYONE)
    return FoundBattle(card, f"/scenarios/{name}", titles=tuple(filter(None, titles)))


def _find_at_table(context: Context, name: str, place: int) -> FoundBattle:
    """Return a card of a table by its number, or its last card."""
    table = tables.enter(context, name).table
    with tables.view_table(context, Sitting(table, EVERYONE)) as view:
        number = place or view.ready
        if not 1 <= number <= view.ready:
            raise NotHere
        state = view.state
        if view.procedure.kind == "fight":
            return _find_fight(view, table)
        history = (state["state"] or {}).get("history", ())
        report = next((battle for battle in history if battle["battle"] == number), None)
        path = f"/tables/{table}" + (f"/battles/{number}" if view.procedure.kind == "campaign" else "")
        return FoundBattle(
            view.card(number),
            path,
            state["title"],
            state["names"],
            _describe_result(report) if report else {},
        )


def _find_fight(view: tables.View, table: str) -> FoundBattle:
    """Return the card and the result of a finished fight."""
    report = make_campaign_report(get_play(view.live.table).fight, {"brought": None})
    state = view.state
    return FoundBattle(
        view.card(view.ready)["card"],
        f"/tables/{table}",
        state["title"],
        state["names"],
        _describe_result(report),
    )


def _describe_result(report: Mapping[str, Any]) -> dict[str, str]:
    """Return the reported result of a battle."""
    winner = PLACES[SIDES.index(report["winner"])]
    return {"winner": winner, "how": report["ended"], "vp": str(abs(report["marker"]))}


def _find_in_tournament(context: Context, name: str, number: int, table: int) -> FoundBattle:
    """Return the battle of a tournament table that was already rolled up."""
    sight = tournaments.read(context, name)
    if not cards.is_generated(sight.tournament, number, table):
        raise NotHere
    card = cards.view_table_card(sight.tournament, sight.catalog, number, table, EVERYONE)
    return FoundBattle(dict(card), f"/tournaments/{sight.id}")


def _split_address(address: str) -> tuple[tuple[str, ...], int]:
    """Split an address into the steps of its path and the number of the battle in its query."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise NotHere from None
    asked = parse_qs(parts.query).get("battle", [""])[0]
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
    return tuple(step for step in parts.path.split("/") if step), number
