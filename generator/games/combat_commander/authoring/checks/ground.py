"""Map, edges and set-up zones: C02 to C07, C31, C37, C44, C47."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.messages import say

from ... import hexes
from ...ground.checks import check_battlefield as study
from ..card_facts import Reading
from ..force import SIDES, count_figures, opponent
from ..terrain import is_enterable, is_water
from .base import Fix, Problem, check, set_to, take_away


@check("C02", "error", "2.2.1", "/map")
def map_given(reading: Reading) -> Iterator[Problem]:
    """2.2.1, 2.3: a printed map of the catalogue, or a complete custom one with its five objectives."""
    number, custom = reading.card["map"]["number"], reading.card["map"].get("custom")
    battlefield = reading.card["map"].get("battlefield")
    if number is None and custom is None and battlefield is None:
        yield Problem("/map/number", say("finding.C02.missing"))
    yield from unknown_map(reading)
    if custom is not None:
        yield from _custom(reading)
    if battlefield is not None:
        errors = (each for each in study(reading.catalog, battlefield) if each.severity == "error")
        yield from (Problem("/map/battlefield", each.message) for each in errors)
        yield from _check_missing_objectives(reading)


def unknown_map(reading: Reading) -> Iterator[Problem]:
    """2.2.1: the catalogue has no map of this number."""
    number, maps = reading.card["map"]["number"], reading.catalog.maps
    if number is not None and number not in maps:
        text = say("finding.C02.unknown", number=number, least=min(maps), most=max(maps))
        yield Problem("/map/number", text)


def _custom(reading: Reading) -> Iterator[Problem]:
    board, terrain = reading.catalog.board, reading.terrain
    missing = [hex_id for hex_id in hexes.all_hexes(board) if hex_id not in terrain]
    if missing:
        total, some = len(hexes.all_hexes(board)), ", ".join(missing[:5]) + "…" * (len(missing) > 5)
        yield Problem(
            "/map/custom/hexes",
            say("finding.C02.hexes", there=total - len(missing), total=total, missing=some),
            _fill(reading, missing),
        )
    yield from _check_missing_objectives(reading)


def _check_missing_objectives(reading: Reading) -> Iterator[Problem]:
    """2.3: the card must give the objectives of a map that is not printed."""
    board = reading.catalog.board
    objectives = reading.card["map"].get("objectives") or {}
    absent = [str(n) for n in board.objectives if str(n) not in objectives]
    if absent:
        yield Problem(
            "/map/objectives", say("finding.C02.objectives", last=len(board.objectives), missing=absent)
        )


def _fill(reading: Reading, missing: list[str]) -> Fix:
    hexes = {**reading.card["map"]["custom"]["hexes"], **{hex_id: {"terrain": "open"} for hex_id in missing}}
    return set_to("/map/custom/hexes", hexes, say("fix.fill_open"))


@check("C03", "error", "RS.1", "/map/friendly_edge", "/map/orientation")
def edges_opposite(reading: Reading) -> Iterator[Problem]:
    """RS.1, 2.2.2: the two edges are opposite, and the orientation follows from them."""
    board, edges = reading.catalog.board, reading.card["map"]["friendly_edge"]
    if board.opposite[edges["axis"]] != edges["allied"]:
        right = board.opposite[edges["axis"]]
        yield Problem(
            "/map/friendly_edge/allied",
            say("finding.C03.edges", allied=edges["allied"], opposite=right),
            set_to("/map/friendly_edge/allied", right, say("fix.take_opposite_edge")),
        )
    orientation = board.orientation[edges["axis"]]
    if reading.card["map"]["orientation"] != orientation:
        yield Problem(
            "/map/orientation",
            say("finding.C03.orientation", orientation=orientation),
            set_to("/map/orientation", orientation, say("fix.set_orientation", orientation=orientation)),
        )


@check("C04", "error", "RS.10-RS.13", "/sides/*/setup/depth")
def depth_fits(reading: Reading) -> Iterator[Problem]:
    """The depth is at most the rows (wide) or columns (long) of the map."""
    for side in SIDES:
        setup = reading.side(side)["setup"]
        most = hexes.span(reading.catalog.board, setup["edge"])
        if setup["depth"] > most:
            place = f"/sides/{side}/setup/depth"
            yield Problem(
                place,
                say("finding.C04.depth", side=side, depth=setup["depth"], most=most),
                set_to(place, most, say("fix.set", value=most)),
            )


@check("C05", "warning", "RS.11.2")
def zones_apart(reading: Reading) -> Iterator[Problem]:
    """Zones share no hex, unless the card states the overlap, as some published ones do."""
    shared = reading.zones["axis"] & reading.zones["allied"]
    if shared and not reading.card["rules"].get("overlap"):
        yield Problem(
            "/sides/axis/setup/depth",
            say("finding.C05.overlap", count=len(shared)),
            set_to("/rules/overlap", True, say("fix.state_overlap")),
        )


@check("C06", "warning", "Tips: set-up")
def recon_zones_touch(reading: Reading) -> Iterator[Problem]:
    """Tips: set-up. The zones of two recon sides do not meet in the middle (WE-26)."""
    if any(reading.side(side)["posture"] != "recon" for side in SIDES):
        return
    depths = [reading.side(side)["setup"]["depth"] for side in SIDES]
    span = hexes.span(reading.catalog.board, reading.card["map"]["friendly_edge"]["axis"])
    row = reading.catalog.postures["recon"].depth
    if sum(depths) == span and row is not None:
        shallow = row[reading.card["map"]["orientation"]]
        yield Problem(
            "/sides/axis/setup/depth",
            say("finding.C06.touch", axis=depths[0], allied=depths[1]),
            Fix(
                say("fix.set_both", depth=shallow),
                tuple((f"/sides/{side}/setup/depth", shallow) for side in SIDES),
            ),
        )


@check("C07", "error", "RS.10-RS.13", "/sides/*/setup/order")
def order_of_setup(reading: Reading) -> Iterator[Problem]:
    """One side sets up first and one last, or both at once."""
    orders = {side: reading.side(side)["setup"]["order"] for side in SIDES}
    if sorted(orders.values()) in (["first", "last"], ["simultaneous", "simultaneous"]):
        return
    first = next((side for side in SIDES if reading.side(side)["posture"] == "defend"), SIDES[0])
    changes = tuple(
        (f"/sides/{side}/setup/order", order) for side, order in ((first, "first"), (opponent(first), "last"))
    )
    yield Problem(
        "/sides/axis/setup/order", say("finding.C07.order"), Fix(say("fix.set_first", side=first), changes)
    )


@check("C47", "warning", "RS.10-RS.13", "/sides/*/setup/fixed/*/hex")
def fixed_in_other_zone(reading: Reading) -> Iterator[Problem]:
    """RS.10 to RS.13: fixed units outside their own zone are allowed, but not in the enemy's."""
    for side in SIDES:
        theirs = reading.zones[opponent(side)] - reading.zones[side]
        for index, row in enumerate(reading.side(side)["setup"].get("fixed", ())):
            if row["hex"] in theirs:
                yield Problem(
                    f"/sides/{side}/setup/fixed/{index}/hex",
                    say("finding.C47.zone", side=side, hex=row["hex"], other=opponent(side)),
                )


@check("C31", "error", "8.2")
def force_fits_zone(reading: Reading) -> Iterator[Problem]:
    """8.2: all figures of the start fit into the hexes that can be entered."""
    limit = reading.catalog.board.stacking
    for side in SIDES:
        room = sum(is_enterable(reading, hex_id) for hex_id in reading.zones[side])
        soldiers = count_figures(reading.catalog, reading.start(side))
        if soldiers > limit * room:
            yield Problem(
                f"/sides/{side}/setup/depth",
                say("finding.C31.figures", side=side, soldiers=soldiers, room=room, limit=limit),
            )


@check("C37", "warning", "T89, T95, T98", "/markers")
def markers_in_water(reading: Reading) -> Iterator[Problem]:
    """T89, T95, T98: these markers are not placed in water terrain."""
    for index, marker in enumerate(reading.card.get("markers", ())):
        if marker["type"] in ("rubble", "blaze", "smoke") and is_water(reading, marker["hex"]):
            yield Problem(
                f"/markers/{index}",
                say("finding.C37.water", hex=marker["hex"], marker=marker["type"]),
                take_away(f"/markers/{index}", say("fix.remove_marker"), batch=True),
            )


@check("C44", "error", "PA-2.4, PA-14.2", "/map/exit_points")
def exit_points(reading: Reading) -> Iterator[Problem]:
    """PA-14.2: an empty list means that no exit VP are in play; a missing list is an error."""
    if "pacific" in reading.modules and reading.card["map"].get("exit_points") is None:
        yield Problem(
            "/map/exit_points", say("finding.C44.exits"), set_to("/map/exit_points", [], say("fix.no_exits"))
        )
