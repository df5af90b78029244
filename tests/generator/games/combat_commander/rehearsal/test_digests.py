"""The same seed plays the same fight to the last line, on any machine, however fast it is fought."""

import json

import pytest

from tests.generator.games.combat_commander.rehearsal.digests import KEPT, digests


def kept() -> dict[str, str]:
    found: dict[str, str] = json.loads(KEPT.read_text())
    return found


def test_some_fights_are_what_they_were() -> None:
    now = digests(6)
    assert now == {name: kept()[name] for name in now}


@pytest.mark.soak
def test_all_fights_are_what_they_were() -> None:
    assert digests(48) == kept()
