"""Digests of complete fights of every kind, to detect any change in how a seed plays."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.rehearsal.outcome import make_film
from tests.generator.games.combat_commander.rehearsal.modules.test_campaigns import battles, on_known_ground
from tests.generator.games.combat_commander.rehearsal.scenes import CATALOG
from tests.generator.games.combat_commander.rehearsal.test_fights import MAPS, card_of

DIGEST_FILE = Path(__file__).with_name("digests.json")
RECRUITS = {"axis": "recruit", "allied": "recruit"}
REGULARS = {"axis": "regular", "allied": "regular"}
MIXED = {"axis": "recruit", "allied": "random"}
# Figures about a fight that do not change it.
UNHASHED = ("lookups", "idle", "longest_idle", "time", "discarded")
OPTIONAL = ("V5", "V6", "V7", "V8", "V9", "V10", "V12", "V15", "V18", "V19")


def iterate_fights(many: int) -> Iterator[tuple[str, dict[str, Any], dict[str, str]]]:
    """Yield for each fight its seed (also its name), its card and its commanders."""
    for seed in range(many):
        yield f"battle {seed}", card_of(seed, MAPS[seed % len(MAPS)]), MIXED if seed % 6 == 5 else RECRUITS
    for seed in range(many // 2):
        yield f"regular {seed}", card_of(seed, MAPS[seed % len(MAPS)]), REGULARS
    card = make(CATALOG, Settings(map=1, optional=OPTIONAL), "1").card()
    yield "optional", card, RECRUITS
    for name in ("stalingrad", "normandy", "gastadores"):
        for number, card in enumerate(battles(name, "1")[: max(1, many // 12)]):
            yield f"{name} {number}", on_known_ground(card, number), RECRUITS


def compute_digest(seed: str, card: dict[str, Any], kinds: Any) -> str:
    """Return the digest of every step, every frame and the outcome of a fight."""
    shown = make_film(card, CATALOG, seed, kinds)
    result = {name: value for name, value in asdict(shown.outcome).items() if name not in UNHASHED}
    said = json.dumps([shown.steps, shown.frames, result], default=list, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:20]


def compute_digests(many: int) -> dict[str, str]:
    return {seed: compute_digest(seed, card, kinds) for seed, card, kinds in iterate_fights(many)}


if __name__ == "__main__":
    DIGEST_FILE.write_text(json.dumps(compute_digests(48), indent=1) + "\n")
