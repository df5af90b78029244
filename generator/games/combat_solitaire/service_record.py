"""Service records ("201 files"): a squad's history over several games.

A record has no effect unless it is carried over into a scenario, which is a house rule.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from catalogs.games.combat_solitaire import Catalog
from generator.findings import Finding
from schemas.errors import HorahError
from schemas.json_pointer import Place
from schemas.messages import say
from schemas.validation import problems_in

from . import view

FORMAT = "hora-h/combat-service/1"
RESTING_WOUND, CARRIED_WOUND, BANDAGED_WOUND = "bad", "light", "light_bandaged"
COUNT_FIELDS = ("games", "wounds", "captured", "papers", "commendations")


_TEXT_FORM = {"type": "string", "maxLength": 200}
_MAN_FORM = {
    "type": "object",
    "required": ["id", "wounds", "fate", "prisoner", "papers"],
    "properties": {
        "id": _TEXT_FORM,
        "wounds": {"type": "array", "maxItems": 50, "items": _TEXT_FORM},
        "fate": _TEXT_FORM,
        "prisoner": {"type": "boolean"},
        "papers": {"type": "integer", "minimum": 0, "maximum": 99},
    },
}
# Schema of a game document that can be added to a record.
GAME_FORM: Mapping[str, Any] = {
    "type": "object",
    "required": ["format", "ended", "scenario", "squad", "turn", "men", "points", "level", "commends"],
    "properties": {
        "format": {"const": view.FORMAT},
        "ended": {"type": "boolean"},
        "scenario": {"type": "object", "required": ["title"], "properties": {"title": _TEXT_FORM}},
        "squad": {"type": "integer", "minimum": 1, "maximum": 6},
        "turn": {"type": "integer", "minimum": 0, "maximum": 99},
        "men": {"type": "array", "maxItems": 60, "items": _MAN_FORM},
        "points": {"type": "integer", "minimum": -9999, "maximum": 9999},
        "level": {"type": ["string", "null"], "maxLength": 120},
        "commends": {"type": "boolean"},
    },
}


def make_blank(catalog: Catalog) -> dict[str, Any]:
    men = [{"id": who, **dict.fromkeys(COUNT_FIELDS, 0), "killed": False, "note": ""} for who in catalog.men]
    return {"format": FORMAT, "id": "squad", "title": "?", "effect": "", "games": [], "men": men}


def add_game(record: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with one more finished game; refuse a game that is already in it."""
    if next(problems_in(dict(game), GAME_FORM), None) is not None:
        raise HorahError("NOT_A_GAME")
    if not game["ended"]:
        raise HorahError("NOT_FINISHED.game")
    fingerprint_ = compute_fingerprint(game)
    if any(entry["record"] == fingerprint_ for entry in record["games"]):
        raise HorahError("GAME_TWICE", title=game["scenario"]["title"])
    played = {
        "scenario": game["scenario"]["title"],
        "squad": game["squad"],
        "points": game["points"],
        "level": game["level"] or "-",
        "record": fingerprint_,
    }
    played_by_id = {entry["id"]: entry for entry in game["men"]}
    men = [
        _update_soldier(man, played_by_id[man["id"]], bool(game["commends"]))
        if man["id"] in played_by_id
        else {**man, "last_wounds": []}  # who did not play has recovered
        for man in record["men"]
    ]
    return {**record, "games": [*record["games"], played], "men": men}


def _update_soldier(man: Mapping[str, Any], played: Mapping[str, Any], commends: bool) -> dict[str, Any]:
    alive = played["fate"] != "dead"
    return {
        **man,
        "games": man["games"] + 1,
        "wounds": man["wounds"] + len(played["wounds"]),
        "killed": man["killed"] or not alive,
        "captured": man["captured"] + (played["fate"] == "captured" or played["prisoner"]),
        "papers": man["papers"] + played["papers"],
        "commendations": man["commendations"] + (commends and alive),
        "last_wounds": list(played["wounds"]),
        "missing": bool(man.get("missing")) or played["fate"] == "captured" or played["prisoner"],
    }


def carry_over(catalog: Catalog, record: Mapping[str, Any], scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scenario for the squad of a record, without the dead and missing.

    House rule: a light wound is bandaged by the next game; a bad one costs the soldier that game. Enough
    commendations promote a soldier, who then has a better TQ.
    """
    alive = [man for man in record["men"] if not man["killed"] and not man.get("missing")]
    resting = {man["id"] for man in alive if RESTING_WOUND in man.get("last_wounds", ())}
    fit = {man["id"] for man in alive} - resting
    price = catalog.figures["house_commendations"]
    carried = {
        "out": [man["id"] for man in record["men"] if man["id"] not in fit],
        "wounds": [
            {"man": man["id"], "wound": BANDAGED_WOUND}
            for man in alive
            if man["id"] in fit and CARRIED_WOUND in man.get("last_wounds", ())
        ],
        "promoted": [
            {"man": man["id"], "tq": man["commendations"] // price}
            for man in alive
            if man["id"] in fit and man["commendations"] >= price
        ],
    }
    return {**scenario, "friendly_force": {**scenario["friendly_force"], "carried": carried}}


def compute_fingerprint(game: Mapping[str, Any]) -> str:
    """Return a 16-character hash of a game's public result."""
    public = {name: game[name] for name in ("scenario", "squad", "turn", "men", "points")}
    return sha256(json.dumps(public, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def check(catalog: Catalog, record: Mapping[str, Any]) -> list[Finding]:
    findings = []
    ids = [man_["id"] for man_ in record.get("men", ())]
    for number, man in enumerate(record.get("men", ())):
        place: Place = ("men", number, "id")
        if man["id"] not in catalog.men:
            findings.append(Finding("error", "S1", place, say("check.no_man", given=man["id"])))
        if man["id"] in ids[:number]:
            findings.append(Finding("error", "S2", place, say("check.action_twice", id=man["id"])))
    if record.get("effect"):
        findings.append(Finding("note", "S3", ("effect",), say("check.house_effect")))
    return findings
