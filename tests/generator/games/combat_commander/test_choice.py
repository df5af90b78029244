"""RS.5 as a two-player game: matrix, mixtures and the cost of a wrong choice."""

from __future__ import annotations

import pytest

from catalogs.games.combat_commander import load
from generator.games.combat_commander.studies import choice
from generator.games.combat_commander.studies.choice import (
    Pairing,
    list_advice,
    list_options,
    run_choice_study,
    to_document,
)
from schemas.errors import HorahError

CATALOG = load()
PAIRING = Pairing("german", "british", 1940, "line", "elite")


def test_options_are_the_legal_orders_of_battle() -> None:
    axis, allied = list_options(CATALOG, Pairing("german", "russian", 1942))
    assert all(CATALOG.orders_of_battle[name].faction == "german" for name in axis)
    assert all(1942 in CATALOG.orders_of_battle[name].years for name in (*axis, *allied))
    with pytest.raises(HorahError):
        list_options(CATALOG, Pairing("german", "russian", 1939))


def test_the_battle_has_the_chosen_orders_of_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    axis, allied = list_options(CATALOG, Pairing("german", "russian", 1942))
    seen = []

    def looked(card: dict, catalog: object, seed: str) -> object:  # type: ignore[type-arg]
        seen.append([card["sides"][side] for side in ("axis", "allied")])
        return type("Outcome", (), {"winner": "axis"})

    monkeypatch.setattr(choice, "simulate_fight", looked)
    choice.simulate_axis_win(CATALOG, Pairing("german", "russian", 1942), axis[-1], allied[0], "x")
    for force, name in zip(seen[0], (axis[-1], allied[0]), strict=True):
        assert f"{force['faction']}:{force['chit']}:{force['size']}" == name


def test_a_choice_of_two_by_two_worked_by_hand() -> None:
    """Odds 3/4, 1/4 above 1/3, 1/2: first row in 1 of 4, first column in 3 of 8, value 7/16."""
    pairing = Pairing("german", "russian", 1942)
    found = to_document(pairing, "x", "v", ("a", "b"), ("c", "d"), [[8, 2], [3, 5]], [[10, 10], [10, 10]])
    assert found["value"] == pytest.approx(7 / 16)
    assert found["mixtures"]["axis"] == pytest.approx([1 / 4, 3 / 4])
    assert found["mixtures"]["allied"] == pytest.approx([3 / 8, 5 / 8])
    assert min(found["costs"]["axis"] + found["costs"]["allied"]) > -1e-9
    assert [name for name, _, _ in list_advice(found, "axis")] == ["b", "a"]


def test_a_pairing_is_fought_pair_by_pair() -> None:
    """One fight for each pair of a small pairing, in this process."""
    axis, allied = list_options(CATALOG, PAIRING)
    found = run_choice_study(CATALOG, PAIRING, "t", (1,), cores=1)
    assert [len(row) for row in found["fights"]] == [len(allied)] * len(axis)
    assert {count for row in found["fights"] for count in row} == {1}
    assert sum(found["mixtures"]["axis"]) == pytest.approx(1)
    assert min(found["costs"]["axis"] + found["costs"]["allied"]) > -1e-9
