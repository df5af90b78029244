"""The "201 file": what the men went through in several games. No rule of the game, and no effect on play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.finding import Finding
from schemas.errors import HorahError
from schemas.json_pointer import Place
from schemas.said import say
from schemas.validation import problems_in

from . import view

FORMAT = "hora-h/combat-service/1"
COUNTS = ("games", "wounds", "captured", "papers", "commendations")


_WORD = {"type": "string", "maxLength": 200}
_MAN = {
    "type": "object",
    "required": ["id", "wounds", "fate", "prisoner", "papers"],
    "properties": {
        "id": _WORD,
        "wounds": {"type": "array", "maxItems": 50, "items": _WORD},
        "fate": _WORD,
        "prisoner": {"type": "boolean"},
        "papers": {"type": "integer", "minimum": 0, "maximum": 99},
    },
}
#: What a record needs of a game that somebody brings in a file.
GAME_FORM: Mapping[str, Any] = {
    "type": "object",
    "required": ["format", "ended", "scenario", "squad", "turn", "men", "points", "level", "commends"],
    "properties": {
        "format": {"const": view.FORMAT},
        "ended": {"type": "boolean"},
        "scenario": {"type": "object", "required": ["title"], "properties": {"title": _WORD}},
        "squad": {"type": "integer", "minimum": 1, "maximum": 6},
        "turn": {"type": "integer", "minimum": 0, "maximum": 99},
        "men": {"type": "array", "maxItems": 60, "items": _MAN},
        "points": {"type": "integer", "minimum": -9999, "maximum": 9999},
        "level": {"type": ["string", "null"], "maxLength": 120},
        "commends": {"type": "boolean"},
    },
}


def blank(catalog: Catalog) -> dict[str, Any]:
    men = [{"id": who, **dict.fromkeys(COUNTS, 0), "killed": False, "note": ""} for who in catalog.men]
    return {"format": FORMAT, "id": "squad", "title": "?", "effect": "", "games": [], "men": men}


def added(record: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    """The record with one more finished game; one that is in it already is refused."""
    if next(problems_in(dict(game), GAME_FORM), None) is not None:
        raise HorahError("NOT_A_GAME")
    if not game["ended"]:
        raise HorahError("NOT_FINISHED.game")
    print_ = fingerprint(game)
    if any(each["record"] == print_ for each in record["games"]):
        raise HorahError("GAME_TWICE", title=game["scenario"]["title"])
    played = {
        "scenario": game["scenario"]["title"],
        "squad": game["squad"],
        "points": game["points"],
        "level": game["level"] or "-",
        "record": print_,
    }
    took = {each["id"]: each for each in game["men"]}
    men = [
        _after(man, took[man["id"]], bool(game["commends"])) if man["id"] in took else man
        for man in record["men"]
    ]
    return {**record, "games": [*record["games"], played], "men": men}


def _after(man: Mapping[str, Any], played: Mapping[str, Any], commends: bool) -> dict[str, Any]:
    alive = played["fate"] != "dead"
    return {
        **man,
        "games": man["games"] + 1,
        "wounds": man["wounds"] + len(played["wounds"]),
        "killed": man["killed"] or not alive,
        "captured": man["captured"] + (played["fate"] == "captured" or played["prisoner"]),
        "papers": man["papers"] + played["papers"],
        "commendations": man["commendations"] + (commends and alive),
    }


def fingerprint(game: Mapping[str, Any]) -> str:
    """Sixteen characters that a game is known by: what everyone may see of its end."""
    seen = {name: game[name] for name in ("scenario", "squad", "turn", "men", "points")}
    return sha256(json.dumps(seen, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def check(catalog: Catalog, record: Mapping[str, Any]) -> list[Finding]:
    found = []
    ids = [each["id"] for each in record.get("men", ())]
    for number, man in enumerate(record.get("men", ())):
        place: Place = ("men", number, "id")
        if man["id"] not in catalog.men:
            found.append(Finding("error", "S1", place, say("check.no_man", given=man["id"])))
        if man["id"] in ids[:number]:
            found.append(Finding("error", "S2", place, say("check.action_twice", id=man["id"])))
    if record.get("effect"):
        found.append(Finding("note", "S3", ("effect",), say("check.house_effect")))
    return found
