"""A small complete battle with something of everything; no official values."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from catalogs import load
from catalogs.games.schwerpunkt import Catalog
from generator.games.schwerpunkt.authored import make_blank
from generator.games.schwerpunkt.battle import Battle
from generator.games.schwerpunkt.state import State, set_up

Document = dict[str, Any]


@cache
def catalog() -> Catalog:
    result = load("schwerpunkt")
    assert isinstance(result, Catalog)
    return result


def hq(name: str, side: str, **values: Any) -> Document:
    plain = {
        "colour": "grey",
        "command": 0,
        "range": 4,
        "march_range": 2,
        "assault": 1,
        "bonus": 2,
        "morale": 7,
    }
    return {
        "id": name,
        "side": side,
        "name": name.upper(),
        **plain,
        "chit": True,
        "formation": "deployed",
        "hex": None,
        **values,
    }


def unit(name: str, side: str, hq: str | None, type_: str = "infantry", **values: Any) -> Document:
    formation = "squads" if type_ == "infantry" else "mounted" if type_ == "cavalry" else "deployed"
    return {
        "id": name,
        "side": side,
        "name": name.upper(),
        "hq": hq,
        "permitted": [],
        "sub": None,
        "type": type_,
        "carried": "foot",
        "armoured": False,
        "ap": 2,
        "at": None,
        "range": 2,
        "indirect": False,
        "armour": None,
        "assault": 2,
        "cohesion": None,
        "mp": 4,
        "deployed_mp": None,
        "formation": formation,
        "mode": "good",
        "hex": None,
        "zone": "anywhere",
        **values,
    }


def train(name: str, side: str, hq: str, kind: str = "ammunition", **values: Any) -> Document:
    plain = {"range": 8, "exhaustion": 7, "full": True, "formation": "march", "hex": None}
    return {"id": name, "side": side, "name": name.upper(), "hq": hq, "kind": kind, **plain, **values}


def forces(side: str) -> tuple[list[Document], list[Document], list[Document]]:
    s = side[0]
    units = [
        unit(f"{s}-inf-1", side, f"{s}1", sub="I", hex=f"{'01' if s == 'b' else '20'}01"),
        unit(f"{s}-inf-2", side, f"{s}1", sub="I", hex=f"{'01' if s == 'b' else '20'}01"),
        unit(f"{s}-open", side, f"{s}1", sub="I", formation="open"),
        unit(f"{s}-tanks-1", side, f"{s}1", "vehicles", at=2, armour=-2, armoured=True, cohesion=6),
        unit(f"{s}-tanks-2", side, f"{s}1", "vehicles", at=3, armour=-1, armoured=True, cohesion=7),
        unit(f"{s}-guns-1", side, f"{s}2", "artillery", ap=3, range=6, indirect=True),
        unit(f"{s}-guns-2", side, f"{s}2", "artillery", ap=2, range=6, indirect=True),
        unit(f"{s}-horse", side, f"{s}2", "cavalry"),
        unit(f"{s}-mg", side, None, "support", permitted=[f"{s}1", f"{s}2"], deployed_mp=2),
        unit(f"{s}-late", side, f"{s}2"),
    ]
    hqs = [hq(f"{s}1", side, command=-1), hq(f"{s}2", side, command=1)]
    trains = [
        train(f"{s}-ammo", side, f"{s}2"),
        train(f"{s}-fuel", side, f"{s}1", "fuel"),
        train(f"{s}-fuel-2", side, f"{s}1", "fuel", exhaustion=5),
    ]
    return hqs, units, trains


@cache
def _make_complete() -> Document:
    result = make_blank(catalog())
    hqs, units, trains = (
        list(blue) + list(red) for blue, red in zip(forces("blue"), forces("red"), strict=True)
    )
    result |= {"title": "Test", "date": "1940", "map": "A map", "hqs": hqs, "units": units, "trains": trains}
    result["clock"] = {
        "minutes": 30,
        "start": "1 18:00",
        "end": "2 10:00",
        "periods": [{"hour": "06:00", "period": "day"}, {"hour": "20:00", "period": "night"}],
        "marks": [
            {"box": "1 19:00", "kind": "weather", "side": None, "text": None},
            {"box": "1 20:30", "kind": "air", "side": None, "text": None},
            {"box": "2 01:00", "kind": "random", "side": "blue", "text": None},
            {"box": "2 02:00", "kind": "external", "side": "red", "text": "Rain in the hills."},
        ],
    }
    for side in ("blue", "red"):
        result["sides"][side] |= {
            "reserves": 3,
            "supply_points": 2,
            "heads": [{"hex": "0101", "edge": True, "link": None}],
            "air": {
                "factor": 4,
                "keeps": side == "blue",
                "table": [{"from": 1, "to": 5, "missions": 0}, {"from": 6, "to": 10, "missions": 2}],
            },
            "observers": "Everybody for everybody.",
            "dismounted": "open",
        }
    result["weather"] = {
        "states": [{"id": "clear", "name": "Clear"}, {"id": "rain", "name": "Rain"}],
        "begins": "clear",
        "table": [{"from": 1, "to": 7, "state": "clear"}, {"from": 8, "to": 10, "state": "rain"}],
    }
    result["visibility"] = [
        {"weather": name, "period": "day", "hexes": far} for name, far in (("clear", 10), ("rain", 4))
    ]
    result["random"] = [{"from": 1, "to": 10, "text": "Nothing."}]
    result["costs"] = {"move": 1, "fire": 1, "cease": 1, "reform": 1, "build": 2, "reserve": 2, "supply": 1}
    result["works"] = [{"id": "trench", "name": "Trench", "cost": 2, "boxes": 4}]
    result["barrage"] = {"units": 1, "factor": 3, "mp": 2}
    result["fire_table"] = [
        {"from": -20, "to": 5, "effect": "none", "losses": []},
        {"from": 6, "to": 9, "effect": "C+1", "losses": []},
        {"from": 10, "to": 40, "effect": "C+3", "losses": ["vehicles", "infantry_open", "mounted"]},
    ]
    result["cohesion_table"] = [
        row
        for column in ("moving", "static_vehicles", "others")
        for row in (
            {"column": column, "from": 1, "to": 3, "effect": "disorganised", "hexes": None},
            {"column": column, "from": 4, "to": 6, "effect": "neutralised", "hexes": None},
            {"column": column, "from": 7, "to": 20, "effect": "rout", "hexes": None},
        )
    ]
    result["terrain"] = [
        {"id": "clear", "name": "Clear", "fire": 0, "firing": 0, "assault": 0, "clear": True},
        {"id": "town", "name": "Town", "fire": -3, "firing": 0, "assault": 2, "clear": False},
    ]
    result["march_fire"] = 2
    result["installations"] = [{"name": "Bridge", "hex": "0505", "hits": 2}]
    result["morale_shifts"] = [{"id": "town", "text": "The town is taken", "steps": 1}]
    result["reinforcements"] = [
        {
            "id": f"{s}-later",
            "side": side,
            "box": "1 21:00",
            "hex": f"{n}01",
            "edge": True,
            "units": [f"{s}-late"],
        }
        for side, s, n in (("blue", "b", "01"), ("red", "r", "20"))
    ]
    result["victory"] = {
        "items": [
            {"text": "The town", "side": "blue", "points": 5},
            {"text": "The hill", "side": "red", "points": 3},
        ],
        "off_map": True,
        "control": None,
        "text": None,
    }
    return result


def make_complete() -> Document:
    """Return a copy of the complete battle."""
    return copy.deepcopy(_make_complete())


def example() -> Document:
    return copy.deepcopy(dict(catalog().battles["example"]))


def state(document: Document | None = None) -> State:
    return set_up(catalog(), Battle(document or make_complete()))
