"""State of a battle in words for the table page, as the seat may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.content import battle_title
from exports.games.grossdeutschland.messages import MessageFormatter
from generator.games.grossdeutschland.battle import SIDES, Battle, name_sky, parse_turn
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


def describe_standing(
    document: Data, battle: Battle, catalog: Catalog, formatter: MessageFormatter
) -> Standing:
    side = battle.victory["side"]
    leads = document["leads"]
    key = "sheet.winner" if document["over"] else "sheet.leader"
    cup = document["activation"]["cup"]
    return Standing(
        title=battle_title(battle.document, formatter),
        turn=formatter.sentence("sheet.turn_of", document["turn"]),
        weather=_name_weather(document, formatter),
        effects=list_effects(document["weather"], document["turn"]["slot"], catalog, formatter),
        points=formatter.sentence(
            "page.points", {"side": side, "vp": document["vp"]["total"], "win": battle.victory["win"]}
        ),
        leader=formatter.sentence(key, {"side": leads}) if leads else formatter.term("sheet.level"),
        over=document["over"],
        chips={side: tuple(_list_chips(document, battle, side, formatter)) for side in SIDES},
        next_draw=_list_draw_chances(cup, battle, formatter),
        cups=tuple(_describe_cup(document["events"][side], side, formatter) for side in SIDES),
        places=tuple(
            (
                formatter.target(target),
                holder or "",
                formatter.name("side_title", holder) if holder else formatter.term("sheet.nobody"),
            )
            for target, holder in document["holders"].items()
        ),
        due=tuple(_describe_arrival(arrival, formatter) for arrival in document["due"]),
        bridges=tuple(
            formatter.sentence(f"sheet.bridge_{how}", {"place": place})
            for place, how in document["bridges"].items()
        ),
        losses={
            side: tuple(
                formatter.unit(unit)
                for unit, how in document["units"].items()
                if how == "out" and unit.startswith(f"{side}:")
            )
            for side in SIDES
        },
        riders=tuple(
            formatter.sentence("page.rider", {"unit": unit, "under": under})
            for unit, under in document.get("riders", {}).items()
        ),
        cleared=tuple(document.get("cleared", ())),
    )


def _name_weather(document: Data, formatter: MessageFormatter) -> str:
    if document["weather"] is None:
        return formatter.term("page.no_weather")
    turn = parse_turn(document["turn"])
    assert turn is not None
    return formatter.name("weather", name_sky(document["weather"], turn))


def list_effects(
    weather: str | None, slot: str, catalog: Catalog, formatter: MessageFormatter
) -> tuple[str, ...]:
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


def _list_chips(document: Data, battle: Battle, side: str, formatter: MessageFormatter) -> list[Chip]:
    activation = document["activation"]
    chips = []
    for formation in battle.formations_of(side):
        key = formation.key
        if key in document["wiped_out"]:
            state = "wiped"
        elif key == document["active"]:
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
        chips.append(Chip(formation.name, state, words, key in document["dead_hqs"]))
    return chips


def _list_draw_chances(cup: list[str], battle: Battle, formatter: MessageFormatter) -> dict[str, str]:
    """3.4: return for each side the chance that the next chit is theirs."""
    if not cup:
        return {}
    sides = {side: [formation.key for formation in battle.formations_of(side)] for side in SIDES}
    return {side: format_percent(chance_of_count(cup, mine, 1, 1), formatter) for side, mine in sides.items()}


def format_percent(chance: Fraction, formatter: MessageFormatter) -> str:
    """Format a chance as a percentage with one decimal."""
    return f"{formatter.decimal(round(float(chance * 100), 1))} %"


def _describe_cup(cup: Data, side: str, formatter: MessageFormatter) -> Cup:
    counts = tuple(
        (colour, formatter.term(f"page.{colour}"), cup["cup"][colour], cup["discard"][colour])
        for colour in COLOURS
    )
    return Cup(side, counts, tuple(map(formatter.chit, cup["hand"])), tuple(map(formatter.chit, cup["used"])))


def _describe_arrival(arrival: Data, formatter: MessageFormatter) -> tuple[str, str]:
    turn = formatter.sentence("sheet.turn_of", arrival["turn"])
    facts = {
        "formation": arrival["formation"],
        "letters": tuple(arrival["entries"]),
        "count": arrival["count"],
    }
    words = formatter.sentence("page.due", facts)
    if arrival["condition"] and not arrival["now"]:
        words = f"{words} ({formatter.term('sheet.if_vp')})"
    return formatter.term("page.due_now") if arrival["now"] else turn, words
