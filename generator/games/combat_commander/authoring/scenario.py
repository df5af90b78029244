"""Start of an authored scenario: from nothing, from a generated battle, or from a few given fields."""

from __future__ import annotations

import copy
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Counter, Leader, Side, Size
from generator.authoring import require_playable
from schemas.errors import HorahError

from ..battle.make import make
from ..battle.settings import Settings
from ..ground.authored import BATTLEFIELD
from .card import Card
from .checks import require_well_formed
from .document import FORMAT
from .force import SIDES
from .guide import follow
from .pricing import compute_side_points, round_half_up

#: Fields of a card that make up a force.
FORCE_FIELDS = ("leaders", "counters", "support", "radio", "reinforcements", "bound")
#: Fields about the making of a generated battle that a scenario does not have.
MAKING_FIELDS = ("seat", "commitment", "events")
MAX_ID_LENGTH = 60


def new(
    catalog: Catalog,
    axis: str,
    allied: str,
    year: int,
    map_number: int,
    size: Size = "platoon",
    id_: str = "draft",
) -> Card:
    """Return a new card: on each side a force of that size by the guide, with its proposals applied."""
    factions: dict[Side, str] = {"axis": axis, "allied": allied}
    for faction in factions.values():
        _require_faction(faction, catalog)
    if map_number not in catalog.maps:
        raise HorahError("BAD_MAP.unknown", map=map_number)
    if size not in catalog.guide.size_fraction:
        raise HorahError("BAD_SIZE.unknown", size=size, known=list(catalog.guide.size_fraction))
    board, sheet = catalog.board, catalog.maps[map_number]
    edges = {"axis": board.edges[1], "allied": board.opposite[board.edges[1]]}
    card: Card = {
        "format": FORMAT,
        "id": id_,
        "title": "",
        "source": {"kind": "scenario"},
        "seed": None,
        "edition": None,
        "year": year,
        "map": {
            "number": map_number,
            "orientation": board.orientation[edges["axis"]],
            "friendly_edge": edges,
            "objectives": {str(n): hex_id for n, hex_id in sheet.objectives.items()}
            if sheet.objectives
            else None,
        },
        "marker": 0,
        "time": 0,
        "sudden_death": 1,
        "initiative": "axis",
        "first_turn": "axis",
        "objectives": {
            "open": [],
            "secret": {"axis": [], "allied": []},
            "random": {
                "open": catalog.procedure.open_chits,
                "axis": catalog.procedure.secret_chits,
                "allied": catalog.procedure.secret_chits,
            },
            "control": {str(number): "none" for number in board.objectives},
        },
        "sides": {
            side: _make_side(catalog, faction, size, edges[side]) for side, faction in factions.items()
        },
        "fortifications": [],
        "mine_strength": catalog.procedure.default_mine_strength,
        "rules": {},
        "points": {"axis": None, "allied": None},
        "settings": {},
        "transcript": None,
    }
    return settle(card, catalog)


def settle(card: Card, catalog: Catalog) -> Card:
    """Apply all proposals of the guide, and their consequences: first turn, set-up order, points."""
    result = follow(card, catalog)
    result["first_turn"] = result["initiative"]
    for side in SIDES:
        # RS.10-RS.13: a defender sets up first; on recon the holder of the Initiative.
        posture = result["sides"][side]["posture"]
        first = {"defend": True, "attack": False}.get(posture, result["initiative"] == side)
        result["sides"][side]["setup"]["order"] = "first" if first else "last"
    return update_points(result, catalog)


def update_points(card: Card, catalog: Catalog) -> Card:
    """Return the card with up-to-date points."""
    return {**card, "points": {side: compute_side_points(card, side, catalog) for side in SIDES}}


def _require_faction(faction: str, catalog: Catalog) -> None:
    if faction not in catalog.factions:
        raise HorahError("BAD_FACTION.unknown", faction=faction, known=list(catalog.factions))


def _make_side(catalog: Catalog, faction: str, size: Size, edge: str) -> dict[str, Any]:
    """Tips: squads, leaders. Return a side with line squads and leaders of the Leader table by the guide."""
    guide = catalog.guide
    squads = round_half_up(guide.company_squads[faction] * guide.size_fraction[size])
    squad = next(c for c in catalog.counters.values() if _is_line_squad(c, faction))
    leaders = [leader for leader in catalog.leaders.values() if _is_table_leader(leader, faction)]
    middle = sorted(leaders, key=lambda leader: leader.points)[len(leaders) // 4 :]
    return {
        "faction": faction,
        "nationality": None,
        "formation": None,
        "chit": None,
        "size": size,
        "quality": "line",
        "orders": 1,
        "posture": "recon",
        "hand": catalog.postures["recon"].hand,
        "surrender": 1,
        "discard_limit": catalog.factions[faction].discard_limit,
        "leaders": [leader.ref for leader in middle[: guide.leaders[size]]],
        "counters": {squad.ref: squads},
        "support": [],
        "radio": None,
        "setup": {"order": "first", "depth": 1, "edge": edge},
    }


def _is_line_squad(counter: Counter, faction: str) -> bool:
    return (counter.faction, counter.kind, counter.quality) == (faction, "squad", "line")


def _is_table_leader(leader: Leader, faction: str) -> bool:
    return (leader.faction, leader.source) == (faction, "table")


def from_battle(card: Card, id_: str, title: str | None = None) -> Card:
    """Turn a generated battle into a scenario without transcript that names its origin.

    Secret chits hidden in this view are drawn again at the table.
    """
    result: Card = copy.deepcopy(card)
    for field in ("seat", "commitment"):
        result.pop(field, None)
    result["id"], result["title"] = id_, title or id_
    result["source"] = {**card.get("source", {}), "kind": "scenario", "name": _name_origin(card)}
    result["seed"], result["transcript"], result["settings"] = None, None, {}
    objectives = result["objectives"]
    for side in SIDES:
        if objectives["secret"][side] == "hidden":
            objectives["secret"][side] = []
            objectives.setdefault("random", {})[side] = 1
    return result


def to_scenario(card: Card) -> Card:
    """Return a scenario: convert a generated battle, and remove the fields of its making."""
    secret = card["objectives"]["secret"].values()
    if card.get("transcript") or any(name in card for name in MAKING_FIELDS) or "hidden" in secret:
        name = str(card.get("id") or make_id(to_english(card.get("title"))))
        title = card.get("title")
        card = {**from_battle(card, name), "title": title if title is not None else name}
    return {name: value for name, value in card.items() if name not in MAKING_FIELDS}


def make_id(title: str) -> str:
    """Make an id for a card from its title."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:MAX_ID_LENGTH] or "draft"


def to_english(text: Any) -> str:
    """Return a text of a card, in English if it stands in several languages."""
    return str(text.get("en", "")) if isinstance(text, Mapping) else str(text or "")


def _name_origin(card: Card) -> str:
    seed = card.get("seed")
    return f"battle {seed}" if seed else "battle"


def complete(given: Mapping[str, Any], catalog: Catalog, seed: str, id_: str = "draft") -> Card:
    """Return a whole card from the fields an author gives; the generator proposes the rest.

    ``given`` is a part of a card: year, map number, factions, sizes, and on either side as much of a force as
    there is. If the author gives a force, the guide sets VP, posture, orders and the like for both forces,
    and the generator's fortifications are removed; otherwise everything else is the generator's.
    """
    _check_given(given, catalog)
    if given.get("map", {}).get("battlefield") is not None:
        require_playable(catalog, BATTLEFIELD, given["map"]["battlefield"])
    battle = make(catalog, make_settings(given), seed).card()
    return _fill_in(given, catalog, from_battle(battle, id_))


def _fill_in(given: Mapping[str, Any], catalog: Catalog, card: Card) -> Card:
    forces = [
        side for side in SIDES if any(part in given.get("sides", {}).get(side, {}) for part in FORCE_FIELDS)
    ]
    if not forces:
        _lay_over(card, given)
        return update_points(require_well_formed(card), catalog)
    for side in forces:
        _clear(card["sides"][side])
    card.update(fortifications=[], mine_strength=catalog.procedure.default_mine_strength)
    _lay_over(card, given)
    card = _restore_given(settle(require_well_formed(card), catalog), given)
    _hand_out_objectives(card)
    card = _restore_given(settle(_restore_given(card, given), catalog), given)
    return update_points(card, catalog)


def _check_given(given: Mapping[str, Any], catalog: Catalog) -> None:
    """Raise if a given field that the generator uses has the wrong type or value."""
    sides = given.get("sides", {})
    wrong = [key for key in ("sides", "map") if not isinstance(given.get(key, {}), dict)]
    if not isinstance(given.get("year", 0), int):
        wrong.append("year")
    if not wrong:
        if not isinstance(given.get("map", {}).get("number"), int | None):
            wrong.append("map/number")
        wrong += [f"sides/{side}" for side in SIDES if not isinstance(sides.get(side, {}), dict)]
    if not wrong:
        for side in SIDES:
            if "faction" in sides.get(side, {}):
                _require_faction(str(sides[side]["faction"]), catalog)
            if sides.get(side, {}).get("size") not in (None, *catalog.guide.size_fraction):
                wrong.append(f"sides/{side}/size")
    if wrong:
        raise HorahError("BAD_PART", fields=wrong)


def make_settings(given: Mapping[str, Any]) -> Settings:
    """Return the generator's settings that match the given fields."""
    sides = given.get("sides", {})
    settings = Settings(holes="remedy")
    if "year" in given:
        settings = replace(settings, years=(given["year"],))
    if given.get("map", {}).get("number") is not None:
        settings = replace(settings, map=given["map"]["number"])
    elif given.get("map", {}).get("battlefield") is not None:
        settings = replace(settings, kept_battlefield=given["map"]["battlefield"])
    for side in SIDES:
        if "faction" in sides.get(side, {}):
            settings = replace(settings, **{side: sides[side]["faction"]})
    sizes = {sides[side]["size"] for side in SIDES if sides.get(side, {}).get("size")}
    if sizes:
        settings = replace(settings, sizes=tuple(sorted(sizes)))
    return settings


def _clear(force: dict[str, Any]) -> None:
    """Remove the generated force to make room for the author's."""
    force.update(leaders=[], counters={}, support=[], radio=None, formation=None, chit=None, nationality=None)
    for part in ("reinforcements", "bound", "rules", "radio_cost", "point_value", "initiative"):
        force.pop(part, None)
    force["setup"].pop("fixed", None)


def _hand_out_objectives(card: Card) -> None:
    """RS.10, RS.13: give all objectives to a defender, or to nobody on recon."""
    defender = next((side for side in SIDES if card["sides"][side]["posture"] == "defend"), "none")
    card["objectives"]["control"] = dict.fromkeys(card["objectives"]["control"], defender)


def _lay_over(card: dict[str, Any], given: Mapping[str, Any]) -> None:
    """Set every given field; lists and counts replace the old ones entirely."""
    for key, value in given.items():
        inner = card.get(key)
        if isinstance(value, Mapping) and isinstance(inner, dict) and key not in ("counters", "hexes"):
            _lay_over(inner, value)
        else:
            card[key] = copy.deepcopy(value)


def _restore_given(card: Card, given: Mapping[str, Any]) -> Card:
    """Restore the author's fields after the guide's proposals."""
    result: Card = copy.deepcopy(card)
    _lay_over(result, given)
    return result
