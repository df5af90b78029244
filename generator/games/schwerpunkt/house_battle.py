"""Random battles of our own, complete and playable at once: map by numbers, forces, clock, victory.

Not a rule of the game; the document's kind, page and sheets say so. All values are in the catalogue.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalogs.games.schwerpunkt import Catalog
from generator.chance import Chance, check_seed, open_part, shuffle_by_key
from generator.game import Document
from schemas.errors import HorahError

from .battle import SIDES, opposing_side
from .clock import DAY_MINUTES, HOUR_MINUTES

FRAME = "house"
NATIONS = {"blue": "german", "red": "french"}
HQ_BOUNDS = (1, 3)  # headquarters of a side
ATTACKERS = (*SIDES, "random")
OBJECTIVES = "ABCD"
HQ_VALUES = ("command", "range", "march_range", "assault", "bonus", "morale")
BASE_COLUMNS, LINE_COLUMNS = (1, 1), (2, 3)  # columns of the attacker: headquarters and trains, units
REAR_DEPTH = 3  # columns of the defender's headquarters and trains at the far edge
MARK_HOURS = {"weather": 4, "random": 5}  # hours between the marks of a kind
START_HOURS = (5, 6, 7, 8)


@dataclass(frozen=True, slots=True)
class HouseOptions:
    """The options of a random battle."""

    hqs: int = 2
    attacker: str = "random"


@dataclass(frozen=True, slots=True)
class Force:
    """The formations of a side: rows of the catalogue with the number of each regiment."""

    formations: tuple[tuple[Mapping[str, Any], int], ...]
    points: int


def make_house_battle(catalog: Catalog, wish: HouseOptions, seed: str) -> Document:
    """Make a complete battle; the same wish and seed give the same battle."""
    least, most = HQ_BOUNDS
    if not least <= wish.hqs <= most:
        raise HorahError("SKELETON", field="hqs", least=least, most=most, given=wish.hqs)
    key = f"{open_part(check_seed(seed))}/house/{wish.hqs}/{wish.attacker}"
    chance = Chance(key)
    document: Document = copy.deepcopy(_thaw(catalog.frames[FRAME]))
    attacker = wish.attacker if wish.attacker in SIDES else SIDES[chance(len(SIDES))]
    forces = _draw_forces(catalog, wish.hqs, attacker, chance)
    document["id"] = f"house-{chance(10**8):08d}"
    document["title"] = catalog.house_places[chance(len(catalog.house_places))]
    document["clock"] |= _draw_hours(catalog, document["clock"]["minutes"], chance)
    document["ground"], objectives = _draw_ground(catalog, key, chance)
    for side, force in forces.items():
        _add_force(catalog, document, side, force)
    _place_counters(catalog, document, attacker, objectives, key)
    document["first"] |= {"side": attacker, "hq": f"{attacker}-1"}
    _set_allowance(catalog, document, attacker, forces)
    return document


def _thaw(value: Any) -> Any:
    """Return a document of the catalogue as plain dictionaries and lists."""
    if isinstance(value, Mapping):
        return {name: _thaw(inner) for name, inner in value.items()}
    return [_thaw(inner) for inner in value] if isinstance(value, list | tuple) else value


def count_points(catalog: Catalog, document: Mapping[str, Any]) -> dict[str, int]:
    """Return the price of each side of a battle made here."""
    points = dict.fromkeys(SIDES, 0)
    for row in (*document["hqs"], *document["units"]):
        table = catalog.house_hqs if "command" in row else catalog.house_units
        kind = next((entry for entry in table.values() if _is_kind(entry, row)), None)
        points[row["side"]] += kind["points"] if kind else 0
    return points


def _is_kind(entry: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    name = str(row["name"])
    return bool(entry["nation"] == NATIONS[row["side"]] and name.rpartition(" ")[0] == entry["name"])


def _draw_forces(catalog: Catalog, count: int, attacker: str, chance: Chance) -> dict[str, Force]:
    """Draw both forces several times and keep the pair nearest to the wanted ratio of points."""
    want = 1 + catalog.figures["house_attack_more_percent"] / 100
    best: dict[str, Force] = {}
    least = float("inf")
    for _ in range(catalog.figures["house_tries"]):
        pair = {side: _draw_force(catalog, NATIONS[side], count, chance) for side in SIDES}
        gap = abs(pair[attacker].points - want * pair[opposing_side(attacker)].points)
        if gap < least:
            best, least = pair, gap
    return best


def _draw_force(catalog: Catalog, nation: str, count: int, chance: Chance) -> Force:
    """Draw formations of a nation; a regiment comes once."""
    rows = [row for row in catalog.house_hqs.values() if row["nation"] == nation]
    drawn: list[tuple[Mapping[str, Any], int]] = []
    while len(drawn) < count:
        row = rows[chance(len(rows))]
        number = row["numbers"][chance(len(row["numbers"]))]
        if not any(known["name"] == row["name"] and other == number for known, other in drawn):
            drawn.append((row, number))
    units = catalog.house_units
    points = sum(
        row["points"] + sum(part["count"] * units[part["unit"]]["points"] for part in row["units"])
        for row, _ in drawn
    )
    return Force(tuple(drawn), points)


def _draw_hours(catalog: Catalog, minutes: int, chance: Chance) -> dict[str, Any]:
    least, most = catalog.figures["house_hours_least"], catalog.figures["house_hours_most"]
    begins = START_HOURS[chance(len(START_HOURS))] * HOUR_MINUTES
    length = (least + chance(most - least + 1)) * HOUR_MINUTES
    marks = [
        {"box": _format_moment(begins + at), "kind": kind, "side": None, "text": None}
        for kind, hours in MARK_HOURS.items()
        for at in range(hours * HOUR_MINUTES, length, hours * HOUR_MINUTES)
    ]
    marks.sort(key=lambda mark: str(mark["box"]))
    return {"start": _format_moment(begins), "end": _format_moment(begins + length), "marks": marks}


def _format_moment(at: int) -> str:
    return f"{at // DAY_MINUTES + 1} {at % DAY_MINUTES // HOUR_MINUTES:02}:{at % HOUR_MINUTES:02}"


def format_hex(column: int, row: int) -> str:
    return f"{column:02}{row:02}"


def _draw_ground(catalog: Catalog, key: str, chance: Chance) -> tuple[Document, list[tuple[int, int]]]:
    """Draw woods, hills and four villages; the villages are the objectives, the nearest first."""
    columns, rows = catalog.figures["house_columns"], catalog.figures["house_rows"]
    terrain: dict[tuple[int, int], str] = {}
    for kind, count in (("hill", catalog.figures["house_hills"]), ("wood", catalog.figures["house_woods"])):
        for _ in range(count):
            terrain |= dict.fromkeys(_draw_patch(catalog, columns, rows, chance), kind)
    first = LINE_COLUMNS[1] + 2
    step = (columns - REAR_DEPTH - first) / (len(OBJECTIVES) - 1)
    objectives = [(first + round(n * step), 2 + chance(rows - 2)) for n in range(len(OBJECTIVES))]
    terrain |= dict.fromkeys(objectives, "village")
    marks = dict(zip(objectives, OBJECTIVES, strict=True))
    hexes = [
        {"hex": format_hex(*place), "terrain": kind, "mark": marks.get(place)}
        for place, kind in sorted(terrain.items())
    ]
    return {"columns": columns, "rows": rows, "hexes": hexes}, objectives


def _draw_patch(catalog: Catalog, columns: int, rows: int, chance: Chance) -> Iterator[tuple[int, int]]:
    """Yield the hexes of a patch that grows step by step inside the map."""
    column, row = LINE_COLUMNS[0] + chance(columns - LINE_COLUMNS[0]), 1 + chance(rows)
    for _ in range(catalog.figures["house_patch"]):
        yield column, row
        column = min(columns, max(LINE_COLUMNS[0], column - 1 + chance(3)))
        row = min(rows, max(1, row - 1 + chance(3)))


def _add_force(catalog: Catalog, document: Document, side: str, force: Force) -> None:
    """Add headquarters, units and trains, named by their regiments."""
    for place, (row, number) in enumerate(force.formations, start=1):
        hq = f"{side}-{place}"
        values = {name: row[name] for name in HQ_VALUES}
        document["hqs"].append(
            {"id": hq, "side": side, "name": f"{row['name']} {number}", "colour": None, **values}
            | {"chit": True, "formation": "deployed", "hex": None}
        )
        company = 0
        for part in row["units"]:
            kind = catalog.house_units[part["unit"]]
            for _ in range(part["count"]):
                company += 1
                document["units"].append(_make_unit(kind, side, hq, company, number))
        for train in row["trains"]:
            document["trains"].append(
                {"id": f"{hq}-{train['kind']}", "side": side, "hq": hq, "kind": train["kind"]}
                | {"name": f"{train['name']} {number}", "range": train["range"]}
                | {"exhaustion": train["exhaustion"], "full": True, "formation": "march", "hex": None}
            )


def _make_unit(kind: Mapping[str, Any], side: str, hq: str, company: int, number: int) -> Document:
    values = {name: value for name, value in kind.items() if name not in ("id", "nation", "points", "name")}
    return {
        "id": f"{hq}-{company}",
        "side": side,
        "name": f"{kind['name']} {company}/{number}",
        "hq": hq,
        "permitted": [],
        "sub": None,
        **values,
        "mode": "good",
        "hex": None,
        "zone": None,
    }


def _place_counters(
    catalog: Catalog, document: Document, attacker: str, objectives: Sequence[tuple[int, int]], key: str
) -> None:
    """1.2: the attacker begins at the left edge, the defender around the objectives; one counter a hex."""
    columns, rows = catalog.figures["house_columns"], catalog.figures["house_rows"]
    depth = range(1, rows + 1)
    base = [(column, row) for column in range(BASE_COLUMNS[0], BASE_COLUMNS[1] + 1) for row in depth]
    line = [(column, row) for column in range(LINE_COLUMNS[0], LINE_COLUMNS[1] + 1) for row in depth]
    rear = [(column, row) for column in range(columns - REAR_DEPTH + 1, columns + 1) for row in depth]
    middle = [(c, row) for c in range(LINE_COLUMNS[1] + 2, columns - REAR_DEPTH + 1) for row in depth]

    def is_near(place: tuple[int, int]) -> int:
        return min(abs(place[0] - column) + abs(place[1] - row) for column, row in objectives)

    front = sorted(shuffle_by_key(f"{key}/front", middle), key=is_near)
    pools: dict[bool, tuple[list[tuple[int, int]], list[tuple[int, int]]]] = {
        True: (list(shuffle_by_key(f"{key}/base", base)), list(shuffle_by_key(f"{key}/line", line))),
        False: (list(shuffle_by_key(f"{key}/rear", rear)), front),
    }
    for group, place in (("hqs", 0), ("trains", 0), ("units", 1)):
        for row in document[group]:
            ahead = place and not row.get("indirect")  # guns and mortars begin behind the line
            pool, spare = (
                pools[row["side"] == attacker][bool(ahead)],
                pools[row["side"] == attacker][not ahead],
            )
            row["hex"] = format_hex(*(pool or spare).pop(0))
    for side in SIDES:
        edge = 1 if side == attacker else columns
        document["sides"][side]["heads"] = [{"hex": format_hex(edge, rows // 2), "edge": True, "link": None}]


def _set_allowance(catalog: Catalog, document: Document, attacker: str, forces: Mapping[str, Force]) -> None:
    """Give victory points to the side whose force is too weak for its task."""
    share = 1 + catalog.figures["house_attack_more_percent"] / 100
    want = share * forces[opposing_side(attacker)].points
    lack = want - forces[attacker].points
    item = document["victory"]["items"][-1]
    item["side"] = attacker if lack > 0 else opposing_side(attacker)
    item["points"] = round(abs(lack) / catalog.figures["house_points_per_vp"])
    if not item["points"]:
        document["victory"]["items"].pop()
