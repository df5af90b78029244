"""Tournament documents: write, read, check a file from outside, and make the public view."""

from __future__ import annotations

from typing import Any

from generator.table.visibility import to_json_types
from schemas import validation
from schemas.errors import HorahError
from schemas.json_input import read_json

from .cards import find_match
from .match import Match
from .model import Pairing, Plan, Player, Report, Round, Tournament

FORMAT = "hora-h/tournament/1"
SCHEMA = "tournament"
Document = dict[str, Any]


def write(tournament: Tournament) -> Document:
    """Return everything, including the seed; only the organiser may see it."""
    return {"format": FORMAT, **to_json_types(tournament)}


def view_publicly(tournament: Tournament) -> Document:
    """Return the public view, without the seed, which reveals every secret of every table."""
    return {name: value for name, value in write(tournament).items() if name != "seed"}


def read(document: Document) -> Tournament:
    """Read a trusted document written by :func:`write`."""
    return Tournament(
        game=document["game"],
        title=document["title"],
        system=document["system"],
        planned=document["planned"],
        seed=document["seed"],
        players=tuple(Player(**each) for each in document["players"]),
        rounds=tuple(_read_round(each) for each in document["rounds"]),
        given=document.get("given", 0),
    )


def read_file(text: str) -> Tournament:
    """Read a tournament from an untrusted file."""
    try:
        document = read_json(text)
    except ValueError:
        raise HorahError("NO_TOURNAMENT.json") from None
    return read_untrusted(document)


def read_untrusted(document: Any) -> Tournament:
    """Read an untrusted document: check its schema, its game and its consistency."""
    fault = next(validation.problems(document, SCHEMA), None)
    if fault is not None:
        raise HorahError("NO_TOURNAMENT.shape", place=fault.place or "/", why=validation.form_message(fault))
    tournament = read(document)
    _check(tournament, find_match(tournament.game))
    return tournament


def _check(tournament: Tournament, match: Match) -> None:
    numbers = [round_.number for round_ in tournament.players]
    names = [round_.name.casefold() for round_ in tournament.players]
    if len(set(numbers)) < len(numbers) or len(set(names)) < len(names):
        raise HorahError("NO_TOURNAMENT.players")
    for place, round_ in enumerate(tournament.rounds, start=1):
        seated = [number for pairing in round_.pairings for number in pairing.players]
        tables = [pairing.table for pairing in round_.pairings]
        if round_.number != place or len(set(seated)) < len(seated) or not set(seated) <= set(numbers):
            raise HorahError("NO_TOURNAMENT.round", round=place)
        if tables != list(range(1, len(tables) + 1)):
            raise HorahError("NO_TOURNAMENT.round", round=place)
        for pairing in round_.pairings:
            if pairing.report and (pairing.second is None or pairing.report.how not in match.endings):
                raise HorahError("NO_TOURNAMENT.round", round=place)


def _read_round(data: Document) -> Round:
    plan = data["plan"]
    return Round(
        data["number"],
        Plan(plan["kind"], tuple(plan.get("names", ())), plan.get("settings", {})),
        tuple(_read_pairing(pairing) for pairing in data["pairings"]),
    )


def _read_pairing(data: Document) -> Pairing:
    report = data.get("report")
    return Pairing(data["table"], data["first"], data["second"], Report(**report) if report else None)
