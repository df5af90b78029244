"""Check and price of a full card beside its JSON Schema validation alone: can it run on every keystroke?"""

from __future__ import annotations

import copy
from collections.abc import Callable
from statistics import median
from time import perf_counter

from catalogs.games.combat_commander import load
from generator.games.combat_commander.authoring.checks import check, meaning
from generator.games.combat_commander.authoring.guide import propose
from generator.games.combat_commander.authoring.meter import meter
from generator.games.combat_commander.authoring.pricing import price
from schemas.validation import validator

ROUNDS = 40
LIMIT = 10.0  # check and price against the schema alone, at most


def full_card() -> dict[str, object]:
    """Castle Hill on a map of its own: every hex, two forces, reinforcements, fortifications, markers."""
    catalog = load()
    card = copy.deepcopy(dict(catalog.scenarios["castle-hill"]))
    board = catalog.board
    card["map"]["number"] = None
    card["map"]["custom"] = {
        "name": "Bench",
        "hexes": {f"{column}{row}": {"terrain": "woods"} for column in board.columns for row in board.rows},
    }
    card["markers"] = [{"type": "smoke", "hex": f"{column}5"} for column in board.columns]
    return card


def milliseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1000


def run() -> None:
    catalog, schema = load(), validator("games/combat_commander/card")
    cards = {"castle-hill": dict(catalog.scenarios["castle-hill"]), "with a custom map": full_card()}
    for name, card in cards.items():

        def both(card: dict[str, object] = card) -> None:
            check(card, catalog)
            for side in ("axis", "allied"):
                price(card, side, catalog)
            propose(card, catalog)
            meter(card, catalog)

        def alone(card: dict[str, object] = card) -> None:
            assert not list(schema.iter_errors(card))

        both()
        schema_ms, all_ms = milliseconds(alone), milliseconds(both)
        meaning_ms = milliseconds(lambda card=card: meaning(card, catalog))  # type: ignore[misc]
        ratio = all_ms / schema_ms
        verdict = "ok" if ratio <= LIMIT else "TOO SLOW"
        print(f"  {name}: schema {schema_ms:.2f} ms, checks alone {meaning_ms:.2f} ms,")
        print(
            f"    check, price, guide and meter {all_ms:.2f} ms: {ratio:.1f}x, at most {LIMIT:g}x: {verdict}"
        )


if __name__ == "__main__":
    run()
