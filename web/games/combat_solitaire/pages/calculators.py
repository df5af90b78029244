"""Aids of the game: a line of sight from typed fields."""

from __future__ import annotations

from exports.games.combat_solitaire.messages import MessageFormatter
from generator.games.combat_solitaire.hexes import distance, is_hex, trace_line
from generator.games.combat_solitaire.sight import Ground, trace_sight
from generator.games.combat_solitaire.terrain_notation import parse_terrain
from schemas.errors import HorahError
from web.games.calculators import Aid, Aids, Answer, Typed, find_choice, text_input, tick

GROUND = text_input("ground", of="terrain", picks=lambda catalog: catalog.terrain)


def told_ground(words: MessageFormatter, text: str) -> dict[str, Ground]:
    """Parse typed terrain, accepting each terrain's name in any language."""
    return parse_terrain(words.catalog, text, lambda name: find_choice(words, GROUND, name))


def look(typed: Typed, words: MessageFormatter) -> Answer:
    """12.0-12.1: calculate what a line passes and what blocks it, over typed terrain."""
    one, other = typed.text("one"), typed.text("other")
    for each in (one, other):
        if not is_hex(each):
            raise HorahError("BAD_HEX", given=each)
    field = told_ground(words, typed.text("ground"))
    low = (typed.on("one_low"), typed.on("other_low"))
    blocked = trace_sight(words.catalog, field, one, other, low)
    passes = ", ".join(" / ".join(place.hexes) for place in trace_line(one, other))
    facts = {"range": distance(one, other), "passes": passes or "–"}
    rows = ((words.term("combat.passes"), words.sentence("combat.line", facts)),)
    if blocked is None:
        return Answer(words.term("combat.free"), rows)
    where = f"{words.term('combat.blocked')}: {' / '.join(blocked.hexes)}"
    return Answer(f"{where}: {words.term(f'sight.{blocked.why}')}", rows, wrong=True)


AIDS: Aids = {
    "sight": Aid(
        (
            text_input("one", "27.08"),
            text_input("other", "21.12"),
            GROUND,
            tick("one_low"),
            tick("other_low"),
        ),
        look,
    )
}
