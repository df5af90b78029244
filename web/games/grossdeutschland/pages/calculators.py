"""Aids of the game, calculated from typed fields: attack, weather, hex, stack, guns, cup.

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
    Aid,
    Aids,
    Answer,
    Input,
    Typed,
    fold_text,
    number,
    parse_number,
    pick,
    text_input,
    tick,
)

from .battle_status import percent

STACK = 20  # counters in a hex, more than the rules ever allow
STRENGTH = 200  # highest strength that may be typed
DAY = "day"
DRY = "no"  # crosses nothing


def _slots(catalog: Catalog) -> list[str]:
    return list(catalog.slots)


def _slots_by_day(catalog: Catalog) -> list[str]:
    """Return the slots with the day first, because it is the default."""
    return sorted(catalog.slots, key=lambda slot: slot != DAY)


def _crossings(catalog: Catalog) -> list[str]:
    return [DRY, *catalog.crossings]


def _weathers(catalog: Catalog) -> list[str]:
    return list(catalog.weather)


def _tables(words: MessageFormatter) -> Catalog:
    assert isinstance(words.catalog, Catalog)
    return words.catalog


SLOT = pick("slot", "slot", _slots, DAY)
WEATHER = pick("weather", "weather", _weathers, "sunny")


def _attack(typed: Typed, words: MessageFormatter) -> Answer:
    """10.1: return the column of two strengths or as named, every modifier, and the chance of each result."""
    catalog = _tables(words)
    made = _declared(typed, catalog)
    changes = list_modifiers(catalog, made)
    drm, dice = typed["drm"] + sum(each.by for each in changes), max(typed["dice"], count_dice(catalog, made))
    facts = {"column": made.column, "drm": drm, "dice": dice}
    line = words.sentence("aid.column", facts)
    if changes:
        told = [words.change(f"{each.cause}:{each.of or each.cause}:{each.by}") for each in changes]
        line = f"{line} {words.sentence('aid.changes', {'changes': ', '.join(told)})}"
    found = compute_chances(catalog, made.column, drm, dice)
    rows = tuple((words.name("result", code), percent(chance, words)) for code, chance in found.items())
    return Answer(line, rows)


def _declared(typed: Typed, catalog: Catalog) -> Attack:
    """Read the typed attack; without both strengths, use its column."""
    strengths = typed["attack"], typed["defence"]
    column = find_column(catalog, *strengths) if all(strengths) else typed.word("column", catalog.columns)
    across = typed.word("across", _crossings(catalog))
    most = catalog.figures["most_chit"]
    return Attack(
        column,
        typed.word("slot", _slots_by_day(catalog)),
        typed.word("weather", catalog.weather),
        across=None if across == DRY else across,
        forts=tuple(fort for fort in catalog.fortifications if typed.on(fort)),
        terrain=tuple(
            min(parse_number(word, 0), most) for word in typed.text("ground").replace(",", " ").split()
        ),
        engineers=typed.on("engineers"),
    )


def _weather(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _tables(words)
    rows = tuple(
        (
            words.sentence(
                "odds.weather", {"weather": name, "chance": f"{compute_rebuild_chance(catalog, name)}"}
            ),
            percent(chance, words),
        )
        for name, chance in compute_weather_chances(catalog, typed["modifier"]).items()
    )
    return Answer(words.sentence("aid.weather_by", {"by": typed["modifier"]}), rows)


def _move(typed: Typed, words: MessageFormatter) -> Answer:
    """9.0: return the parts of the cost and the unit's allowance this turn."""
    catalog = _tables(words)
    kind, move = typed.word("class", CLASSES), typed["move"]
    slot, sky = typed.word("slot", catalog.slots), typed.word("weather", catalog.weather)
    there = compute_allowance(catalog, move, kind, slot=slot, weather=sky, out=typed.on("out"))
    forts = tuple(fort for fort in catalog.fortifications if typed.on(fort))
    found = compute_entry_cost(
        catalog,
        kind,
        move,
        typed.word("terrain", catalog.terrain),
        forts,
        leaving=typed.on("leaving"),
        mounting=typed.on("mounting"),
    )
    if found.closed:
        return Answer(words.term("aid.closed"), wrong=True)
    rows = tuple((_cause(part, words), _points(part.points)) for part in found.parts)
    if found.total is None:
        return Answer(words.term("aid.cost_unknown"), rows, wrong=True)
    facts = {"points": _points(found.total), "allowance": there}
    if found.adjacent:
        return Answer(words.sentence("aid.costs_all", facts), rows)
    dear = found.total > there
    return Answer(words.sentence("aid.too_dear" if dear else "aid.costs", facts), rows, wrong=dear)


def _cause(part: CostPart, words: MessageFormatter) -> str:
    kinds = {"terrain": "terrain", "fort": "fortification"}
    return words.name(kinds[part.cause], part.of) if part.cause in kinds else words.term(f"aid.{part.cause}")


def _points(points: Fraction | None) -> str:
    """Format points with halves; unknown points give a question mark."""
    if points is None:
        return "?"
    whole, rest = divmod(points, 1)
    return f"{whole}½".removeprefix("0") if rest else str(whole)


def _stack(typed: Typed, words: MessageFormatter) -> Answer:
    """7.1, 7.2: check a stack; a spent unit counts half."""
    catalog = _tables(words)
    city, road = typed.on("city"), typed.on("road")
    fits = can_stack(catalog, typed["full"], typed["spent"], city=city, road=road)
    held = typed["full"] + Fraction(typed["spent"], 2)
    facts = {"held": _points(held), "limit": get_stacking_limit(catalog, city=city, road=road)}
    return Answer(words.sentence("aid.stacks" if fits else "aid.stacks_not", facts), wrong=not fits)


def _barrage(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _tables(words)
    found = compute_barrage_chances(typed["distance"], catalog.figures["barrage_dice"])
    rows = tuple(
        (words.sentence("aid.steps", {"steps": steps}), percent(chance, words))
        for steps, chance in found.items()
    )
    return Answer(words.sentence("aid.barrage", {"distance": typed["distance"]}), rows)


def _fire(typed: Typed, words: MessageFormatter) -> Answer:
    catalog = _tables(words)
    slot, sky = typed.word("slot", catalog.slots), typed.word("weather", catalog.weather)
    by = get_direct_modifier(catalog, sky, slot, blocking=typed.on("blocking"))
    if by is None:
        return Answer(words.term("aid.no_fire"), wrong=True)
    facts = {"distance": typed["distance"], "defence": typed["defence"], "by": by}
    found = compute_direct_chances(by, typed["distance"], typed["defence"], catalog.figures["direct_dice"])
    rows = tuple((words.term(f"aid.{name}"), percent(chance, words)) for name, chance in found.items())
    return Answer(words.sentence("aid.fire", facts), rows)


def _document(typed: Typed, catalog: Catalog) -> dict[str, Any]:
    """Return the given scenario, or the printed battle."""
    return dict(typed.document or make_printed(catalog, typed.word("battle", catalog.battles)))


def _cup(typed: Typed, words: MessageFormatter) -> Answer:
    """3.4: return the exact chances of the next chits, and of one formation acting before others."""
    catalog = _tables(words)
    state = fill_first_cup(catalog, _document(typed, catalog))
    out = _formations(typed.text("drawn"), state.battle, words)
    cup = [name for name in state.cup if name not in out]
    if not cup:
        return Answer(words.term("odds.empty"))
    rows = [
        (said, f"{percent(chance, words)} ({chance})")
        for said, chance in compute_cup_chances(state.battle, cup, typed["draws"], words)
    ]
    one, others = (_formations(typed.text(name), state.battle, words) for name in ("first", "before"))
    if not one or not others:
        return Answer(words.sentence("aid.cup", {"chits": len(cup)}), tuple(rows))
    chance = _before(out, cup, one[0], others)
    facts = {"one": one[0], "others": tuple(others), "chance": f"{percent(chance, words)} ({chance})"}
    return Answer(words.sentence("aid.before", facts), tuple(rows))


def _before(out: Sequence[str], cup: Sequence[str], one: str, others: Sequence[str]) -> Fraction:
    """Return the chance that a chit comes before some others; drawn chits count in the order drawn."""
    if one in out:
        return Fraction(int(not any(other in out[: out.index(one)] for other in others)))
    return Fraction(0) if any(other in out for other in others) else chance_before_all(cup, one, others)


def _formations(text: str, battle: Battle, words: MessageFormatter) -> list[str]:
    """Parse formations separated by commas: as printed, with their side if both sides have one."""
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        wanted = fold_text(word)
        mine = [key for key in battle.formations if wanted in _calls(key, words)]
        if len(mine) != 1:
            raise HorahError("GD_NO_FORMATION", given=word, known=tuple(battle.formations))
        found += mine
    return found


def _calls(key: str, words: MessageFormatter) -> set[str]:
    """Return all names of a formation."""
    found = {fold_text(key), fold_text(key.partition(":")[2])}
    return found | {fold_text(replace(words, lang=lang).formation(key)) for lang in words.catalog.languages}


def _by_chance(what: str) -> Callable[[Typed, MessageFormatter], Answer]:
    def work(typed: Typed, words: MessageFormatter) -> Answer:
        catalog = _tables(words)
        seed = check_seed(typed.text("seed"))
        told = make_aid(catalog, words, _document(typed, catalog), seed, what)
        line = " ".join([f"{words.term('page.unofficial')}.", *told.about])
        return Answer(line, tuple(told.rows), document=told.document)

    return work


BATTLE = pick("battle", "battle", lambda catalog: catalog.battles, DEFAULT_BATTLE)
FORTS: tuple[Input, ...] = tuple(map(tick, ("trench", "minefield", "dragons_teeth", "bunker")))
AIDS: Aids = {
    "attack": Aid(
        (
            number("attack", 0, STRENGTH, 0),
            number("defence", 0, STRENGTH, 0),
            pick("column", "column", lambda catalog: catalog.columns, "1-1"),
            SLOT,
            WEATHER,
            pick("across", "crossing", _crossings, DRY),
            *FORTS,
            text_input("ground"),
            tick("engineers"),
            number("drm", -20, 20, 0),
            number("dice", 2, 3, 2),
        ),
        _attack,
    ),
    "weather": Aid((number("modifier", -6, 6, 0),), _weather),
    "move": Aid(
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
        _move,
    ),
    "stack": Aid(
        (number("full", 0, STACK, 0), number("spent", 0, STACK, 0), tick("city"), tick("road")), _stack
    ),
    "barrage": Aid((number("distance", 1, 18, 6),), _barrage),
    "fire": Aid(
        (number("distance", 1, 6, 2), number("defence", 0, 30, 4), SLOT, WEATHER, tick("blocking")), _fire
    ),
    "cup": Aid(
        (
            BATTLE,
            number("draws", 1, 30, LOOK_AHEAD_DRAWS),
            text_input("drawn"),
            text_input("first"),
            text_input("before"),
        ),
        _cup,
        takes=SCENARIO,
    ),
    **{
        what: Aid((BATTLE, text_input("seed", "1")), _by_chance(work), takes=SCENARIO)
        for what, work in {
            "positions": "positions",
            "strip": "weather",
            "black": "black",
            "variant": "variant",
        }.items()
    },
}
