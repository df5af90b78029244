"""Commanders: each follows its taste, always legally, and knows only what its seat knows."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogs.games.combat_commander import load
from generator.chance import Seeded
from generator.games.combat_commander.battle.make import make, open_session
from generator.games.combat_commander.battle.procedure import fight, new_battle
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.battle.state import PERSONS, SIDES
from generator.games.combat_commander.commanders import TASTES, Commander
from generator.table import Buy, Choose, Prompt, Table, Ware, check_answer, run

CATALOG = load()
ANY = st.integers(0, 2**30)


@st.composite
def shops(draw: Any) -> Buy:
    wares = tuple(
        Ware(
            f"w{n}",
            draw(st.integers(1, 6)),
            {draw(st.sampled_from("abc")): draw(st.integers(1, 2))},
            *draw(st.sampled_from([(None, None), ("g", "1"), ("g", "2")])),
        )
        for n in range(draw(st.integers(1, 6)))
    )
    least = draw(st.integers(0, 1))
    stock = {name: draw(st.integers(2, 6)) for name in "abc"}
    budget = draw(st.one_of(st.none(), st.integers(6, 20)))
    context = {"marker": draw(st.integers(-10, 20))}
    return Buy(
        "X",
        "shop",
        "axis",
        "x",
        wares,
        stock,
        budget,
        least,
        draw(st.one_of(st.none(), st.integers(1, 5))),
        context,
    )


@pytest.mark.parametrize("taste", TASTES)
@given(shop=shops(), chance=st.data())
@settings(deadline=None)
def test_every_purchase_is_legal(taste: str, shop: Buy, chance: Any) -> None:
    answer = TASTES[taste](shop, lambda count: chance.draw(st.integers(0, count - 1)) if count > 1 else 0)
    assert check_answer(shop, answer) is not None


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(
    "prompt",
    [
        Choose("X", "c", "axis", "yes_no", ("yes", "no")),
        Choose("X", "c", "axis", "objective", ("1", "4"), least=0, most=2),
        Choose("X", "c", "axis", "map", ("1", "2", "3")),
        Choose(
            "X", "c", "axis", "order_of_battle", ("a", "b", "c"), context={"values": {"a": 3, "b": 1, "c": 2}}
        ),
    ],
    ids=lambda prompt: prompt.of,
)
def test_every_choice_is_legal(taste: str, prompt: Choose) -> None:
    check_answer(prompt, TASTES[taste](prompt, lambda count: count - 1))


@pytest.mark.parametrize(("taste", "choice"), [("cautious", "b"), ("bold", "a"), ("even", "c")])
def test_tastes_in_orders_of_battle(taste: str, choice: str) -> None:
    prompt = Choose("X", "c", "axis", "ob", ("a", "b", "c"), context={"values": {"a": 3, "b": 1, "c": 2}})
    assert TASTES[taste](prompt, lambda count: 0) == choice


def postures(axis: str, allied: str) -> list[str]:
    wish = Settings(axis_commander=axis, allied_commander=allied)
    return [str(make(CATALOG, wish, str(n)).battle.axis.posture) for n in range(80)]


def test_bold_commanders_attack() -> None:
    assert postures("bold", "cautious").count("attack") > 75
    assert postures("cautious", "bold").count("defend") > 75


def test_even_commanders_bring_the_marker_near_0() -> None:
    def distance(name: str) -> float:
        wish = Settings(axis_commander=name, allied_commander=name)
        return mean(abs(make(CATALOG, wish, str(n)).battle.marker) for n in range(80))

    assert distance("even") < distance("random") / 2


class Blind:
    """A table that shows nothing but the number of its answers."""

    class Entries:
        def __init__(self, count: int) -> None:
            self.count = count

        def __len__(self) -> int:
            return self.count

    def __init__(self, table: Table[Any]) -> None:
        self.entries = self.Entries(len(table.entries))

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a commander looks at {name} of the table")


class Blindfolded(Commander):
    """A commander at a table that shows nothing."""

    def __call__(self, table: Table[Any], prompt: Prompt) -> Any:
        return super().__call__(Blind(table), prompt)  # type: ignore[arg-type]


def test_blind_table_shows_nothing() -> None:
    table = Blind(open_session(CATALOG, Settings(), "7").table)
    with pytest.raises(AssertionError, match="looks at state"):
        _ = table.state
    with pytest.raises(TypeError):
        _ = table.entries[0]  # type: ignore[index]


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("placement", ["objectives", "hexes"])
def test_commanders_use_only_the_prompt(taste: str, placement: str) -> None:
    """Blindfolded commanders decide the same, for any secret part of the seed."""
    wish = Settings(axis_commander=taste, allied_commander=taste, placement=placement)
    for seed in range(5):
        seen = open_session(CATALOG, wish, f"{seed}.secret").table
        decide = Blindfolded(dict.fromkeys((*SIDES, *PERSONS), taste), f"{seed}.another")
        start = new_battle(CATALOG, wish)
        blind = run(lambda start=start: fight(start), (), [Seeded(f"{seed}.secret"), decide])
        assert blind.finished
        assert blind.entries == seen.entries
