"""State of a battle in words for the table page, as the seat may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.content import battle_title
from exports.games.grossdeutschland.messages import MessageFormatter
from generator.games.grossdeutschland.battle import SIDES, Battle
from generator.games.grossdeutschland.odds import chance_of_count

Data = Mapping[str, Any]
COLOURS = ("blue", "red", "black")


@dataclass(frozen=True, slots=True)
class Chip:
    """Formation's chit: in the cup, drawn, active or gone."""

    name: str
    state: str
    words: str
    lost: bool  # without its HQ


@dataclass(frozen=True, slots=True)
class Cup:
    """Event chits of a side."""

    side: str
    counts: tuple[tuple[str, str, int, int], ...]  # colour, its word, in the cup, discarded
    hand: tuple[str, ...]
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Battle as a page shows it."""

    title: str
    turn: str
    weather: str
    effects: tuple[str, ...]
    points: str
    leader: str
    over: bool
    chips: Mapping[str, tuple[Chip, ...]]
    next_draw: Mapping[str, str]
    cups: tuple[Cup, ...]
    places: tuple[tuple[str, str, str], ...]  # place, side, its word
    due: tuple[tuple[str, str], ...]
    bridges: tuple[str, ...]
    losses: Mapping[str, tuple[str, ...]]
    riders: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()


def standing(found: Data, battle: Battle, catalog: Catalog, formatter: MessageFormatter) -> Standing:
    side = battle.victory["side"]
    leads = found["leads"]
    key = "sheet.winner" if found["over"] else "sheet.leader"
    cup = found["activation"]["cup"]
    return Standing(
        title=battle_title(battle.document, formatter),
        turn=formatter.sentence("sheet.turn_of", found["turn"]),
        weather=_weather(found, formatter),
        effects=effects(found["weather"], found["turn"]["slot"], catalog, formatter),
        points=formatter.sentence(
            "page.points", {"side": side, "vp": found["vp"]["total"], "win": battle.victory["win"]}
        ),
        leader=formatter.sentence(key, {"side": leads}) if leads else formatter.term("sheet.level"),
        over=found["over"],
        chips={side: tuple(_chips(found, battle, side, formatter)) for side in SIDES},
        next_draw=_next(cup, battle, formatter),
        cups=tuple(_cup(found["events"][side], side, formatter) for side in SIDES),
        places=tuple(
            (
                formatter.target(target),
                holder or "",
                formatter.name("side_title", holder) if holder else formatter.term("sheet.nobody"),
            )
            for target, holder in found["holders"].items()
        ),
        due=tuple(_due(each, formatter) for each in found["due"]),
        bridges=tuple(
            formatter.sentence(f"sheet.bridge_{how}", {"place": place})
            for place, how in found["bridges"].items()
        ),
        losses={
            side: tuple(
                formatter.unit(unit)
                for unit, how in found["units"].items()
                if how == "out" and unit.startswith(f"{side}:")
            )
            for side in SIDES
        },
        riders=tuple(
            formatter.sentence("page.rider", {"unit": unit, "under": under})
            for unit, under in found.get("riders", {}).items()
        ),
        cleared=tuple(found.get("cleared", ())),
    )


def _weather(found: Data, formatter: MessageFormatter) -> str:
    if found["weather"] is None:
        return formatter.term("page.no_weather")
    late = found["turn"]["slot"] in ("evening", "night") and found["weather"] == "sunny"
    return formatter.term("weather.clear" if late else f"weather.{found['weather']}")


def effects(weather: str | None, slot: str, catalog: Catalog, formatter: MessageFormatter) -> tuple[str, ...]:
    """13.0, 14.1: describe the effects of weather and slot."""
    part = catalog.slots[slot]
    sky = catalog.weather[weather] if weather else None
    lines = []
    halved = int(part.halved) + int(bool(sky and sky.halved))
    if halved:
        lines.append(formatter.term(f"page.halved_{halved}"))
    by = part.attack + (sky.attack if sky else 0)
    if by:
        lines.append(formatter.sentence("page.attack_by", {"by": by}))
    if part.dice > 2:
        lines.append(formatter.sentence("page.dice", {"dice": part.dice}))
    if part.direct is None or (sky and sky.direct is None):
        lines.append(formatter.term("page.no_direct"))
    elif part.direct + (sky.direct or 0 if sky else 0):
        lines.append(
            formatter.sentence("page.direct_by", {"by": part.direct + (sky.direct or 0 if sky else 0)})
        )
    if sky and not sky.air:
        lines.append(formatter.term("page.no_air"))
    if sky and not sky.pontoons:
        lines.append(formatter.term("page.no_pontoons"))
    if part.events_void:
        lines.append(formatter.term("page.no_night"))
    return tuple(lines)


def _chips(found: Data, battle: Battle, side: str, formatter: MessageFormatter) -> list[Chip]:
    activation = found["activation"]
    chips = []
    for formation in battle.formations_of(side):
        key = formation.key
        if key in found["wiped_out"]:
            state = "wiped"
        elif key == found["active"]:
            state = "active"
        elif key in activation["cup"]:
            state = "cup"
        elif key in activation["acted"]:
            state = activation["acted"][key]
        elif key in activation["drawn"]:
            state = "void"
        else:
            state = "away"
        words = formatter.term(f"chip.{state}")
        chips.append(Chip(formation.name, state, words, key in found["dead_hqs"]))
    return chips


def _next(cup: list[str], battle: Battle, formatter: MessageFormatter) -> dict[str, str]:
    """3.4: return for each side the chance that the next chit is theirs."""
    if not cup:
        return {}
    sides = {side: [each.key for each in battle.formations_of(side)] for side in SIDES}
    return {side: percent(chance_of_count(cup, mine, 1, 1), formatter) for side, mine in sides.items()}


def percent(chance: Fraction, formatter: MessageFormatter) -> str:
    """Format a chance as a percentage with one decimal."""
    return f"{formatter.decimal(round(float(chance * 100), 1))} %"


def _cup(found: Data, side: str, formatter: MessageFormatter) -> Cup:
    counts = tuple(
        (colour, formatter.term(f"page.{colour}"), found["cup"][colour], found["discard"][colour])
        for colour in COLOURS
    )
    return Cup(
        side, counts, tuple(map(formatter.chit, found["hand"])), tuple(map(formatter.chit, found["used"]))
    )


def _due(each: Data, formatter: MessageFormatter) -> tuple[str, str]:
    turn = formatter.sentence("sheet.turn_of", each["turn"])
    facts = {"formation": each["formation"], "letters": tuple(each["entries"]), "count": each["count"]}
    words = formatter.sentence("page.due", facts)
    if each["condition"] and not each["now"]:
        words = f"{words} ({formatter.term('sheet.if_vp')})"
    return formatter.term("page.due_now") if each["now"] else turn, words
