"""Check that a seed always plays the same fight, on any machine."""

import json

import pytest

from tests.generator.games.combat_commander.rehearsal.digests import DIGEST_FILE, compute_digests


def load_digests() -> dict[str, str]:
    digests: dict[str, str] = json.loads(DIGEST_FILE.read_text())
    return digests


def test_some_fights_match_their_digests() -> None:
    now = compute_digests(6)
    assert now == {name: load_digests()[name] for name in now}


@pytest.mark.soak
def test_all_fights_match_their_digests() -> None:
    assert compute_digests(48) == load_digests()
