"""Exact odds of chits, leaders and support: computed by hand, and compared with the rules by chi-square."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from generator.chance import Seeded
from generator.games.combat_commander.balance.chances import (
    compute_chit_odds,
    compute_leader_odds,
    compute_support_odds,
)
from generator.games.combat_commander.balance.matchup_odds import (
    Known,
    compute_matchup_odds,
    list_known_values,
    to_document,
)
from generator.games.combat_commander.battle.procedure import new_battle
from generator.games.combat_commander.battle.rs04_objectives import objectives
from generator.games.combat_commander.battle.rs06_leaders import side_leaders
from generator.games.combat_commander.battle.rs07_support import buy_support, shelf_for
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import Battle
from generator.table import Buy, Roll
from generator.table.fast_run import final_state
from schemas.errors import HorahError

from ..battle.test_distribution import SIGNIFICANCE, p_value
from ..battle.tools import CATALOG

EMPTY = new_battle(CATALOG, Settings())


def yes_or_no(seen: int, times: int, chance: Fraction) -> float:
    """Return the chi-square of a yes-or-no outcome."""
    return p_value({True: seen, False: times - seen}, {True: chance, False: 1 - chance})


def force(faction: str, quality: str, year: int, due: int) -> Battle:
    battle = EMPTY.with_force("axis", faction=faction, quality=quality, leaders_due=due)
    return Battle(**{**battle.__dict__, "year": year})


def test_chits_by_hand() -> None:
    """Four of 22 chits have no secret side: the first draw is open, and two more may be shown."""
    odds = compute_chit_odds(CATALOG)
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
    odds = compute_chit_odds(CATALOG)
    assert p_value(lying, odds["lying_open"]) > SIGNIFICANCE
    none = 1 - sum(odds["secret"].values())
    assert p_value(secret, {**odds["secret"], "none": none}) > SIGNIFICANCE
    assert all(
        yes_or_no(opened[letter], times, odds["open"][letter]) > SIGNIFICANCE for letter in CATALOG.chits
    )


def test_leaders_by_hand() -> None:
    """German line troops of 1942 have six leaders on six faces: two of them are any two."""
    assert set(compute_leader_odds(CATALOG, "german", "line", 1942, 2).values()) == {Fraction(1, 3)}
    assert sum(compute_leader_odds(CATALOG, "russian", "elite", 1943, 1).values()) == 1
    assert sum(compute_leader_odds(CATALOG, "russian", "elite", 1943, 2).values()) == 2


@pytest.mark.parametrize("faction", list(CATALOG.leader_tables))
def test_leaders_as_rolled(faction: str) -> None:
    """Every column of the Leader table, with every modifier of quality and year."""
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
        odds = compute_leader_odds(CATALOG, faction, quality, year, due)
        assert set(seen) <= set(odds)
        for leader, chance in odds.items():
            assert yes_or_no(seen[leader], times, chance) > SIGNIFICANCE, (leader, chance)


def test_the_leaders_chi_square_can_fail() -> None:
    assert yes_or_no(900, 1500, Fraction(1, 2)) < SIGNIFICANCE


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
            (things, compute_support_odds(CATALOG, faction, year)),
            (radios, compute_support_odds(CATALOG, faction, year, radios=True)),
        ):
            assert set(seen) <= set(odds)
            for unit, chance in odds.items():
                if chance < 1:
                    assert yes_or_no(seen[unit], times, chance) > SIGNIFICANCE, (year, unit)


def test_known_facts_condition_the_odds() -> None:
    """Conditional odds are the normalised odds of all battles that agree."""
    anything = compute_matchup_odds(CATALOG, Known())
    assert anything.likely == 1
    for part, values in list_known_values(CATALOG, "corrected").items():
        total = sum(
            (compute_matchup_odds(CATALOG, Known(**{part: value})).likely for value in values), Fraction(0)
        )
        assert total == 1
    german, year = compute_matchup_odds(CATALOG, Known(axis="german")), anything.parts["year"]
    italian = compute_matchup_odds(CATALOG, Known(axis="italian"))
    mixed = {
        when: german.likely * german.parts["year"].get(when, 0)
        + italian.likely * italian.parts["year"].get(when, 0)
        for when in year
    }
    assert mixed == year


def test_impossible_facts_raise_an_error() -> None:
    with pytest.raises(HorahError) as refused:
        compute_matchup_odds(CATALOG, Known(axis="italian", year=1945))
    assert refused.value.code == "NEVER_MET"
    with pytest.raises(HorahError) as refused:
        compute_matchup_odds(CATALOG, Known(), "third")
    assert refused.value.code == "BAD_SETTING"


def test_the_document_has_every_chance_exactly() -> None:
    document = to_document(compute_matchup_odds(CATALOG, Known(axis="german", year=1942)), "corrected")
    assert document["likely"] == {"exact": "5/36", "share": 5 / 36}
    assert sum(Fraction(row["exact"]) for row in document["parts"]["allied"]) == 1
