"""Time to check and price a full card against its schema alone, and growth with its size."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from catalogs.games.combat_commander import load
from exports.games.combat_commander.render import render
from generator.authoring import apply_fixes
from generator.games.combat_commander.authoring.authored import SCENARIO
from generator.games.combat_commander.authoring.balance_meter import measure_balance
from generator.games.combat_commander.authoring.checks import check, check_meaning
from generator.games.combat_commander.authoring.guide import propose
from generator.games.combat_commander.authoring.pricing import price_side
from generator.games.combat_commander.battle.view import view_card
from generator.games.combat_commander.hexes import all_hexes
from schemas.validation import schema as schema_of
from schemas.validation import validator

ROUNDS = 40
FEW = 3
SHARES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
LIMIT = 10.0  # maximum ratio of check and price to the schema alone


def full_card() -> dict[str, object]:
    """Return Castle Hill on a custom map with every hex filled, and a row of smoke markers."""
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


def filled_card(share: float) -> dict[str, Any]:
    """Return Castle Hill with lists filled to a share of the schema's limits, mostly with errors."""
    catalog, parts = load(), schema_of("games/combat_commander/card")["$defs"]
    card: dict[str, Any] = copy.deepcopy(dict(catalog.scenarios["castle-hill"]))
    rows = int(share * parts["setup"]["properties"]["fixed"]["maxItems"])
    texts = int(share * parts["rules"]["properties"]["text"]["maxItems"])
    spots = all_hexes(catalog.board)[:rows]
    for side in ("axis", "allied"):
        force = card["sides"][side]
        piece = next(iter(force["counters"]))
        force["setup"]["fixed"] = [{"hex": spot, "leaders": [], "counters": {piece: 1}} for spot in spots]
    card["markers"] = [{"type": "smoke", "hex": spot} for spot in spots]
    card["rules"]["text"] = ["The mill on the hill is held to the last man. " * 80] * texts
    return card


def growth() -> None:
    """Print the time of check, fix and print by size, up to the schema's limits."""
    catalog = load()
    kinds = frozenset({"error", "warning", "note"})
    print("  lists, as a share of the bound      check         fix       print")
    for share in SHARES:
        card = filled_card(share)
        view = view_card(card, "referee")
        works: tuple[Callable[[], object], ...] = (
            partial(check, card, catalog),
            partial(apply_fixes, catalog, SCENARIO, card, kinds),
            partial(render, view, "pdf", catalog=catalog),
        )
        figures = (f"{milliseconds(work, FEW):9.1f} ms" for work in works)
        print(f"  {share:30.0%}", *figures)


def milliseconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
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
                price_side(card, side, catalog)
            propose(card, catalog)
            measure_balance(card, catalog)

        def alone(card: dict[str, object] = card) -> None:
            assert not list(schema.iter_errors(card))

        both()
        schema_ms, all_ms = milliseconds(alone), milliseconds(both)
        meaning_ms = milliseconds(lambda card=card: check_meaning(card, catalog))  # type: ignore[misc]
        ratio = all_ms / schema_ms
        verdict = "ok" if ratio <= LIMIT else "TOO SLOW"
        print(f"  {name}: schema {schema_ms:.2f} ms, checks alone {meaning_ms:.2f} ms,")
        print(
            f"    check, price, guide and meter {all_ms:.2f} ms: {ratio:.1f}x, at most {LIMIT:g}x: {verdict}"
        )
    growth()


if __name__ == "__main__":
    run()
