"""The outlook against simulated campaigns, and against calculations by hand."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from generator.games.combat_commander.campaign.outlook import Assumptions, Outlook, compute_outlook
from generator.games.combat_commander.campaign.settings import AUTO
from generator.games.combat_commander.campaign.stalingrad.positions import next_positions
from schemas.errors import HorahError

from .tools import CATALOG, ScriptedCampaign, won

RUNS = 100_000
SIGMAS = 4.5
ASSUMED = [
    Assumptions(),
    Assumptions(axis_wins=Fraction(3, 5), policy="far"),
    Assumptions(
        axis_wins=Fraction(2, 5),
        postures={"attack": Fraction(1, 2), "recon": Fraction(1, 8), "defend": Fraction(3, 8)},
        policy="near",
    ),
]
MIRROR = {"attack": "defend", "defend": "attack", "recon": "recon"}


def simulated_stalingrad(assumed: Assumptions, chance: random.Random) -> tuple[str, str]:
    """Simulate one campaign by the text alone: steps along five positions, and two dice."""
    line = CATALOG.campaigns["stalingrad"].figures.graph
    postures, weights = zip(*((p, float(w)) for p, w in assumed.postures.items()), strict=True)
    position, battle = "O", 1
    while True:
        posture = chance.choices(postures, weights)[0]
        winner: Any = "axis" if chance.random() < assumed.axis_wins else "allied"
        if position == {"axis": "R2", "allied": "G2"}[winner]:
            return winner, "decisive"
        if battle >= 5 and chance.randint(1, 6) + chance.randint(1, 6) < battle:
            return winner, "tactical"
        own: Any = posture if winner == "axis" else MIRROR[posture]
        ends = next_positions(line, position, winner, own)
        position = {"far": ends[-1], "near": ends[0], "even": chance.choice(ends)}[assumed.policy]
        battle += 1


def simulated_normandy(assumed: Assumptions, chance: random.Random) -> tuple[str, str]:
    wins = {"axis": 0, "allied": 0}
    while True:
        winner = "axis" if chance.random() < assumed.axis_wins else "allied"
        wins[winner] += 1
        if wins[winner] == 4:
            return winner, "campaign"


def check(found: Outlook, counted: Counter[tuple[str, str]]) -> None:
    """Check that every count lies within sampling error of its chance."""
    runs = sum(counted.values())
    assert sum(found.victories.values()) == 1
    assert set(counted) <= set(found.victories)
    for kind, chance in found.victories.items():
        p = float(chance)
        error = SIGMAS * math.sqrt(runs * p * (1 - p))
        assert abs(counted[kind] - runs * p) <= error, (kind, counted[kind] / runs, p)  # type: ignore[index]


@pytest.mark.parametrize("assumed", ASSUMED)
def test_stalingrad_against_simulation(assumed: Assumptions) -> None:
    chance = random.Random(1942)
    counted = Counter(simulated_stalingrad(assumed, chance) for _ in range(RUNS))
    check(compute_outlook(ScriptedCampaign("stalingrad").state, assumed), counted)


@pytest.mark.parametrize("assumed", ASSUMED[:2])
def test_normandy_against_simulation(assumed: Assumptions) -> None:
    chance = random.Random(1944)
    counted = Counter(simulated_normandy(assumed, chance) for _ in range(RUNS))
    check(compute_outlook(ScriptedCampaign("normandy").state, assumed), counted)


def test_gastadores_against_simulation() -> None:
    """Draw each phase at random; decide by the text of the victory table."""
    assumed = Assumptions(axis_wins=Fraction(11, 20))
    chance = random.Random(1944)
    counted: Counter[tuple[str, str]] = Counter()
    for _ in range(RUNS):
        wins, net = [], 0
        for _ in range(3):
            winner = "axis" if chance.random() < assumed.axis_wins else "allied"
            vp = 30 if chance.random() < assumed.automatic else chance.randint(0, assumed.most_margin)
            wins.append(winner)
            net += vp if winner == "axis" else -vp
        if wins[1] == wins[2]:
            winner = wins[1]
        elif net == 0:
            winner = chance.choice(["axis", "allied"])
        else:
            winner = "axis" if net > 0 else "allied"
        own = net if winner == "axis" else -net
        counted[winner, "decisive" if own > 40 else "substantial" if own >= 15 else "narrow"] += 1
    check(compute_outlook(ScriptedCampaign("gastadores").state, assumed), counted)


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_even_chances_are_even(name: str) -> None:
    found = compute_outlook(ScriptedCampaign(name).state)
    assert found.side("axis") == found.side("allied") == Fraction(1, 2)
    assert sum(found.battles.values()) == 1


@pytest.mark.parametrize(("p", "battles"), [(Fraction(1), 4), (Fraction(0), 4)])
def test_a_side_that_always_wins_normandy(p: Fraction, battles: int) -> None:
    found = compute_outlook(ScriptedCampaign("normandy").state, Assumptions(axis_wins=p))
    assert found.battles == {battles: 1}
    assert found.side("axis") == p


def test_best_of_seven_by_hand() -> None:
    found = compute_outlook(ScriptedCampaign("normandy").state)
    assert found.battles == {4: Fraction(1, 8), 5: Fraction(1, 4), 6: Fraction(5, 16), 7: Fraction(5, 16)}
    assert found.expected_battles() == Fraction(93, 16)


def test_always_attacking_and_winning_takes_two_battles_to_r2() -> None:
    attack = {"attack": Fraction(1), "recon": Fraction(0), "defend": Fraction(0)}
    found = compute_outlook(
        ScriptedCampaign("stalingrad").state,
        Assumptions(axis_wins=Fraction(1), postures=attack, policy="far"),
    )
    assert found.victories == {("axis", "decisive"): 1}
    assert found.battles == {2: 1}


def stalingrad_at(stage: str) -> ScriptedCampaign:
    """Return a Stalingrad campaign before its first battle, before the report, or before the winner moves."""
    found = ScriptedCampaign("stalingrad")
    if stage == "forces":
        return found
    found.until("commitment")
    found.give(list(found.asked.options), "axis").give([], "allied")
    found.until("battle_result")
    if stage == "ready":
        return found
    found.report("axis")
    found.until("next_position")
    return found


def test_a_known_posture_is_used() -> None:
    """Once the Axis attacks, the chances are those of a battle in which it attacks."""
    assert stalingrad_at("ready").state.at_hand.axis.posture == "attack"
    attack = {"attack": Fraction(1), "recon": Fraction(0), "defend": Fraction(0)}
    ready = compute_outlook(stalingrad_at("ready").state, Assumptions(policy="far"))
    before = compute_outlook(stalingrad_at("forces").state, Assumptions(policy="far"))
    assert ready.victories != before.victories
    always = compute_outlook(stalingrad_at("forces").state, Assumptions(policy="far", postures=attack))
    ready_always = compute_outlook(stalingrad_at("ready").state, Assumptions(policy="far", postures=attack))
    assert ready_always == always


@pytest.mark.parametrize(("policy", "position"), [("near", "R1"), ("far", "R2")])
def test_the_policy_decides_where_the_winner_goes(policy: str, position: str) -> None:
    found = stalingrad_at("position")
    before = compute_outlook(found.state, Assumptions(policy=policy))
    found.give(position)
    assert compute_outlook(found.state, Assumptions(policy=policy)) == before


def test_chances_before_a_step_are_the_mean_of_those_after() -> None:
    found = stalingrad_at("position")
    before = compute_outlook(found.state).victories
    after = []
    for position in ("R1", "R2"):
        then = stalingrad_at("position")
        then.give(position)
        after.append(compute_outlook(then.state).victories)
    for kind, chance in before.items():
        assert chance == sum(v.get(kind, Fraction(0)) for v in after) / 2


def test_before_sudden_death_is_rolled() -> None:
    """ST-C3.1: with the fifth battle reported the campaign ends now with 1/6."""
    found = ScriptedCampaign("stalingrad")
    for winner in ("axis", "allied", "axis", "allied"):
        number = found.state.battle + 1
        found.report(winner)
        found.to_battle(number)
    assert found.state.position not in ("G2", "R2")
    found.report("axis")
    found.until("campaign_sudden_death")
    assert compute_outlook(found.state).battles[5] == Fraction(1, 6)


def test_a_finished_campaign_is_certain() -> None:
    from generator.games.combat_commander.campaign.play import start_campaign

    state = start_campaign(CATALOG, "stalingrad", "2", AUTO).state
    assert state.verdict is not None
    assert compute_outlook(state).victories == {(state.verdict.winner, state.verdict.grade): 1}


def test_normandy_after_a_report() -> None:
    found = ScriptedCampaign("normandy").report("allied").to_battle(2)
    assert compute_outlook(found.state).side("allied") == Fraction(42, 64)
    found.until("battle_result")
    found.give(won("allied"))
    assert compute_outlook(found.state).side("allied") == Fraction(13, 16)


@pytest.mark.parametrize(
    "assumed",
    [
        Assumptions(axis_wins=Fraction(3, 2)),
        Assumptions(axis_wins=Fraction(-1, 2)),
        Assumptions(postures={"attack": Fraction(1, 2), "recon": Fraction(0), "defend": Fraction(0)}),
        Assumptions(postures={"attack": Fraction(1)}),
        Assumptions(policy="wild"),
        Assumptions(automatic=Fraction(2)),
        Assumptions(most_margin=-1),
    ],
)
def test_impossible_assumptions_are_refused(assumed: Assumptions) -> None:
    with pytest.raises(HorahError) as fault:
        compute_outlook(ScriptedCampaign("stalingrad").state, assumed)
    assert fault.value.code == "BAD_ASSUMPTION"
