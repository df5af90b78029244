"""The regular's fire: split a fire group where two attacks on a hex do more than one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..board import Hex
from ..bot import Bot
from ..bot_planning import Shot
from ..dice_odds import get_win_chance
from ..fire import MIN_ATTACK_FP, Piece, filter_chain
from ..pieces import Unit

Reach = Mapping[Piece, Mapping[Hex, int]]
Defender = tuple[int, float, int, float]  # morale and harm now, and once broken


class Shooting(Bot):
    """Which attacks to make."""

    _splits = True  # A33.2: one attack only for Opportunity Fire

    def list_reach(
        self, units: Iterable[Unit], *, op: bool = False, only: Hex | None = None
    ) -> dict[Piece, dict[Hex, int]]:
        """Return the targets of each piece; remember whether several attacks are allowed."""
        self._splits = not op
        return super().list_reach(units, op=op, only=only)

    def _find_best_shot_at(self, target: Hex, pieces: list[Piece], reach: Reach) -> Shot:
        """Return the attack that does most, together with what the rest can do to the same hex."""
        best = super()._find_best_shot_at(target, pieces, reach)
        plain = [piece for piece in pieces if not (piece.weapon and piece.weapon.ordnance)]
        if len(plain) < 2 or not self._splits:
            return best
        defenders = self._list_defenders(target)
        plain.sort(key=lambda piece: (reach[piece][target] - self._fps[piece], piece.id))
        for group, rest in self._list_splits(plain):
            value = self._rate_pair(target, group, rest, reach, defenders)
            if value > best.value:
                best = Shot(target, tuple(group), value)
        return best

    def _list_splits(self, pieces: Sequence[Piece]) -> Iterator[tuple[list[Piece], list[Piece]]]:
        """Yield pairs of fire groups: one led by the best piece, the other by the second best."""
        first, second, others = pieces[0], pieces[1], pieces[2:]
        for size in range(len(others) + 1):
            group = filter_chain(self.fight, [first, *others[:size]])
            rest = filter_chain(self.fight, [second, *others[size:]])
            if len(group) == size + 1 and len(rest) == len(others) - size + 1:
                yield group, rest

    def _list_defenders(self, target: Hex) -> list[Defender]:
        """Return morale and harm of the enemy units in a hex, as they are and once broken."""
        fight, evaluator = self.fight, self.evaluator
        defenders = []
        for unit in fight.list_units(target, self.enemy):
            morale = fight.get_morale(unit)
            if unit.broken:
                defenders.append((morale, evaluator.get_harm(unit), morale, 0.0))
            else:
                weaker = morale - (unit.front.morale or 0) + (unit.back.morale or 0)
                harm = evaluator.get_harm(unit)
                defenders.append((morale, harm, weaker, evaluator.get_loss(unit) - harm))
        return defenders

    def _rate_pair(
        self,
        target: Hex,
        group: Sequence[Piece],
        rest: Sequence[Piece],
        reach: Reach,
        defenders: Sequence[Defender],
    ) -> float:
        """Return the expected harm of two attacks on a hex, one after the other."""
        first, second = (self._get_strength(target, pieces, reach) for pieces in (group, rest))
        if first < MIN_ATTACK_FP or second < MIN_ATTACK_FP:
            return 0.0
        total = 0.0
        for morale, harm, weaker, loss in defenders:
            broken = get_win_chance(first - morale)
            again = get_win_chance(second - weaker) * loss
            total += broken * (harm + again) + (1 - broken) * get_win_chance(second - morale) * harm
        return total
