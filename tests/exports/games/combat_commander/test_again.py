"""The reason why a roll is asked again."""

from __future__ import annotations

from typing import Any

import pytest

from catalogs.games.combat_commander import load
from exports.games.combat_commander.reroll_reason import explain_repeated_roll


def rolled(ask: str, seat: str, *dice: int, rule: str = "RS.6", n: int = 0) -> dict[str, Any]:
    return {"n": n, "rule": rule, "kind": "roll", "ask": ask, "seat": seat, "answer": list(dice)}


def noted(what: str, **facts: Any) -> dict[str, Any]:
    return {"n": 1, "rule": "RS.6", "what": what, "facts": facts}


LEADER = {"side": "axis", "leader": "german:sgt_esser", "die": 3, "modifier": 0}
TIE = [
    rolled("initiative_roll", "axis", 3, 4, rule="RS.15"),
    rolled("initiative_roll", "allied", 5, 2, rule="RS.15", n=1),
]


@pytest.mark.parametrize(
    ("log", "ask", "seat", "rule", "words"),
    [
        ([], "leader_roll", "axis", "RS.6", ""),
        ([rolled("quality_roll", "axis", 1, 1)], "leader_roll", "axis", "RS.6", ""),
        ([rolled("leader_roll", "axis", 3, 1)], "leader_roll", "allied", "RS.6", ""),
        (
            [rolled("leader_roll", "axis", 3, 1), noted("leader_again", **LEADER)],
            "leader_roll",
            "axis",
            "RS.6",
            "rolled Sergeant Esser again",
        ),
        (
            [rolled("leader_roll", "axis", 3, 1), noted("leader", **LEADER)],
            "leader_roll",
            "axis",
            "RS.6",
            "Next roll.",
        ),
        (
            [rolled("year_roll", "axis", 3, 1), noted("again", value=1941)],
            "year_roll",
            "axis",
            "RS.6",
            "1941 was excluded by the settings",
        ),
        (TIE[:1], "initiative_roll", "allied", "RS.15", ""),
        (TIE, "initiative_roll", "axis", "RS.15", "Both sides rolled 7"),
        ([*TIE, TIE[0]], "initiative_roll", "allied", "RS.15", "Both sides rolled 7"),
    ],
)
def test_the_reason(log: list[dict[str, Any]], ask: str, seat: str, rule: str, words: str) -> None:
    asked = {"kind": "roll", "ask": ask, "seat": seat, "rule": rule}
    said = explain_repeated_roll(log, asked, load(), "en")
    assert (words in said) if words else said == ""


def test_a_choice_needs_no_reason() -> None:
    assert (
        explain_repeated_roll(
            TIE, {"kind": "choose", "ask": "x", "seat": "axis", "rule": "RS.15"}, load(), "es"
        )
        == ""
    )
