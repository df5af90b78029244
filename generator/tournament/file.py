"""A tournament as a document, to be kept, saved and opened again; and as everyone may see it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from schemas import validation
from schemas.errors import HorahError
from schemas.plain import read_json

from .cards import match_of
from .match import Match
from .model import Pairing, Plan, Player, Report, Round, Tournament

FORMAT = "hora-h/tournament/1"
SCHEMA = "tournament"
Document = dict[str, Any]


def write(tournament: Tournament) -> Document:
    """Everything, the seed included: it is its organiser's."""
    return {"format": FORMAT, **_plain(asdict(tournament))}


def seen(tournament: Tournament) -> Document:
    """As everyone may see it: the seed tells every secret of every table."""
    return {name: value for name, value in write(tournament).items() if name != "seed"}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def read(document: Document) -> Tournament:
    """A tournament that was written by :func:`write` and lay where nobody changes it."""
    return Tournament(
        game=document["game"],
        title=document["title"],
        system=document["system"],
        planned=document["planned"],
        seed=document["seed"],
        players=tuple(Player(**each) for each in document["players"]),
        rounds=tuple(_round(each) for each in document["rounds"]),
        given=document.get("given", 0),
    )


def opened(text: str) -> Tournament:
    """A tournament from a file that may have been anywhere."""
    try:
        document = read_json(text)
    except ValueError:
        raise HorahError("NO_TOURNAMENT.json") from None
    return received(document)


def received(document: Any) -> Tournament:
    """A tournament from outside: of the right shape, of a game that is here, and at one with itself."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("NO_TOURNAMENT.shape", place=fault.place or "/", why=validation.for_people(fault))
    found = read(document)
    _check(found, match_of(found.game))
    return found


def _check(found: Tournament, match: Match) -> None:
    numbers = [each.number for each in found.players]
    names = [each.name.casefold() for each in found.players]
    if len(set(numbers)) < len(numbers) or len(set(names)) < len(names):
        raise HorahError("NO_TOURNAMENT.players")
    for place, each in enumerate(found.rounds, start=1):
        seated = [number for one in each.pairings for number in one.players]
        tables = [one.table for one in each.pairings]
        if each.number != place or len(set(seated)) < len(seated) or not set(seated) <= set(numbers):
            raise HorahError("NO_TOURNAMENT.round", round=place)
        if tables != list(range(1, len(tables) + 1)):
            raise HorahError("NO_TOURNAMENT.round", round=place)
        for one in each.pairings:
            if one.report and (one.second is None or one.report.how not in match.endings):
                raise HorahError("NO_TOURNAMENT.round", round=place)


def _round(each: Document) -> Round:
    plan = each["plan"]
    return Round(
        each["number"],
        Plan(plan["kind"], tuple(plan.get("names", ())), plan.get("settings", {})),
        tuple(_pairing(one) for one in each["pairings"]),
    )


def _pairing(each: Document) -> Pairing:
    report = each.get("report")
    return Pairing(each["table"], each["first"], each["second"], Report(**report) if report else None)
