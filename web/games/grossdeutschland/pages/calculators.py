"""Calculators of the game, calculated from typed fields: attack, weather, hex, stack, guns, cup.

A seed also gives unofficial random aids: start positions, weather, black chits, a variant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from exports.games.grossdeutschland.messages import MessageFormatter
from exports.games.grossdeutschland.odds_text import (
    LOOK_AHEAD_DRAWS,
    compute_cup_chances,
    fill_first_cup,
    make_aid,
)
from generator.chance import check_seed
from generator.games.grossdeutschland.authoring.checks import SCENARIO
from generator.games.grossdeutschland.battle import Battle
from generator.games.grossdeutschland.combat import (
    Attack,
    compute_chances,
    count_dice,
    find_column,
    list_modifiers,
)
from generator.games.grossdeutschland.document import make_printed
from generator.games.grossdeutschland.movement import CLASSES, CostPart, compute_allowance, compute_entry_cost
from generator.games.grossdeutschland.odds import chance_before_all
from generator.games.grossdeutschland.rolls import (
    compute_barrage_chances,
    compute_direct_chances,
    compute_rebuild_chance,
    compute_weather_chances,
    get_direct_modifier,
)
from generator.games.grossdeutschland.settings import DEFAULT_BATTLE
from generator.games.grossdeutschland.zones import can_stack, get_stacking_limit
from schemas.errors import HorahError
from web.games.calculators import (
    Answer,
    Calculator,
    Calculators,
    Input,
    Typed,
    fold_text,
    number,
    parse_number,
    pick,
    text_input,
    tick,
)

from .battle_status import format_percent

MAX_STACK_COUNTERS = 20  # counters in a hex, more than the rules ever allow
MAX_STRENGTH = 200  # highest strength that may be typed
DAY = "day"
NO_CROSSING = "no"  # crosses nothing


def _list_slots(catalog: Catalog) -> list[str]:
    return list(catalog.slots)


def _list_slots_by_day(catalog: Catalog) -> list[str]:
    """Return the slots with the day first, because it is the default."""
    return sorted(catalog.slots, key=lambda slot: slot != DAY)


def _list_crossings(catalog: Catalog) -> list[str]:
    return [NO_CROSSING, *catalog.crossings]


def _list_weathers(catalog: Catalog) -> list[str]:
    return list(catalog.weather)


def _catalog_of(words: MessageFormatter) -> Catalog:
    assert isinstance(words.catalog, Catalog)
    return words.catalog


SLOT = pick("slot", "slot", _list_slots, DAY)
WEATHER = pick("weather", "weather", _list_weathers, "sunny")


def _compute_attack(typed: Typed, words: MessageFormatter) -> Answer:
    """10.1: return the column of two strengths or as named, every modifier, and the chance of each result."""
    catalog = _catalog_of(words)
    attack = _read_attack(typed, catalog)
    changes = list_modifiers(catalog, attack)
    drm, dice = (
        typed["drm"] + sum(modifier.by for modifier in changes),
        max(typed["dice"], count_dice(catalog, attack)),
    )
    facts = {"column": attack.column, "drm": drm, "dice": dice}
    line = words.sentence("aid.column", facts)
    if changes:
        listed = [
            words.change(f"{change.cause}:{change.of or change.cause}:{change.by}") for change in changes
        ]
        line = f"{line} {words.sentence('aid.changes', {'changes': ', '.join(listed)})}"
    chances = compute_chances(catalog, attack.column, drm, dice)
    rows = tuple(
        (words.name("result", code), format_percent(chance, words)) for code, chance in chances.items()
    )
    return Answer(line, rows)


def _read_attack(typed: Typed, catalog: Catalog) -> Attack:
    """Read the typed attack: two strengths, or the column of the table."""
    strengths = typed["attack"], typed["defence"]
    column = find_column(catalog, *strengths) if any(strengths) else typed.word("column", catalog.columns)
    across = typed.word("across", _list_crossings(catalog))
    most = catalog.figures["most_chit"]
    return Attack(
        column,
        typed.word("slot", _list_slots_by_day(catalog)),
        typed.word("weather", catalog.weather),
        across=None if across == NO_CROSSING else across,
        forts=tuple(fort for fort in catalog.fortifications if typed.on(fort)),
        terrain=tuple(
            min(parse_number(word, 0), most) for word in typed.text("ground").replace(",", " ").split()
        ),
        engineers=typed.on("engineers"),
    )


def _compute_weather(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _catalog_of(words)
    rows = tuple(
        (
            words.sentence(
                "odds.weather", {"weather": name, "chance": f"{compute_rebuild_chance(catalog, name)}"}
            ),
            format_percent(chance, words),
        )
        for name, chance in compute_weather_chances(catalog, typed["modifier"]).items()
    )
    return Answer(words.sentence("aid.weather_by", {"by": typed["modifier"]}), rows)


def _compute_move(typed: Typed, words: MessageFormatter) -> Answer:
    """9.0: return the parts of the cost and the unit's allowance this turn."""
    catalog = _catalog_of(words)
    kind, move = typed.word("class", CLASSES), typed["move"]
    slot, sky = typed.word("slot", catalog.slots), typed.word("weather", catalog.weather)
    allowance = compute_allowance(catalog, move, kind, slot=slot, weather=sky, out=typed.on("out"))
    forts = tuple(fort for fort in catalog.fortifications if typed.on(fort))
    cost = compute_entry_cost(
        catalog,
        kind,
        move,
        typed.word("terrain", catalog.terrain),
        forts,
        leaving=typed.on("leaving"),
        mounting=typed.on("mounting"),
    )
    if cost.closed:
        return Answer(words.term("aid.closed"), wrong=True)
    rows = tuple((_name_cause(part, words), _format_points(part.points)) for part in cost.parts)
    if cost.total is None:
        return Answer(words.term("aid.cost_unknown"), rows, wrong=True)
    facts = {"points": _format_points(cost.total), "allowance": allowance}
    if cost.adjacent:
        return Answer(words.sentence("aid.costs_all", facts), rows)
    dear = cost.total > allowance
    return Answer(words.sentence("aid.too_dear" if dear else "aid.costs", facts), rows, wrong=dear)


def _name_cause(part: CostPart, words: MessageFormatter) -> str:
    kinds = {"terrain": "terrain", "fort": "fortification"}
    return words.name(kinds[part.cause], part.of) if part.cause in kinds else words.term(f"aid.{part.cause}")


def _format_points(points: Fraction | None) -> str:
    """Format points with halves; unknown points give a question mark."""
    if points is None:
        return "?"
    whole, rest = divmod(points, 1)
    return f"{whole}½".removeprefix("0") if rest else str(whole)


def _check_stack(typed: Typed, words: MessageFormatter) -> Answer:
    """7.1, 7.2: check a stack; a spent unit counts half."""
    catalog = _catalog_of(words)
    city, road = typed.on("city"), typed.on("road")
    fits = can_stack(catalog, typed["full"], typed["spent"], city=city, road=road)
    held = typed["full"] + Fraction(typed["spent"], 2)
    facts = {"held": _format_points(held), "limit": get_stacking_limit(catalog, city=city, road=road)}
    return Answer(words.sentence("aid.stacks" if fits else "aid.stacks_not", facts), wrong=not fits)


def _compute_barrage(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _catalog_of(words)
    chances = compute_barrage_chances(typed["distance"], catalog.figures["barrage_dice"])
    rows = tuple(
        (words.sentence("aid.steps", {"steps": steps}), format_percent(chance, words))
        for steps, chance in chances.items()
    )
    return Answer(words.sentence("aid.barrage", {"distance": typed["distance"]}), rows)


def _compute_fire(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _catalog_of(words)
    slot, sky = typed.word("slot", catalog.slots), typed.word("weather", catalog.weather)
    by = get_direct_modifier(catalog, sky, slot, blocking=typed.on("blocking"))
    if by is None:
        return Answer(words.term("aid.no_fire"), wrong=True)
    facts = {"distance": typed["distance"], "defence": typed["defence"], "by": by}
    chances = compute_direct_chances(by, typed["distance"], typed["defence"], catalog.figures["direct_dice"])
    rows = tuple(
        (words.term(f"aid.{name}"), format_percent(chance, words)) for name, chance in chances.items()
    )
    return Answer(words.sentence("aid.fire", facts), rows)


def _get_document(typed: Typed, catalog: Catalog) -> dict[str, Any]:
    """Return the given scenario, or the printed battle."""
    return dict(typed.document or make_printed(catalog, typed.word("battle", catalog.battles)))


def _compute_cup(typed: Typed, words: MessageFormatter) -> Answer:
    """3.4: return the exact chances of the next chits, and of one formation acting before others."""
    catalog = _catalog_of(words)
    state = fill_first_cup(catalog, _get_document(typed, catalog))
    drawn = _parse_formations(typed.text("drawn"), state.battle, words)
    cup = [name for name in state.cup if name not in drawn]
    if not cup:
        return Answer(words.term("odds.empty"))
    rows = [
        (text, f"{format_percent(chance, words)} ({chance})")
        for text, chance in compute_cup_chances(state.battle, cup, typed["draws"], words)
    ]
    one, others = (_parse_formations(typed.text(name), state.battle, words) for name in ("first", "before"))
    if not one or not others:
        return Answer(words.sentence("aid.cup", {"chits": len(cup)}), tuple(rows))
    chance = _chance_before(drawn, cup, one[0], others)
    facts = {"one": one[0], "others": tuple(others), "chance": f"{format_percent(chance, words)} ({chance})"}
    return Answer(words.sentence("aid.before", facts), tuple(rows))


def _chance_before(drawn: Sequence[str], cup: Sequence[str], chit: str, others: Sequence[str]) -> Fraction:
    """Return the chance that a chit comes before some others; drawn chits count in the order drawn."""
    if chit in drawn:
        return Fraction(int(not any(other in drawn[: drawn.index(chit)] for other in others)))
    return Fraction(0) if any(other in drawn for other in others) else chance_before_all(cup, chit, others)


def _parse_formations(text: str, battle: Battle, words: MessageFormatter) -> list[str]:
    """Parse formations separated by commas: as printed, with their side if both sides have one."""
    formations = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        wanted = fold_text(word)
        matches = [key for key in battle.formations if wanted in _list_names(key, words)]
        if len(matches) != 1:
            raise HorahError("GD_NO_FORMATION", given=word, known=tuple(battle.formations))
        formations += matches
    return formations


def _list_names(key: str, words: MessageFormatter) -> set[str]:
    """Return all names of a formation."""
    names = {fold_text(key), fold_text(key.partition(":")[2])}
    return names | {fold_text(replace(words, lang=lang).formation(key)) for lang in words.catalog.languages}


def _make_random_aid(what: str) -> Callable[[Typed, MessageFormatter], Answer]:
    def answer(typed: Typed, words: MessageFormatter) -> Answer:
        catalog = _catalog_of(words)
        seed = check_seed(typed.text("seed"))
        result = make_aid(catalog, words, _get_document(typed, catalog), seed, what)
        line = " ".join([f"{words.term('page.unofficial')}.", *result.about])
        return Answer(line, tuple(result.rows), document=result.document)

    return answer


BATTLE = pick("battle", "battle", lambda catalog: catalog.battles, DEFAULT_BATTLE)
FORTS: tuple[Input, ...] = tuple(map(tick, ("trench", "minefield", "dragons_teeth", "bunker")))
CALCULATORS: Calculators = {
    "attack": Calculator(
        (
            number("attack", 0, MAX_STRENGTH, 0),
            number("defence", 0, MAX_STRENGTH, 0),
            pick("column", "column", lambda catalog: catalog.columns, "1-1"),
            SLOT,
            WEATHER,
            pick("across", "crossing", _list_crossings, NO_CROSSING),
            *FORTS,
            text_input("ground"),
            tick("engineers"),
            number("drm", -20, 20, 0),
            number("dice", 2, 3, 2),
        ),
        _compute_attack,
    ),
    "weather": Calculator((number("modifier", -6, 6, 0),), _compute_weather),
    "move": Calculator(
        (
            pick("class", "class", lambda catalog: CLASSES, "foot"),
            number("move", 1, 40, 6),
            pick("terrain", "terrain", lambda catalog: catalog.terrain, "clear"),
            *FORTS,
            SLOT,
            WEATHER,
            tick("leaving"),
            tick("mounting"),
            tick("out"),
        ),
        _compute_move,
    ),
    "stack": Calculator(
        (
            number("full", 0, MAX_STACK_COUNTERS, 0),
            number("spent", 0, MAX_STACK_COUNTERS, 0),
            tick("city"),
            tick("road"),
        ),
        _check_stack,
    ),
    "barrage": Calculator((number("distance", 1, 18, 6),), _compute_barrage),
    "fire": Calculator(
        (number("distance", 1, 6, 2), number("defence", 0, 30, 4), SLOT, WEATHER, tick("blocking")),
        _compute_fire,
    ),
    "cup": Calculator(
        (
            BATTLE,
            number("draws", 1, 30, LOOK_AHEAD_DRAWS),
            text_input("drawn"),
            text_input("first"),
            text_input("before"),
        ),
        _compute_cup,
        document_kind=SCENARIO,
    ),
    **{
        what: Calculator((BATTLE, text_input("seed", "1")), _make_random_aid(work), document_kind=SCENARIO)
        for what, work in {
            "positions": "positions",
            "strip": "weather",
            "black": "black",
            "variant": "variant",
            "action": "action",
        }.items()
    },
}
