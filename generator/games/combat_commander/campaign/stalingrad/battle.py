"""ST-C1: a battle of the Stalingrad campaign, with the RS steps it replaces, keeps and adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogs.games.combat_commander.model import Side
from generator.table import Answer, Note, Procedure, Report, Stand
from schemas.errors import HorahError

from ...battle.placement import count_figures as soldiers
from ...battle.procedure import READY, run_in_order
from ...battle.rs04_objectives import objectives
from ...battle.rs07_support import support
from ...battle.rs08_posture import posture
from ...battle.rs09_fortifications import fortifications
from ...battle.rs10_defender import defender_setup
from ...battle.rs11_attacker import attacker_setup
from ...battle.rs12_fortification_setup import fortification_setup
from ...battle.rs13_recon import recon_setup
from ...battle.state import SIDES, Arrival, Battle, opponent, pay
from ...dice import DIE
from ...forms import MARKER, MAX_PIECES
from ..field import compass, open_battle, rubble
from ..forces import command_of, commit, force_of, keep_away, muster, price_of
from ..points import Points, fortify
from ..report import ask_result, make_context
from ..state import Past, Survivor
from .state import Stalingrad

#: 6.2.2: two dice never reach the space after this one, so nothing can arrive later.
LAST_SPACE = 2 * max(DIE)

# Any number of the track; the rule checks the allowed spaces.
SPACES_FORM: Mapping[str, Any] = {"type": "array", "items": MARKER, "maxItems": MAX_PIECES}


def fight(state: Stalingrad) -> Procedure[Stalingrad]:
    """ST-C1.1 to ST-C1.9 and RS.16: prepare the battle, then ask for its result (RS.17)."""
    figures = state.figures
    battle = open_battle(state, state.sheet.positions[state.position].map)
    yield from state.shuffle("ST-C1.1")
    battle = yield from compass(battle, figures.compass_side, figures.compass_side, "ST-C1.1")
    count = figures.rubble.count(state.battle)
    battle = yield from rubble(
        battle, count, figures.rubble.decks, state.reading("rubble_duplicates"), "ST-C1.1"
    )
    for side in SIDES:
        yield Note("ST-C1.3", "quality", {"side": side, "value": state.quality[side]})
        battle = battle.with_force(side, quality=state.quality[side])
    battle = yield from objectives(battle)
    state, battle = yield from patrols(state, battle)
    for step in (support, posture):
        yield Stand(replace(state, at_hand=battle))
        battle = yield from step(battle)
    yield Stand(replace(state, at_hand=battle))
    state, battle = yield from set_up(state, battle)
    battle = yield from run_in_order(battle, READY)
    yield from state.shuffle("RS.15")
    state = replace(state, stage="ready", at_hand=battle)
    yield Stand(state)
    return (yield from _result(state, battle))


def patrols(state: Stalingrad, battle: Battle) -> Procedure[tuple[Stalingrad, Battle]]:
    """ST-C1.5: muster command patrols and patrols committed together, and pay for them."""
    sheet, quality = state.sheet, state.quality
    reserve = dict(state.reinforcements)
    for side in SIDES:
        command = command_of(sheet, side)
        battle, reserve[side] = yield from muster(
            battle, side, [(command, command.leaders[0])], quality[side], reserve[side], "ST-C1.5.3"
        )
    yield Stand(replace(state, at_hand=battle))
    committed = yield from commit(sheet, state.pool, "ST-C1.5.4")
    bought = {side: [(force_of(sheet, leader), leader) for leader in committed[side]] for side in SIDES}
    for side in SIDES:
        battle, reserve[side] = yield from muster(
            battle, side, bought[side], quality[side], reserve[side], "ST-C1.5.4"
        )
    before = state.reinforcements
    state = replace(
        state,
        pool={s: tuple(leader for leader in state.pool[s] if leader not in committed[s]) for s in SIDES},
        committed={s: tuple(committed[s]) for s in SIDES},
        reinforcements=reserve,
    )
    paid_for = before if state.reading("filled_units") == "paid" else reserve
    first = state.figures.commitment_paid_first
    for side in (first, opponent(first)):
        price = price_of(bought[side]) + reinforcement_price(state, paid_for[side])
        battle = battle.with_force(side, point_value=price)
        battle = yield from pay(battle, side, price, "ST-C1.5.5", "patrols")
    return state, keep_away(battle, state.kept())


def reinforcement_price(state: Stalingrad, reserve: Sequence[Survivor]) -> int:
    """ST-C1.5.5: return the price of the units and weapons among the Reinforcements."""
    prices = state.figures.reinforcements
    weapons = sum(1 for one in reserve if one.weapon)
    return prices.unit_price * len(reserve) + prices.weapon_price * weapons


def set_up(state: Stalingrad, battle: Battle) -> Procedure[tuple[Stalingrad, Battle]]:
    """RS.9 to RS.13 with ST-C1.9: fortification points are spent after RS.9, in any posture."""
    recon = battle.posture_side("recon") is not None
    if not recon:
        battle = yield from fortifications(battle)
    yield Stand(replace(state, at_hand=battle))

    def show(battle: Battle, points: Points) -> Stand:
        return Stand(replace(state, points=points, at_hand=battle))

    figures = state.figures.fortification
    battle, points = yield from fortify(battle, state.points, figures, "ST-C1.9", show)
    state = replace(state, points=points)
    steps = (recon_setup,) if recon else (defender_setup, attacker_setup, fortification_setup)
    for step in steps:
        battle = yield from step(battle)
        yield show(battle, points)
    return state, (yield from time_track(state, battle))


def time_track(state: Stalingrad, battle: Battle) -> Procedure[Battle]:
    """RS.16: place Reinforcements on any Time spaces, within the figure limit per player and space."""
    first = state.figures.reinforcements.placed_first
    for side in (first, opponent(first)):
        reserve = state.reinforcements[side]
        if not reserve:
            continue
        context = {
            "units": [one.json() for one in reserve],
            "soldiers": [soldiers(state.catalog, one.piece) for one in reserve],
            "limit": state.figures.reinforcements.soldiers_per_space,
            "last_space": LAST_SPACE,
        }

        def fault(answer: Answer, context: Mapping[str, Any] = context) -> HorahError | None:
            return check_spaces(context, answer)

        spaces = yield Report("RS.16", "reinforcement_spaces", side, SPACES_FORM, fault, context)
        arrivals = tuple(
            Arrival(space, one.piece, one.weapon, one.veteran)
            for space, one in zip(spaces, reserve, strict=True)
        )
        battle = battle.with_force(side, arrivals=arrivals)
    return battle


def check_spaces(context: Mapping[str, Any], answer: Sequence[int]) -> HorahError | None:
    """RS.16: return an error unless every Reinforcement has a space within the figure limit."""
    units, last = context["units"], context["last_space"]
    if len(answer) != len(units) or not all(1 <= space <= last for space in answer):
        return HorahError("BAD_SPACES", count=len(units), last=last)
    figures: Counter[int] = Counter()
    for space, number in zip(answer, context["soldiers"], strict=True):
        figures[space] += number
    for space, number in figures.items():
        if number > context["limit"]:
            return HorahError("OVERSTACK.time", space=space, figures=number, limit=context["limit"])
    return None


def brought(battle: Battle, side: Side) -> dict[str, int]:
    """Return everything a side has in a battle, including Reinforcements on the Time track."""
    force = battle.force(side)
    pieces = Counter(force.counters)
    pieces.update(force.leaders)
    for purchase in force.support:
        pieces.update(purchase.pieces)
    for arrival in force.arrivals:
        pieces.update(filter(None, (arrival.piece, arrival.weapon)))
    return dict(pieces)


def carried(battle: Battle, side: Side) -> list[tuple[str, str, bool]]:
    """RS.7, RS.10 to RS.13, RS.16: return units known to start with a weapon: unit, weapon, veteran."""
    force = battle.force(side)
    placed = [(one["piece"], one["weapon"], False) for one in force.fixed if one.get("weapon")]
    bought = [(pieces[0], pieces[1], False) for one in force.support if len(pieces := one.pieces) == 2]
    waiting = [(one.piece, one.weapon, one.veteran) for one in force.arrivals if one.weapon]
    return (placed or bought) + waiting


def veterans(battle: Battle, side: Side) -> dict[str, int]:
    """ST-C3.4: return the Veterans of a side by type, including Reinforcements on the Time track."""
    force = battle.force(side)
    waiting = Counter(one.piece for one in force.arrivals if one.veteran)
    return dict(waiting + Counter(force.veterans))


def _result(state: Stalingrad, battle: Battle) -> Procedure[Stalingrad]:
    context = make_context(
        state.sheet.factions,
        brought={side: brought(battle, side) for side in SIDES},
        elsewhere={side: list(state.pool[side]) for side in SIDES},
        clean_up=state.catalog.terms["campaign_record.clean_up"],
        carried={side: carried(battle, side) for side in SIDES},
        veterans={side: veterans(battle, side) for side in SIDES},
        started=battle.initiative,
        surrender={side: battle.force(side).surrender for side in SIDES},
    )
    result = yield from ask_result(state.catalog, "RS.17", context)
    assert battle.map is not None
    past = Past(
        state.battle,
        state.position,
        battle.map.number,
        None,
        result.winner,
        result.ended,
        result.marker,
        result.initiative,
        postures={side: role for side in SIDES if (role := battle.force(side).posture)},
        quality=dict(state.quality),
        committed=dict(state.committed),
        events={"survivors": {side: len(result.survivors[side]) for side in SIDES}},
    )
    return replace(state, stage="victory", result=result, history=(*state.history, past))
