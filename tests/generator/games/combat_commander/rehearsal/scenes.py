"""Small fights set up by hand: a ground, a few units and the next cards of the decks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import load
from catalogs.games.combat_commander.ground import Ground, side
from catalogs.games.combat_commander.model import FateCard, FateText, Side
from generator.games.combat_commander.rehearsal import events, time_track
from generator.games.combat_commander.rehearsal.modules.terrain import (
    NO_OVERLAY,
    TerrainOverlay,
    build_special_board,
)
from generator.games.combat_commander.rehearsal.pieces import Unit, Weapon, create_unit
from generator.games.combat_commander.rehearsal.state import SIDES, Camp, Card, Fight, Options, Special
from generator.table import Choose, Draw, Roll

CATALOG = load()
OPEN = Ground("made up", Frozen({}))
FACTIONS: Mapping[Side, str] = {"axis": "german", "allied": "american"}
FRESH = FateText("command_confusion", "command_confusion", "elan")
HEX = "A1"


def ground(levels: Mapping[str, int] | None = None, **terrain: str) -> Ground:
    """Return open ground with some hexes of other terrain: ``ground(B2="woods")``."""
    kinds = {name: (kind,) for name, kind in terrain.items()}
    return Ground("made up", Frozen(kinds), Frozen(levels or {}))


def die(
    white: int,
    coloured: int,
    trigger: str | None = None,
    hex_: str = HEX,
    event: str = "elan",
    number: int = 0,
) -> Card:
    """Return a deck card with the given dice."""
    return Card(number, FateCard(number, hex_, white, coloured, trigger), FateText("fire", "ambush", event))


def in_hand(order: str = "command_confusion", action: str = "command_confusion", number: int = 90) -> Card:
    return Card(number, FateCard(number, HEX, 1, 1, None), FateText(order, action, "elan"))


def fight(
    over: Ground = OPEN,
    *,
    postures: Mapping[Side, str] | None = None,
    optional: Iterable[str] = (),
    variants: Mapping[str, str] | None = None,
    objectives: Mapping[int, str] | None = None,
    rules: Iterable[str] = (),
    overlay: TerrainOverlay = NO_OVERLAY,
    factions: Mapping[Side, str] = FACTIONS,
) -> Fight:
    """Return a fight on an empty map: Germans at the top, Americans at the bottom, decks without triggers."""
    made = build_special_board(CATALOG, over, overlay)
    edges: Mapping[Side, str] = {"axis": "top", "allied": "bottom"}
    scene = Fight(
        catalog=CATALOG,
        board=made,
        year=1943,
        camps={
            camp_side: _camp(
                camp_side, factions[camp_side], edges[camp_side], (postures or {}).get(camp_side, "recon")
            )
            for camp_side in SIDES
        },
        options=Options(
            frozenset(optional), {"8.2": "b", "O18.2.2.3": "a", "E45": "a", "E49": "a", **(variants or {})}
        ),
        marker=0,
        time=0,
        sudden_death=7,
        initiative="axis",
        turn_of="axis",
        chits=[],
        objectives={n: frozenset({made.numbers[h]}) for n, h in (objectives or {}).items()},
        control={},
        mine_strength=6,
        special=Special(frozenset(rules), "ST-7" in rules, over, overlay),
    )
    scene.units_at = [[] for _ in made.names]
    scene.stock = {ref: counter.quantity for ref, counter in CATALOG.counters.items()}
    scene.triggers = {
        "time": time_track.advance_time,
        "event": events.resolve_event,
        "sniper": events.resolve_sniper,
    }
    return scene


def _camp(side_: Side, faction: str, edge: str, posture: str) -> Camp:
    return Camp(
        side=side_,
        faction=faction,
        posture=posture,
        quality="line",
        hand_size=5,
        orders=3,
        discards=5,
        late_discards=0,
        surrender=20,
        edge=edge,
        nationality=None,
        deck=[die(3, 4, number=n) for n in range(40)],
    )


def put(
    scene: Fight,
    side_: Side,
    kind: str,
    hex_: str,
    *,
    weapon: str = "",
    broken: bool = False,
    suppressed: bool = False,
) -> Unit:
    """Place a counter of a side's faction, or a named leader, in a hex."""
    faction = scene.camps[side_].faction
    leader = CATALOG.leaders.get(f"{faction}:{kind}")
    counter = CATALOG.counters[leader.counter if leader else f"{faction}:{kind}"]
    unit = create_unit(scene.make_id("u"), side_, counter, leader)
    if weapon:
        unit.weapon = Weapon(scene.make_id("w"), CATALOG.counters[f"{faction}:weapon_{weapon}"])
    unit.broken, unit.suppressed = broken, suppressed
    scene.camps[side_].units.append(unit)
    scene.place_unit(unit, scene.board.numbers[hex_])
    return unit


def rolls(scene: Fight, side_: Side, *cards: tuple[int, int] | Card) -> None:
    """Put cards on top of a side's deck, in the order in which they will be revealed."""
    deck_cards = [die(*card) if len(card) == 2 else card for card in cards]  # type: ignore[misc,arg-type]
    scene.camps[side_].deck += reversed(deck_cards)


def run(steps: Generator[Any, Any, Any], answers: Mapping[str, Any] | None = None) -> list[str]:
    """Run a procedure; answer each question by its name, else with the first option; return the questions."""
    given = {
        name: list(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        for name, value in (answers or {}).items()
    }
    asked: list[str] = []
    answer: Any = None
    try:
        while True:
            prompt = steps.send(answer)
            asked.append(prompt.ask)
            answer = _answer(prompt, given)
    except StopIteration:
        return asked


def _answer(prompt: Any, given: dict[str, list[Any]]) -> Any:
    if isinstance(prompt, Roll):
        return [1] * len(prompt.dice)
    if isinstance(prompt, Draw):
        return prompt.cup[0]
    assert isinstance(prompt, Choose)
    if given.get(prompt.ask):
        wanted = given[prompt.ask].pop(0)
        chosen = wanted if isinstance(wanted, list) else [wanted]
        assert all(single in prompt.options for single in chosen), (prompt.ask, wanted, list(prompt.options))
        return wanted
    if prompt.ask == "reroll":
        return "no"
    if not prompt.single:
        return []
    return next(
        (option for option in ("none", "done", "stop", "no") if option in prompt.options), prompt.options[0]
    )


def wall(first: str, second: str, kind: str) -> Ground:
    """Return open ground with one hexside."""
    return Ground("made up", Frozen({}), sides=Frozen({side(first, second): kind}))


def road(*hexes: str, **terrain: str) -> Ground:
    """Return a ground with a road from hex to hex."""
    sides = frozenset(side(one, other) for one, other in pairwise(hexes))
    kinds = {name: (kind,) for name, kind in terrain.items()}
    return Ground("made up", Frozen(kinds), ways=Frozen({"road": sides}))
