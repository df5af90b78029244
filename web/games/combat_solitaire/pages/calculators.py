"""Calculators of the game: a line of sight from typed fields."""

from __future__ import annotations

from exports.games.combat_solitaire.messages import MessageFormatter
from generator.games.combat_solitaire.hexes import distance, is_hex, trace_line
from generator.games.combat_solitaire.sight import Blocked, Ground, trace_sight
from generator.games.combat_solitaire.terrain_notation import parse_terrain
from schemas.errors import HorahError
from web.games.calculators import Answer, Calculator, Calculators, Typed, find_choice, text_input, tick

GROUND = text_input("ground", choice_kind="terrain", choices=lambda catalog: catalog.terrain)


def parse_typed_terrain(formatter: MessageFormatter, text: str) -> dict[str, Ground]:
    """Parse typed terrain, accepting each terrain's name in any language."""
    return parse_terrain(formatter.catalog, text, lambda name: find_choice(formatter, GROUND, name))


def find_obstacle(
    formatter: MessageFormatter, field: dict[str, Ground], start: str, end: str, low: tuple[bool, bool]
) -> Blocked | None:
    """12.0-12.1: return what blocks the line between two typed hexes, if anything."""
    for hex_ in (start, end):
        if not is_hex(hex_):
            raise HorahError("BAD_HEX", given=hex_)
    return trace_sight(formatter.catalog, field, start, end, low)


def calculate_sight(typed: Typed, formatter: MessageFormatter) -> Answer:
    """12.0-12.1: calculate what a line passes and what blocks it, over typed terrain."""
    start, end = typed.text("one"), typed.text("other")
    field = parse_typed_terrain(formatter, typed.text("ground"))
    blocked = find_obstacle(formatter, field, start, end, (typed.on("one_low"), typed.on("other_low")))
    passes = ", ".join(" / ".join(place.hexes) for place in trace_line(start, end))
    facts = {"range": distance(start, end), "passes": passes or "–"}
    rows = ((f"{start} – {end}", formatter.sentence("combat.line", facts)),)
    if blocked is None:
        return Answer(formatter.term("combat.free"), rows)
    where = f"{formatter.term('combat.blocked')}: {' / '.join(blocked.hexes)}"
    return Answer(f"{where}: {formatter.term(f'sight.{blocked.why}')}", rows, wrong=True)


CALCULATORS: Calculators = {
    "sight": Calculator(
        (
            text_input("one", "27.08"),
            text_input("other", "21.12"),
            GROUND,
            tick("one_low"),
            tick("other_low"),
        ),
        calculate_sight,
    )
}
