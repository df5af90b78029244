"""Calculators of the game: check the typed fields and calculate the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from catalogs.games.thunder_at_cassino import Catalog
from exports.games.thunder_at_cassino.messages import MessageFormatter
from generator.games.thunder_at_cassino.rules import bombardment, close_combat, fire, movement, retreat
from generator.games.thunder_at_cassino.rules.artillery import compute_smoke_chance, get_smoke_number
from schemas.errors import HorahError
from web.games.calculators import (
    MAX_NUMBER,
    Answer,
    Calculator,
    Calculators,
    Input,
    Typed,
    find_choice,
    number,
    pick,
    text_input,
    tick,
)

#: Fields of ``retreat.Way`` for the words of a way that differ from them.
WAY_FIELDS = {"beside": "beside_cause", "cause": "is_cause", "red": "red_line"}
NEIGHBOURS_WORD = "neighbours"
WAY_WORDS = ("infantry", "antitank", "armour", *WAY_FIELDS, NEIGHBOURS_WORD)
MAX_NEIGHBOURS = 12
WAYS = text_input("ways", choice_kind="way", choices=lambda catalog: WAY_WORDS)


def _compute_fire(typed: Typed, words: MessageFormatter) -> Answer:
    shots = fire.Fire(
        attack=typed["attack"],
        defence=typed["defence"],
        terrain=typed["terrain"],
        infantry=typed["infantry"],
        machine_guns=typed["machine_guns"],
        armour=typed["armour"],
        company=typed.on("company"),
        adjacent=typed.on("adjacent"),
        higher=typed.on("higher"),
        dark=typed.on("dark"),
        artillery=typed.on("artillery"),
    )
    fault = fire.check_limits(words.catalog, shots)
    if fault is not None:
        raise fault
    strong, weak = fire.compute_attack(words.catalog, shots), fire.compute_defence(words.catalog, shots)
    chances = fire.compute_odds(strong.total - weak.total)
    facts = {"attack": strong.total, "defence": weak.total, "none": round(100 * float(chances.get(0, 0)))}
    line = words.sentence("note.odds", {**facts, "mean": f"{float(fire.compute_mean(chances)):.1f}"})
    left = Fraction(1)
    rows = []
    for points, chance in chances.items():
        if points:
            rows.append((words.sentence("aid.at_least", {"points": points}), words.percent(left)))
        left -= chance
    return Answer(line, tuple(rows))


def _compute_close_combat(typed: Typed, words: MessageFormatter) -> Answer:
    attack = close_combat.CloseAttack(
        typed["units"],
        typed["attacker"],
        typed["close_target"],
        typed.on("close_armour"),
        typed["close_attack"],
        typed["close_defence"],
        signed=typed.text("armour_difference") == "signed",
    )
    chance = close_combat.compute_chance(words.catalog, attack)
    return Answer(words.sentence("aid.close_chance", {"percent": words.percent(chance)}))


def _compute_move(typed: Typed, words: MessageFormatter) -> Answer:
    into = movement.Entered(
        typed.on("enemies"),
        typed.on("mg_inside"),
        typed.on("mg_near"),
        typed.on("night"),
        typed.on("first_turn_allied"),
    )
    cost = movement.find_area_cost(words.catalog, into)
    points = movement.get_points(cost, night=into.night)
    return Answer(
        words.sentence("aid.costs_points", {"points": points, "why": words.term(f"cost.{cost.id}")})
    )


def _check_leave(typed: Typed, words: MessageFormatter) -> Answer:
    """8.2.1: tell whether a unit may go from an area with enemies to the next one."""
    free = movement.can_leave(
        armour=typed.on("is_armour"),
        to_enemy=typed.on("to_enemy"),
        antitank_here=typed.on("antitank_here"),
        antitank_there=typed.on("antitank_there"),
        zone=typed.on("to_zone"),
    )
    key = "aid.may_not_leave" if not free else f"aid.leaves_{'armour' if typed.on('is_armour') else 'foot'}"
    return Answer(words.term(key), wrong=not free)


def _check_screen(typed: Typed, words: MessageFormatter) -> Answer:
    """9.6: tell whether infantry screens antitank units and machine guns in close combat."""
    screened = close_combat.can_screen(typed["screening"], typed["attacking"])
    return Answer(words.term("aid.screens" if screened else "aid.screens_not"), wrong=not screened)


def _compute_zone(typed: Typed, words: MessageFormatter) -> Answer:
    points = movement.compute_zone_cost(
        words.catalog, typed["enemy_units"], night=typed.on("night"), smoke=typed.on("in_smoke")
    )
    return Answer(words.sentence("aid.zone_points", {"points": points}))


def _check_stack(typed: Typed, words: MessageFormatter) -> Answer:
    kinds = ["infantry"] * typed["infantry_there"] + ["armour"] * typed["armour_there"]
    reading = typed.word("second_observer", _list_readings("second_observer")(words.catalog))
    over = movement.find_excess(words.catalog, [*kinds, *["observer"] * typed["observers_there"]], reading)
    if not over:
        return Answer(words.term("aid.stack_fits"))
    rows = tuple((words.term(f"kind.{kind}"), str(count)) for kind, count in over.items())
    return Answer(words.term("aid.stack_over"), rows, wrong=True)


def _compute_smoke(typed: Typed, words: MessageFormatter) -> Answer:
    gun = words.catalog.artillery[typed.word("gun", _list_guns(words.catalog))]
    altitude = words.catalog.figures["smoke_height_from"] if typed.on("high") else 0
    facts = {"needs": get_smoke_number(words.catalog, gun, altitude)}
    chance = compute_smoke_chance(words.catalog, gun, altitude)
    return Answer(words.sentence("aid.smoke_chance", {**facts, "percent": words.percent(chance)}))


def _compute_rubble(typed: Typed, words: MessageFormatter) -> Answer:
    levels = bombardment.list_rubble_levels(words.catalog, typed["die"], None)
    rows = tuple(
        (f"+{terrain}", words.term(f"rubble_level.{level}") if level else "–")
        for terrain, level in levels.items()
    )
    return Answer(words.sentence("aid.rubble_die", {"die": typed["die"]}), rows)


def _find_priority(typed: Typed, words: MessageFormatter) -> Answer:
    way = retreat.Way(
        "",
        zone=typed.on("is_zone"),
        infantry=typed.on("enemy_infantry"),
        antitank=typed.on("enemy_antitank"),
        armour=typed.on("enemy_armour"),
        enemy_neighbours=typed["enemy_neighbours"],
        beside_cause=typed.on("beside_cause"),
        is_cause=typed.on("is_cause"),
        red_line=typed.on("red_line"),
    )
    letter = retreat.get_priority(words.catalog, way, armour=typed.on("is_armour"))
    return Answer(_format_priority(letter, words), wrong=not letter)


def _rank_retreats(typed: Typed, words: MessageFormatter) -> Answer:
    """8.3.5.5: rank all ways of retreat, best first; if none is open, the unit is eliminated."""
    catalog = words.catalog
    ways, strange = read_ways(typed.text("ways"), words)
    if strange or not ways:
        fault = HorahError("BAD_WAY", given=strange or "-", known=WAY_WORDS)
        if strange:
            raise fault
        return Answer(words.say(fault), wrong=True)
    found = retreat.rank_ways(
        catalog, ways, armour=typed.on("is_armour"), crosses_white_only=typed.on("white_only")
    )
    rows = tuple((words.place(one.way.place), _format_priority(one.letter, words)) for one in found)
    first = retreat.find_best_ways(found)
    if not first:
        return Answer(words.term("aid.retreat_blocked"), rows, wrong=True)
    places = [words.place(one.way.place) for one in first]
    return Answer(words.sentence("aid.retreat_best", {"places": places, "letter": first[0].letter}), rows)


def _format_priority(letter: str, words: MessageFormatter) -> str:
    if not letter:
        return words.term("aid.no_retreat")
    facts = {"letter": letter, "text": words.text(words.catalog.retreats[letter].text)}
    return words.sentence("aid.retreat_letter", facts)


def read_ways(text: str, words: MessageFormatter) -> tuple[list[retreat.Way], str]:
    """Parse ways such as ``12:infantry,neighbours=2 G:antitank``; also return the first invalid word."""
    found = []
    for word in text.split():
        place, _, what = word.partition(":")
        pairs = (one.partition("=") for one in what.split(",") if one)
        words_given = {find_choice(words, WAYS, name) or "": value for name, _, value in pairs}
        near = words_given.pop(NEIGHBOURS_WORD, "0")
        if (
            place not in words.catalog.places
            or "" in words_given
            or any(words_given.values())
            or not _is_neighbour_count(near)
        ):
            return [], word
        flags = {WAY_FIELDS.get(name, name): True for name in words_given}
        zone = place in words.catalog.zones
        found.append(retreat.Way(place, zone=zone, enemy_neighbours=int(near), **flags))
    return found, ""


def _is_neighbour_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= MAX_NEIGHBOURS


def _list_guns(catalog: Catalog) -> list[str]:
    return [gun.id for gun in catalog.artillery.values() if gun.smoke is not None]


def _list_readings(name: str) -> Callable[[Catalog], list[str]]:
    """Return a function that lists the readings of an open point."""
    return lambda catalog: list(catalog.readings[name].choices)


INPUTS: Mapping[str, tuple[Input, ...]] = {
    "fire": (
        number("attack", 0, MAX_NUMBER, 4), number("infantry", 0, 10, 1), number("machine_guns", 0, 10, 0),
        number("armour", 0, 10, 0), tick("company"), number("defence", 0, MAX_NUMBER, 3),
        number("terrain", 1, 4, 1), tick("adjacent", on=True), tick("higher"),
        tick("dark"), tick("artillery"),
    ),
    "close": (
        number("units", 1, 14, 1), number("attacker", 0, MAX_NUMBER, 3),
        number("close_target", 0, MAX_NUMBER, 3), tick("close_armour"),
        number("close_attack", 0, MAX_NUMBER, 0), number("close_defence", 0, MAX_NUMBER, 0),
        pick("armour_difference", "reading", _list_readings("armour_difference"), "gain"),
    ),
    "move": (tick("enemies"), tick("mg_inside"), tick("mg_near"), tick("night"), tick("first_turn_allied")),
    "leave": (tick("is_armour"), tick("to_enemy"), tick("to_zone"), tick("antitank_here"),
              tick("antitank_there")),
    "screen": (number("screening", 0, 14, 1), number("attacking", 1, 14, 1)),
    "zone": (number("enemy_units", 0, 60, 0), tick("night"), tick("in_smoke")),
    "stack": (
        number("infantry_there", 0, 40, 0), number("armour_there", 0, 20, 0),
        number("observers_there", 0, 9, 0),
        pick("second_observer", "reading", _list_readings("second_observer"), "infantry"),
    ),
    "smoke": (pick("gun", "gun", _list_guns, "allied_brigade"), tick("high")),
    "rubble": (number("die", 1, 6, 1),),
    "retreat": (
        tick("is_armour"), tick("is_zone"), tick("enemy_infantry"), tick("enemy_antitank"),
        tick("enemy_armour"), number("enemy_neighbours", 0, 12, 0), tick("beside_cause"),
        tick("is_cause"), tick("red_line"),
    ),
    "ranking": (tick("is_armour"), tick("white_only"), WAYS),
}  # fmt: skip
FUNCTIONS: Mapping[str, Callable[[Typed, MessageFormatter], Answer]] = {
    "fire": _compute_fire,
    "close": _compute_close_combat,
    "move": _compute_move,
    "leave": _check_leave,
    "screen": _check_screen,
    "zone": _compute_zone,
    "stack": _check_stack,
    "smoke": _compute_smoke,
    "rubble": _compute_rubble,
    "retreat": _find_priority,
    "ranking": _rank_retreats,
}
CALCULATORS: Calculators = {name: Calculator(inputs, FUNCTIONS[name]) for name, inputs in INPUTS.items()}
