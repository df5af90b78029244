"""Rules that were read wrong once; each example cites the line of the rule text."""

from __future__ import annotations

from typing import Any

import pytest

from exports.game import render
from generator.game import Document
from generator.games.schwerpunkt.hexes import measure_distance
from generator.games.schwerpunkt.skeleton import SkeletonOptions, make_skeleton
from generator.games.schwerpunkt.supply import may_supply

from .battles import catalog, example, make_complete
from .test_play import Game


def battle(**hexes: str) -> Document:
    """Return the complete battle with counters in hexes; keys are ids with _ for -."""
    document = make_complete()
    places = {name.replace("_", "-"): hex_ for name, hex_ in hexes.items()}
    for row in (*document["hqs"], *document["units"], *document["trains"]):
        row["hex"] = places.get(row["id"], row["hex"])
    return document


def acting(hq: str = "b1", die: int = 6, document: Document | None = None, **settings: Any) -> Game:
    """Return a game in which Blue has just won the activation of a headquarters."""
    return Game(document, **settings).choose(hq, "r1").roll(die, 10)


# 2.4.B, 9.3.A: reactions before an assault


def test_a_defender_who_withdrew_is_not_assaulted() -> None:
    """2.4.B (L92), 16.9 (L506): the only unit in the hex leaves it, and nobody is asked for."""
    document = battle(r_tanks_1="0110", r_tanks_2="0310", r_horse="0310", r_mg="0310", r_open="0310")
    document = {**document, "units": [{**u, "hex": u["hex"] or "0910"} for u in document["units"]]}
    document |= {
        key: [{**row, "hex": row["hex"] or "0911"} for row in document[key]] for key in ("hqs", "trains")
    }
    game = acting(document=document)
    game.say("blue", {"action": "move", "units": ["b-inf-1"], "to": "0110", "assault": True})
    game.say("red", {"how": "withdraw", "units": ["r-tanks-1"]})
    assert game.asked == [("blue", "act")]
    assert game.notes("nobody_there") == [{}]
    assert game.state.pieces["r-tanks-1"].hex is None


def test_a_defender_may_say_that_nobody_is_left() -> None:
    """2.4.B (L92): where hexes are not kept the defender names no unit."""
    game = acting().say("blue", {"action": "move", "units": ["b-inf-1"], "assault": True})
    game.say("red", {"how": "withdraw", "units": ["r-tanks-1"]})
    assert game.asked == [("red", "defend")]
    game.say("red", {"units": []})
    assert game.notes("nobody_there") == [{}]
    assert game.asked == [("blue", "act")]


def test_who_must_retreat_under_fire_does_not_assault() -> None:
    """9.2.A (L290), 9.3.A (L332)."""
    document = make_complete()
    for row in document["cohesion_table"]:
        row |= {"effect": "retreat", "hexes": 1}
    game = acting(document=document).say("blue", {"action": "move", "units": ["b-inf-1"], "assault": True})
    game.say("red", {"how": "direct", "units": ["r-inf-1"]}).roll(10, 10)
    if game.asked == [("blue", "answer_fire")]:
        game.say("blue", {"how": "none"})
    assert game.notes("retreats")
    assert game.asked == [("blue", "act")], "no assault is asked for"


# 8.1: the cost of a move


def test_one_point_moves_units_of_one_hex() -> None:
    """8.1 (L240)."""
    game = acting(document=battle(b_inf_1="0110", b_inf_2="0210"))
    assert game.refused("blue", {"action": "move", "units": ["b-inf-1", "b-inf-2"]}) == "ACT.apart_move"


def test_a_free_move_is_of_the_paid_hex() -> None:
    """8.2 (L242)."""
    game = acting(document=battle(b_inf_1="0110", b_inf_2="0210"))
    game.say("blue", {"action": "move", "units": ["b-inf-1"], "to": "0111"})
    assert game.refused("blue", {"action": "move", "units": ["b-inf-2"], "free": True}) == "ACT.not_paid"


def test_the_printed_example_costs_two_points() -> None:
    """8.1 (L262): the second battalion with the armoured cars, one unit after the other."""
    document = example()
    game = Game(document).choose("gd", "fr")
    while game.asked[0][1] != "act":
        game.roll(1 if game.asked[0][0] == "blue" else 10)
    before = game.state.turn
    assert before is not None
    cars = next(row["id"] for row in document["units"] if row["side"] == "blue" and row["hq"] is None)
    game.say("blue", {"action": "move", "units": ["5-ii"], "formation": "march"})
    game.say("blue", {"action": "move", "units": ["6-ii"], "formation": "march", "free": True})
    game.say("blue", {"action": "move", "units": [cars], "formation": "march", "free": True})
    after = game.state.turn
    assert after is not None
    assert before.left - after.left == 2


# 3.8, 3.11, 2.3: who cannot move


@pytest.mark.parametrize(
    ("hq", "unit", "given", "code"),
    [
        ("b2", "b-guns-1", {"to": "0909"}, "ACT.deployed"),
        ("b1", "b1", {"to": "0311"}, "ACT.deployed"),
        ("b1", "b1", {"to": "0711", "formation": "march"}, "ACT.hq_near"),
    ],
)
def test_deployed_guns_and_headquarters_stay(hq: str, unit: str, given: dict[str, Any], code: str) -> None:
    """3.8.C (L130), 3.11.C (L148), 2.3.A.i (L77)."""
    game = acting(hq, document=battle(b_guns_1="0310", b1="0310", b2="0310", r_inf_1="0710"))
    assert game.refused("blue", {"action": "move", "units": [unit], **given}) == code


def test_guns_on_the_march_move() -> None:
    """3.8.B (L129), 8.5 (L248): a deployed gun takes up its march and goes."""
    game = acting("b2", document=battle(b_guns_1="0310", b2="0310"))
    game.say("blue", {"action": "move", "units": ["b-guns-1"], "to": "0309", "formation": "march"})
    assert game.state.pieces["b-guns-1"].hex == "0309"


# 3.10, 9.2, 9.3: fire


def test_a_train_can_be_fired_on() -> None:
    """3.10 (L142): it is on the march, so the modifier of the march counts."""
    game = acting(document=battle(b_inf_1="0110", r_ammo="0111"))
    game.say("blue", {"action": "fire", "units": ["b-inf-1"], "hex": "0111"})
    assert game.asked == [("red", "targets")]
    game.say("red", {"units": ["r-ammo"]}).roll(7)
    assert "march:+2:R-AMMO" in game.notes("fire")[0]["working"]
    assert game.asked == [("red", "eliminated")]
    game.say("red", "yes")
    assert game.state.pieces["r-ammo"].out


def test_fire_has_a_range() -> None:
    """9.2.B.iv (L298): two hexes of range do not reach six hexes."""
    game = acting(document=battle(b_inf_1="0110"))
    assert game.refused("blue", {"action": "fire", "units": ["b-inf-1"], "hex": "0710"}) == "ACT.range"


def test_an_engaged_unit_far_away_does_not_answer_fire() -> None:
    """9.3.B (L336, L368): engaged units answer only from the next hex, others within their range."""
    document = battle(b_inf_1="0110", r_inf_1="0111", r_inf_2="0801")
    for key in ("units", "trains"):
        document[key] = [{**row, "hex": row["hex"] or "1919"} for row in document[key]]
    game = Game(document)
    changes = [{"unit": "r-inf-1", "engaged": True}, {"unit": "r-inf-2", "engaged": True}]
    game.say("blue", {"hq": "b1"}).say("red", {"hq": "r1", "changes": changes})
    for seat in ("blue", "red"):
        game.say(seat, {"reserves": 0, "trains": []})
    game.roll(8, 10).say("blue", {"action": "fire", "units": ["b-inf-1"], "hex": "0111"})
    game.roll(1)
    (prompt,) = game.session.table.pending
    assert prompt.ask == "answer_fire"
    assert prompt.form["properties"]["units"]["items"]["enum"] == ["r-inf-1"]  # type: ignore[union-attr]


def test_known_hexes_are_not_asked_for() -> None:
    """9.2.B: the table knows who stands in the hex."""
    document = battle(b_inf_1="0110", r_inf_1="0111")
    for key in ("units", "trains", "hqs"):
        document[key] = [{**row, "hex": row["hex"] or "1919"} for row in document[key]]
    game = acting(document=document).say("blue", {"action": "fire", "units": ["b-inf-1"], "hex": "0111"})
    assert game.asked == [("blue", "fire")], "the die, not the targets"


def test_nothing_is_seen_beyond_the_next_hex_at_night() -> None:
    """18.3 (L524)."""
    document = battle(b_inf_1="0110")
    document["clock"] |= {"start": "1 21:00", "marks": []}
    game = acting(document=document)
    assert game.refused("blue", {"action": "fire", "units": ["b-inf-1"], "hex": "0112"}) == "ACT.dark"


# 7.3, 16.1, 15.4, 19.5: distances that known hexes give


def test_beyond_the_range_is_measured() -> None:
    """7.3 (L220): double beyond the range of the headquarters, and not at all for others."""
    game = acting(document=battle(b1="0110", b_inf_1="0601", b_mg="0801"))
    before = game.state.turn
    game.say("blue", {"action": "move", "units": ["b-inf-1"], "to": "0602"})
    after = game.state.turn
    assert before is not None and after is not None
    assert before.left - after.left == 2
    assert game.refused("blue", {"action": "fire", "units": ["b-mg"], "hex": "0802"}) == "ACT.beyond"


def test_vehicles_that_went_far_are_tried_by_their_hexes() -> None:
    """16.1 (L490): more than three hexes."""
    game = acting(document=battle(b_tanks_1="0110"))
    game.say("blue", {"action": "move", "units": ["b-tanks-1"], "to": "0115"})
    assert game.asked == [("blue", "reliability")]


def test_a_train_out_of_reach_does_not_help() -> None:
    """15.4 (L470): eight hexes of reach."""
    game = Game(battle(b1="0101", b_fuel="1001", b_fuel_2="0301"))
    trains = game.state.battle.trains
    assert not may_supply(game.state, trains["b-fuel"], "b1")
    assert may_supply(game.state, trains["b-fuel-2"], "b1")


@pytest.mark.parametrize(
    ("first", "second", "far"),
    [("0101", "0102", (1, 1)), ("0110", "0710", (6, 6)), ("0101", "0202", (1, 2)), ("A1", "0101", None)],
)
def test_distances_of_hex_numbers(first: str, second: str, far: tuple[int, int] | None) -> None:
    """Whichever columns are lower on the map."""
    assert measure_distance(first, second) == far


# 12.4: works


@pytest.mark.parametrize(("mode", "stays"), [("rout", False), ("neutralised", True)])
def test_a_builder_who_runs_leaves_the_work(mode: str, stays: bool) -> None:
    """12.4 (L436): the unit must stay in its hex until the work is done, in whatever mode."""
    game = acting(die=2).say("blue", {"action": "build", "units": ["b-inf-1"], "work": "trench"})
    game.say("blue", {"action": "done"})
    game.choose("b1", "r1", changes=[{"unit": "b-inf-1", "mode": mode}])
    assert bool(game.state.works) == stays
    assert bool(game.notes("work_given_up")) != stays


# 5.5, 5.10: the sheet


def test_the_sheet_says_who_is_just_activated_and_has_reserves() -> None:
    """5.5 (L187), 13.2."""
    game = Game().choose().roll(4, 9).say("blue", {"action": "reserve"})
    (document,) = game.session.documents("blue")
    text = " ".join(render(document, "text", catalog=catalog(), lang="en").decode().split())
    assert "just activated [X] · reserves 1" in text
    assert "just activated [ ] · reserves 0" in text


def test_a_skeleton_with_aviation_flies() -> None:
    """19.2: an air table to fill in, so that marks of the clock ask for missions."""
    document = make_skeleton(catalog(), SkeletonOptions(air=True), "1")
    assert all(document["sides"][side]["air"] is not None for side in ("blue", "red"))
