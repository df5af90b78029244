"""ST-C1.5, NO-C1.5: patrols and platoons: committed secretly, shown together, drawn from the mix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from catalogs.games.combat_commander.campaigns import Campaign as Sheet
from catalogs.games.combat_commander.campaigns import Force as Patrol
from catalogs.games.combat_commander.model import Language, Quality, Side
from generator.table import Buy, Choose, Note, Procedure, Report, Together, WhyNot
from schemas.errors import HorahError

from ..battle.lookups import count_in_mix
from ..battle.state import SIDES, Battle, Group, evolve
from .state import Survivor, pieces_of


def command_of(sheet: Sheet, side: Side) -> Patrol:
    """ST-C1.5.1, NO-C1.54: return the force that takes part in every battle."""
    return sheet.forces[f"{sheet.factions[side]}:command"]


def force_of(sheet: Sheet, leader: str) -> Patrol:
    """Return the patrol or platoon of a leader."""
    return next(force for force in sheet.forces.values() if leader in force.leaders)


def title_of(patrol: Patrol) -> dict[Language, str]:
    """Return the name of a patrol or platoon: "Rifle C"."""
    return {lang: f"{words} {patrol.letter or ''}".strip() for lang, words in patrol.title.items()}


def leaders_in(sheet: Sheet, side: Side, place: str) -> tuple[str, ...]:
    """Return the leaders of the patrols or platoons that begin the campaign in a place."""
    faction = sheet.factions[side]
    return tuple(f.leaders[0] for f in sheet.forces.values() if f.faction == faction and f.starts_in == place)


def commit(sheet: Sheet, pools: Mapping[Side, Sequence[str]], rule: str) -> Procedure[dict[Side, list[str]]]:
    """ST-C1.5.4, NO-C1.55: ask both sides secretly for any number of the pool's leaders, none included."""
    prompts: dict[str, Choose | Buy | Report] = {
        side: _fist(sheet, side, tuple(pools[side]), rule) for side in SIDES if pools[side]
    }
    answers = (yield Together(rule, "commitment", prompts)) if prompts else {}
    committed: dict[Side, list[str]] = {side: list(answers.get(side, ())) for side in SIDES}
    for side in SIDES:
        yield Note(rule, "committed", {"side": side, "leaders": committed[side]})
    return committed


def _fist(sheet: Sheet, side: Side, pool: tuple[str, ...], rule: str) -> Choose:
    prices = {leader: force_of(sheet, leader).price for leader in pool}
    return Choose(
        rule,
        "commitment",
        side,
        "leader",
        pool,
        least=0,
        most=len(pool),
        context={"prices": prices},
        why_not=_not_in_pool(sheet, side),
    )


def _not_in_pool(sheet: Sheet, side: Side) -> WhyNot:
    def why(leader: str) -> HorahError | None:
        faction = sheet.factions[side]
        if not any(leader in force.leaders for force in sheet.forces.values() if force.faction == faction):
            return None
        return HorahError("NOT_IN_POOL", leader=leader)

    return why


def muster(
    battle: Battle,
    side: Side,
    forces: Sequence[tuple[Patrol, str]],  # each with its leader
    quality: Quality,
    reserve: tuple[Survivor, ...],
    rule: str,
) -> Procedure[tuple[Battle, tuple[Survivor, ...]]]:
    """ST-C1.5.3, ST-C1.5.4: add forces to the battle; replace missing counters from the Reinforcements.

    Return the battle with these forces, and the Reinforcements that were not needed.
    """
    before = battle.force(side)
    groups, veterans = list(before.groups), Counter(before.veterans)
    counters, leaders = Counter(before.counters), list(before.leaders)
    for patrol, leader in forces:
        draft = _Draft(battle, reserve, counters + Counter(leaders))
        for piece, count in {leader: 1, **patrol.pieces(quality)}.items():
            draft.fetch(piece, count)
        for piece, number in draft.filled.items():
            yield Note(rule, "filled", {"side": side, "leader": leader, "value": piece, "count": number})
        for piece, number in draft.lost.items():
            yield Note(
                rule, "counters_lost", {"side": side, "leader": leader, "value": piece, "count": number}
            )
        reserve = draft.reserve
        mine = +draft.pieces
        own = tuple(piece for piece in mine.elements() if piece in battle.catalog.leaders)
        for piece in own:
            del mine[piece]
        groups.append(Group(patrol.letter or "command", title_of(patrol), own, dict(mine)))
        leaders += own
        counters += mine
        veterans += draft.veterans
    battle = battle.with_force(
        side,
        groups=tuple(groups),
        leaders=tuple(leaders),
        counters=dict(counters),
        veterans=dict(veterans),
        orders=before.orders + sum(patrol.orders for patrol, _ in forces),
        surrender=before.surrender + sum(patrol.surrender for patrol, _ in forces),
        initiative=before.initiative + sum(patrol.initiative for patrol, _ in forces),
    )
    return battle, reserve


class _Draft:
    """Counters for one patrol: first from the mix, then from the Reinforcements."""

    def __init__(self, battle: Battle, reserve: tuple[Survivor, ...], used: Counter[str]) -> None:
        self.battle = battle
        self.reserve = reserve
        self.used = used
        self.pieces: Counter[str] = Counter()
        self.veterans: Counter[str] = Counter()
        self.filled: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()

    def fetch(self, piece: str, count: int) -> None:
        free = count_in_mix(self.battle.catalog, piece) - self.used[piece] - self.pieces[piece]
        free -= pieces_of(self.reserve)[piece]
        from_mix = max(0, min(count, free))
        self.pieces[piece] += from_mix
        for _ in range(count - from_mix):
            if not (self._unit(piece) or self._weapon(piece)):
                self.lost[piece] += 1

    def _unit(self, piece: str) -> bool:
        """Add a Reinforcement of that kind with its weapon; non-veterans without weapons first."""
        alike = [one for one in self.reserve if one.piece == piece]
        if not alike:
            return False
        chosen = min(alike, key=lambda one: (one.veteran, one.weapon is not None))
        self._leave(chosen)
        self.pieces.update(filter(None, (chosen.piece, chosen.weapon)))
        self.veterans[piece] += chosen.veteran
        self.filled[piece] += 1
        return True

    def _weapon(self, piece: str) -> bool:
        """Take the weapon from a Reinforcement that carries it."""
        bearer = next((one for one in self.reserve if one.weapon == piece), None)
        if bearer is None:
            return False
        self._leave(bearer)
        self.reserve = (*self.reserve, replace(bearer, weapon=None))
        self.pieces[piece] += 1
        self.filled[piece] += 1
        return True

    def _leave(self, survivor: Survivor) -> None:
        place = self.reserve.index(survivor)
        self.reserve = self.reserve[:place] + self.reserve[place + 1 :]


def keep_away(battle: Battle, kept: Counter[str]) -> Battle:
    """Remove the counters in the campaign's boxes from the mix."""
    return evolve(battle, away=dict(kept))


def price_of(forces: Sequence[tuple[Patrol, str]]) -> int:
    """ST-C1.5.5, NO-C1.56: return the sum of the prices; the command force is free."""
    return sum(patrol.price for patrol, _ in forces)
