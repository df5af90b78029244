"""Random battles of our own: complete, balanced, the same for the same seed, and playable at once."""

from __future__ import annotations

import json

import pytest

from exports.game import render
from generator.authoring import check_document
from generator.games.schwerpunkt.authored import BATTLE
from generator.games.schwerpunkt.house_battle import (
    ATTACKERS,
    HouseOptions,
    count_points,
    make_house_battle,
)
from generator.games.schwerpunkt.procedure import PLAY
from generator.random_player import RandomPlayer
from generator.session import begin
from schemas.errors import HorahError

from .battles import catalog

MAX_GAP_PERCENT = 15  # how far the forces may be from the wanted ratio, before the allowance


@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize("hqs", [1, 2, 3])
def test_a_random_battle_is_complete(hqs: int, attacker: str) -> None:
    for seed in ("1940", "7", "sedan"):
        battle = make_house_battle(catalog(), HouseOptions(hqs, attacker), seed)
        found = check_document(catalog(), BATTLE, battle)
        assert [(each.code, each.severity) for each in found] == [("S12", "note")]
        assert found[0].message.key == "check.playable"
        assert battle["kind"] == "house"
        hexes = [row["hex"] for group in ("hqs", "units", "trains") for row in battle[group]]
        assert len(hexes) == len(set(hexes))
        names = [row["name"] for group in ("hqs", "units") for row in battle[group]]
        assert len(names) == len(set(names))
        assert [row["mark"] for row in battle["ground"]["hexes"] if row["mark"]] == list("ABCD")
        assert battle == make_house_battle(catalog(), HouseOptions(hqs, attacker), seed)


def test_forces_fit_the_task_by_their_points() -> None:
    """The attacker has the wanted share more; what lacks is paid in victory points."""
    more, price = (catalog().figures[f"house_{name}"] for name in ("attack_more_percent", "points_per_vp"))
    for seed in range(30):
        battle = make_house_battle(catalog(), HouseOptions(2, "blue"), str(seed))
        points = count_points(catalog(), battle)
        want = points["red"] * (100 + more) / 100
        assert abs(points["blue"] - want) <= want * MAX_GAP_PERCENT / 100
        last = battle["victory"]["items"][-1]
        allowance = last["points"] if "llowance" in last["text"] else 0
        assert allowance == round(abs(points["blue"] - want) / price)


def test_our_battle_comes_complete_and_is_played_by_the_companion() -> None:
    battle = catalog().battles["quatre_vents"]
    assert check_document(catalog(), BATTLE, dict(battle))[-1].message.key == "check.playable"
    session = begin(PLAY, catalog(), PLAY.read(catalog(), {"battle": json.loads(json.dumps(battle))}), "1")
    session.table.fill([*session.answerers, RandomPlayer("1")])
    assert session.documents("referee")[0]["clock"]["box"] > 0


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_sheets_say_house_rule_and_have_the_map(lang: str) -> None:
    battle = make_house_battle(catalog(), HouseOptions(), "1940")
    text = render(battle, "text", catalog=catalog(), lang=lang).decode()
    assert {"en": "House rule", "es": "Regla de la casa"}[lang] in text
    village = next(row["hex"] for row in battle["ground"]["hexes"] if row["mark"] == "A")
    assert f"{village} (A)" in text
    assert {"en": "Control of objective A", "es": "Control del objetivo A"}[lang] in text
    assert render(battle, "pdf", catalog=catalog(), lang=lang).startswith(b"%PDF")


def test_too_many_headquarters_are_refused() -> None:
    with pytest.raises(HorahError):
        make_house_battle(catalog(), HouseOptions(9), "1")
