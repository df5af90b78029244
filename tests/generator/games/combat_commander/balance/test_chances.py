"""Exact odds of chits, leaders and support: worked by hand, and held against the rules by chi-square."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from generator.chance import Seeded
from generator.games.combat_commander.balance.chances import chit_odds, leader_odds, support_odds
from generator.games.combat_commander.balance.matchup_odds import Known, document, meeting, offered
from generator.games.combat_commander.battle.procedure import new_battle
from generator.games.combat_commander.battle.rs04_objectives import objectives
from generator.games.combat_commander.battle.rs06_leaders import side_leaders
from generator.games.combat_commander.battle.rs07_support import buy_support, shelf_for
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle
from generator.table import Buy, Roll
from generator.table.bare import final_state
from schemas.errors import HorahError

from ..battle.test_distribution import DOUBT, p_value
from ..battle.tools import CATALOG

EMPTY = new_battle(CATALOG, Settings())


def yes_or_no(seen: int, times: int, chance: Fraction) -> float:
    """Chi-square of one thing that is there or is not."""
    return p_value({True: seen, False: times - seen}, {True: chance, False: 1 - chance})


def force(faction: str, quality: str, year: int, due: int) -> Battle:
    battle = EMPTY.with_force("axis", faction=faction, quality=quality, leaders_due=due)
    return Battle(**{**battle.__dict__, "year": year})


def test_chits_by_hand() -> None:
    """Of 22 chits four have no secret side: the first draw is open, and two more may be shown."""
    odds = chit_odds(CATALOG)
    shown = [letter for letter, chit in CATALOG.chits.items() if not chit.secret_side]
    assert {odds["open"][letter] for letter in shown} == {Fraction(3, 22)}
    assert {odds["open"][letter] for letter in CATALOG.chits if letter not in shown} == {Fraction(1, 22)}
    assert sum(odds["lying_open"].values()) == 1
    assert sum(odds["secret"].values()) == 1 - Fraction(len(shown), len(CATALOG.chits))


def test_chits_as_drawn() -> None:
    times, opened, secret, lying = 6000, Counter[str](), Counter[str](), Counter[str]()
    for seed in range(times):
        drawn = final_state(objectives(EMPTY), [Seeded(f"c{seed}.s")])
        assert drawn is not None
        opened.update(drawn.open)
        secret.update(drawn.secret["axis"] or ("none",))
        lying[str(len(drawn.open))] += 1
    odds = chit_odds(CATALOG)
    assert p_value(lying, odds["lying_open"]) > DOUBT
    none = 1 - sum(odds["secret"].values())
    assert p_value(secret, {**odds["secret"], "none": none}) > DOUBT
    assert all(yes_or_no(opened[letter], times, odds["open"][letter]) > DOUBT for letter in CATALOG.chits)


def test_leaders_by_hand() -> None:
    """German line troops of 1942 have six leaders on six faces: two of them are any two."""
    assert set(leader_odds(CATALOG, "german", "line", 1942, 2).values()) == {Fraction(1, 3)}
    assert sum(leader_odds(CATALOG, "russian", "elite", 1943, 1).values()) == 1
    assert sum(leader_odds(CATALOG, "russian", "elite", 1943, 2).values()) == 2


@pytest.mark.parametrize("faction", list(CATALOG.leader_tables))
def test_leaders_as_rolled(faction: str) -> None:
    """Every column of the Leader table, with every modifier that quality and year give together."""
    table = CATALOG.leader_tables[faction]
    modified = {
        quality_modifier + (year_modifier or 0): (quality, year)
        for quality, quality_modifier in table.quality_modifier.items()
        for year, year_modifier in table.year_modifier.items()
        if year_modifier is not None
    }
    for place, (quality, year) in enumerate(modified.values()):
        due = 1 + place % 3
        times, seen = 1000, Counter[str]()
        for seed in range(times):
            key = f"{faction}-{quality}-{year}-{seed}"
            rolled = final_state(side_leaders(force(faction, quality, year, due), "axis"), [Seeded(key)])
            assert rolled is not None
            seen.update(rolled)
        odds = leader_odds(CATALOG, faction, quality, year, due)
        assert set(seen) <= set(odds)
        for leader, chance in odds.items():
            assert yes_or_no(seen[leader], times, chance) > DOUBT, (leader, chance)


def test_the_leaders_chi_square_can_fail() -> None:
    assert yes_or_no(900, 1500, Fraction(1, 2)) < DOUBT


@pytest.mark.parametrize("faction", sorted({offer.faction for offer in CATALOG.support.values()}))
def test_support_as_rolled(faction: str) -> None:
    """Every column of a Support table in every year, with the dice that the rule rolls."""
    years = {year for offer in CATALOG.support.values() if offer.faction == faction for year in offer.years}
    for year in sorted(years):
        battle = force(faction, "line", year, 0)
        times, things, radios = 800, Counter[str](), Counter[str]()
        for seed in range(times):
            running = buy_support(battle, "axis")
            asked = next(running)
            assert isinstance(asked, Roll)
            dice = Seeded(f"{faction}-{year}-{seed}").at(0, {}, asked)
            shelf = running.send(dice)
            if isinstance(shelf, Buy):
                things.update({ware.id.split(":")[2] for ware in shelf.shelf})
            radios.update(
                {ware.id.split(":")[2] for ware in shelf_for(battle, "axis", sum(dice), radios=True)[0]}
            )
        for seen, odds in (
            (things, support_odds(CATALOG, faction, year)),
            (radios, support_odds(CATALOG, faction, year, radios=True)),
        ):
            assert set(seen) <= set(odds)
            for unit, chance in odds.items():
                if chance < 1:
                    assert yes_or_no(seen[unit], times, chance) > DOUBT, (year, unit)


def test_what_is_known_conditions_the_rest() -> None:
    """Odds under a condition are those of all battles in which it holds, weighted by each other."""
    anything = meeting(CATALOG, Known())
    assert anything.likely == 1
    for part, values in offered(CATALOG, "corrected").items():
        whole = sum((meeting(CATALOG, Known(**{part: value})).likely for value in values), Fraction(0))
        assert whole == 1
    german, year = meeting(CATALOG, Known(axis="german")), anything.parts["year"]
    italian = meeting(CATALOG, Known(axis="italian"))
    mixed = {
        when: german.likely * german.parts["year"].get(when, 0)
        + italian.likely * italian.parts["year"].get(when, 0)
        for when in year
    }
    assert mixed == year


def test_what_never_comes_up_is_told() -> None:
    with pytest.raises(HorahError) as refused:
        meeting(CATALOG, Known(axis="italian", year=1945))
    assert refused.value.code == "NEVER_MET"
    with pytest.raises(HorahError) as refused:
        meeting(CATALOG, Known(), "third")
    assert refused.value.code == "BAD_SETTING"


def test_the_document_has_every_chance_exactly() -> None:
    found = document(meeting(CATALOG, Known(axis="german", year=1942)), "corrected")
    assert found["likely"] == {"exact": "5/36", "share": 5 / 36}
    assert sum(Fraction(row["exact"]) for row in found["parts"]["allied"]) == 1
