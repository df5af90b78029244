"""RS.17: the report of a battle: who won, how it ended, the marker, the Initiative, and who came through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Side
from generator.table import EVERYONE, Answer, Procedure, Report
from schemas.errors import HorahError

from ..battle.lookups import mix
from ..battle.state import SIDES
from .state import RESULT, Result, result_from

#: 6.3: endings after which the marker says who won, with the Initiative card where it lies on 0.
BY_MARKER = ("sudden_death", "exit")
#: 6.3, 7.3.2: endings that name their winner themselves.
AT_ONCE = ("surrender", "elimination", "chit_v", "forfeit")
ENDINGS = (*BY_MARKER, *AT_ONCE)
UNITS = ("squad", "team", "leader", "hero")


def ask_result(catalog: Catalog, rule: str, context: Mapping[str, Any]) -> Procedure[Result]:
    """Ask whoever sits at the table; the context says what the battle allows."""

    def fault(answer: Answer) -> HorahError | None:
        return check_result(catalog, context, answer)

    answer = yield Report(rule, RESULT, EVERYONE, form(context), fault, context)
    return result_from(answer)


def context_of(
    factions: Mapping[Side, str],
    *,
    endings: Sequence[str] = ENDINGS,
    brought: Mapping[str, Mapping[str, int]] | None = None,
    elsewhere: Mapping[str, Sequence[str]] | None = None,
    clean_up: Mapping[Any, str] | None = None,  # by language
) -> dict[str, Any]:
    """What a report may say: ``brought`` is what each side had, where survivors are asked for.

    ``clean_up`` tells in both languages who counts as a survivor.
    """
    return {
        "factions": dict(factions),
        "endings": list(endings),
        "brought": brought,
        "elsewhere": elsewhere or {},
        "clean_up": clean_up,
    }


def form(context: Mapping[str, Any]) -> dict[str, Any]:
    """The report as JSON Schema."""
    unit = {
        "type": "object",
        "required": ["piece"],
        "additionalProperties": False,
        "properties": {
            "piece": {"type": "string"},
            "weapon": {"type": ["string", "null"]},
            "veteran": {"type": "boolean"},
        },
    }
    fields: dict[str, Any] = {
        "winner": {"enum": list(SIDES)},
        "ended": {"enum": list(context["endings"])},
        "marker": {"type": "integer"},
        "initiative": {"enum": list(SIDES)},
    }
    if context["brought"] is not None:
        units = {"type": "array", "items": unit}
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
    """What is wrong with a report, in the order in which a person fills it in."""
    fault = _check_fields(context, answer) or _check_winner(answer)
    if fault or context["brought"] is None:
        return fault
    for side in SIDES:
        fault = _check_survivors(catalog, context, side, answer["survivors"].get(side))
        if fault:
            return fault
    return _check_loser(answer)


def _check_fields(context: Mapping[str, Any], answer: Answer) -> HorahError | None:
    wanted = ["winner", "ended", "marker", "initiative"]
    if context["brought"] is not None:
        wanted.append("survivors")
    if not isinstance(answer, Mapping) or set(answer) != set(wanted):
        return _wrong(
            f"A report gives {', '.join(wanted)} and nothing else.",
            f"Un informe da {', '.join(wanted)} y nada más.",
        )
    for name, legal in (("winner", SIDES), ("initiative", SIDES), ("ended", context["endings"])):
        if answer[name] not in legal:
            return _wrong(
                f"{name} is {answer[name]!r}; it must be one of {', '.join(legal)}.",
                f"{name} es {answer[name]!r}; debe ser uno de {', '.join(legal)}.",
            )
    if not isinstance(answer.get("survivors", {}), Mapping):
        return _wrong(
            "survivors holds a list for axis and one for allied.",
            "survivors tiene una lista para axis y otra para allied.",
        )
    if type(answer["marker"]) is not int:
        return _wrong(
            f"marker is {answer['marker']!r}; it must be a whole number, positive on the Axis side.",
            f"marker es {answer['marker']!r}; debe ser un número entero, positivo en el lado del Eje.",
        )
    return None


def _check_winner(answer: Mapping[str, Any]) -> HorahError | None:
    """6.3.2, 9.2: on the marker's word the side that holds it wins, and on 0 the Initiative holder."""
    if answer["ended"] not in BY_MARKER:
        return None
    marker = answer["marker"]
    due = answer["initiative"] if marker == 0 else "axis" if marker > 0 else "allied"
    if answer["winner"] == due:
        return None
    why_en = "the Initiative holder wins on 0" if marker == 0 else f"the marker lies on {marker}"
    why_es = "en 0 gana quien tiene la Iniciativa" if marker == 0 else f"el marcador está en {marker}"
    return HorahError(
        f"A battle that ended by {answer['ended']} with this marker was won by {due}: {why_en} (6.3).",
        f"Una batalla acabada por {answer['ended']} con ese marcador la ganó {due}: {why_es} (6.3).",
        code="WRONG_WINNER",
    )


def _check_survivors(
    catalog: Catalog, context: Mapping[str, Any], side: Side, survivors: Answer
) -> HorahError | None:
    faction = context["factions"][side]
    if not isinstance(survivors, list | tuple) or not all(_is_survivor(one) for one in survivors):
        return _wrong(
            f'The survivors of {side} are a list of {{"piece", "weapon", "veteran"}}.',
            f'Los supervivientes de {side} son una lista de {{"piece", "weapon", "veteran"}}.',
        )
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
            return HorahError(
                f"{piece} was not in this battle: he lies in a box of the campaign.",
                f"{piece} no estuvo en esta batalla: está en una casilla de la campaña.",
                code="NOT_IN_BATTLE",
            )
        if count > mix(catalog, piece):
            return HorahError(
                f"{count} of {piece} survive, but the box holds {mix(catalog, piece)}.",
                f"Sobreviven {count} de {piece}, pero la caja tiene {mix(catalog, piece)}.",
                code="COUNTER_EXHAUSTED",
            )
    return None


def _is_survivor(one: object) -> bool:
    return (
        isinstance(one, Mapping)
        and set(one) <= {"piece", "weapon", "veteran"}
        and isinstance(one.get("piece"), str)
        and isinstance(one.get("weapon"), str | None)
        and isinstance(one.get("veteran", False), bool)
    )


def _check_piece(catalog: Catalog, faction: str, piece: str, kinds: Sequence[str]) -> HorahError | None:
    """A survivor is a unit of the side: a counter, or a leader by name."""
    owner = piece.partition(":")[0]
    counter = catalog.counters.get(piece)
    named = counter is not None and counter.kind == "leader" and counter.leaders
    known = "leader" if piece in catalog.leaders else counter.kind if counter and not named else None
    if known not in kinds:
        what, was = ("weapon", "arma") if kinds == ("weapon",) else ("unit", "unidad")
        hint = f" Name the leader, one of {', '.join(counter.leaders)}." if counter and named else ""
        pista = f" Diga qué mando, uno de {', '.join(counter.leaders)}." if counter and named else ""
        return HorahError(
            f"{piece} is not a {what} of the catalogue.{hint}",
            f"{piece} no es una {was} del catálogo.{pista}",
            code="UNKNOWN_PIECE",
        )
    if owner not in (faction, "common"):
        return HorahError(
            f"{piece} is not a piece of the {faction} side.",
            f"{piece} no es una ficha del bando {faction}.",
            code="UNKNOWN_PIECE",
        )
    return None


def _check_loser(answer: Mapping[str, Any]) -> HorahError | None:
    loser = "allied" if answer["winner"] == "axis" else "axis"
    if answer["ended"] == "elimination" and answer["survivors"][loser]:
        return HorahError(
            f"The battle ended when the last unit of {loser} was eliminated, so {loser} has no survivors.",
            f"La batalla acabó al eliminar la última unidad de {loser}: no tiene supervivientes.",
            code="WRONG_SURVIVORS",
        )
    return None


def _wrong(en: str, es: str) -> HorahError:
    return HorahError(en, es, code="BAD_REPORT")
