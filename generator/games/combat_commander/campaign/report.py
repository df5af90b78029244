"""RS.17: report of a battle: winner, ending, marker, Initiative and survivors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import EVERYONE, Answer, Procedure, Report
from schemas.errors import HorahError
from schemas.messages import say

from ..battle.lookups import count_in_mix
from ..battle.state import SIDES, opponent
from ..forms import MARKER, MAX_NAME_LENGTH, MAX_PIECES
from .state import RESULT, Result, result_from

#: 6.3: endings in which the marker decides the winner, and on 0 the Initiative card.
BY_MARKER = ("sudden_death", "exit")
#: 6.3, 7.3.2: endings that decide the winner themselves.
AT_ONCE = ("surrender", "elimination", "chit_v", "forfeit")
ENDINGS = (*BY_MARKER, *AT_ONCE)
UNITS = ("squad", "team", "leader", "hero")


def ask_result(catalog: Catalog, rule: str, context: Mapping[str, Any]) -> Procedure[Result]:
    """Ask everyone at the table for the result; the context says what the battle allows."""

    def fault(answer: Answer) -> HorahError | None:
        return check_result(catalog, context, answer)

    answer = yield Report(rule, RESULT, EVERYONE, make_form(context), fault, context)
    return result_from(answer)


def make_context(
    factions: Mapping[Side, str],
    *,
    endings: Sequence[str] = ENDINGS,
    brought: Mapping[str, Mapping[str, int]] | None = None,
    elsewhere: Mapping[str, Sequence[str]] | None = None,
    clean_up: Mapping[Any, str] | None = None,  # by language
    **known: Any,
) -> dict[str, Any]:
    """Return the context of a report; ``brought`` lists each side's pieces, if survivors are asked for.

    ``clean_up`` says in both languages who counts as a survivor; ``known`` holds further facts for the form.
    """
    return {
        **known,
        "factions": dict(factions),
        "endings": list(endings),
        "brought": brought,
        "elsewhere": elsewhere or {},
        "clean_up": clean_up,
    }


def make_form(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of the report."""
    unit = {
        "type": "object",
        "required": ["piece"],
        "additionalProperties": False,
        "properties": {
            "piece": {"type": "string", "maxLength": MAX_NAME_LENGTH},
            "weapon": {"type": ["string", "null"], "maxLength": MAX_NAME_LENGTH},
            "veteran": {"type": "boolean"},
        },
    }
    fields: dict[str, Any] = {
        "winner": {"enum": list(SIDES)},
        "ended": {"enum": list(context["endings"])},
        "marker": dict(MARKER),
        "initiative": {"enum": list(SIDES)},
    }
    if context["brought"] is not None:
        units = {"type": "array", "items": unit, "maxItems": MAX_PIECES}
        fields["survivors"] = {
            "type": "object",
            "required": list(SIDES),
            "additionalProperties": False,
            "properties": dict.fromkeys(SIDES, units),
        }
        if context["clean_up"]:
            fields["survivors"]["description"] = context["clean_up"]["en"]
    return {
        "type": "object",
        "required": list(fields),
        "additionalProperties": False,
        "properties": fields,
    }


def check_result(catalog: Catalog, context: Mapping[str, Any], answer: Answer) -> HorahError | None:
    """Return the first error of a well-formed report, in the order in which a person fills it in."""
    fault = _check_winner(answer)
    if fault or context["brought"] is None:
        return fault
    for side in SIDES:
        fault = _check_survivors(catalog, context, side, answer["survivors"][side])
        if fault:
            return fault
    return _check_loser(answer)


def due_winner(marker: int, initiative: str) -> str:
    """6.3.2, 9.2: return the side of the marker, or on 0 the Initiative holder."""
    return initiative if marker == 0 else "axis" if marker > 0 else "allied"


def _check_winner(answer: Mapping[str, Any]) -> HorahError | None:
    """6.3.2, 9.2: if the marker decides, its side wins, and on 0 the Initiative holder."""
    if answer["ended"] not in BY_MARKER:
        return None
    marker = answer["marker"]
    due = due_winner(marker, answer["initiative"])
    if answer["winner"] == due:
        return None
    why = say("winner.initiative") if marker == 0 else say("winner.marker", marker=marker)
    return HorahError("WRONG_WINNER", ended=answer["ended"], due=due, why=why)


def _check_survivors(
    catalog: Catalog, context: Mapping[str, Any], side: Side, survivors: Sequence[Mapping[str, Any]]
) -> HorahError | None:
    faction = context["factions"][side]
    for one in survivors:
        fault = _check_piece(catalog, faction, one["piece"], UNITS) or (
            _check_piece(catalog, faction, one["weapon"], ("weapon",)) if one.get("weapon") else None
        )
        if fault:
            return fault
    counts = Counter(one["piece"] for one in survivors)
    counts.update(one["weapon"] for one in survivors if one.get("weapon"))
    for piece, count in counts.items():
        if piece in context["elsewhere"].get(side, ()):
            return HorahError("NOT_IN_BATTLE", piece=piece)
        if count > count_in_mix(catalog, piece):
            return HorahError(
                "COUNTER_EXHAUSTED.survivors", count=count, piece=piece, holds=count_in_mix(catalog, piece)
            )
    return None


def _check_piece(catalog: Catalog, faction: str, piece: str, kinds: Sequence[str]) -> HorahError | None:
    """Return an error unless the piece is of the side and of one of these kinds, leaders by name."""
    counter = catalog.counters.get(piece)
    named = counter.leaders if counter is not None and counter.kind == "leader" else ()
    known = "leader" if piece in catalog.leaders else counter.kind if counter and not named else None
    if named and "leader" in kinds:
        return HorahError("UNKNOWN_PIECE.leader", piece=piece, leaders=named)
    if known not in kinds:
        return HorahError(
            "UNKNOWN_PIECE.weapon" if kinds == ("weapon",) else "UNKNOWN_PIECE.unit", given=piece
        )
    if piece.partition(":")[0] not in (faction, "common"):
        return HorahError("UNKNOWN_PIECE.faction", piece=piece, faction=faction)
    return None


def _check_loser(answer: Mapping[str, Any]) -> HorahError | None:
    loser = opponent(answer["winner"])
    if answer["ended"] == "elimination" and answer["survivors"][loser]:
        return HorahError("WRONG_SURVIVORS", loser=loser)
    return None
