"""Title of a battle, drawn from what its map, year, nations and postures offer.

Patterns are terms ``title.<needs>.<number>``: a pattern fits if the card has everything that its needs,
joined by hyphens, name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from zlib import crc32

from catalogs.games.combat_commander.ground import Ground
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.ground.card_ground import get_card_ground

from .forces import count_works
from .messages import Card, MessageFormatter

BIG_LEAD_VP = 12
FOREST_HEXES = 30  # woods
VILLAGE_HEXES = 10  # buildings
OPEN_MAP_HEXES = 60  # at most so many hexes of terrain
SUMMIT_LEVEL = 3
CROSSROADS_WAYS = 3  # stretches of road that meet in a hex
#: Role of each posture, the most active first.
ROLES = {
    "attack": "attacks",
    "banzai": "attacks",
    "invader": "attacks",
    "recon": "scouts",
    "defend": "defends",
}
Topics = Mapping[str, Sequence[str]]  # what a pattern may need -> its hexes, if it has any


def draw_title(card: Card, formatter: MessageFormatter) -> str:
    """Return a title; the same facts always give the same one."""
    topics, seed = _list_topics(card, formatter), _title_seed(card)
    patterns = [key for key in formatter.catalog.terms if key.startswith("title.")]
    key = _draw([key for key in patterns if _fits(key, topics, formatter)], seed)
    hexes, hills = _list_hexes(key, topics), topics.get("hill", ())
    found = _draw(hexes, f"{seed}{key}") if hexes else ""
    numbers = {hex_id: number for number, hex_id in (card["map"].get("objectives") or {}).items()}
    return formatter.format(
        key,
        hex=found,
        hill=_draw(hills, seed) if hills else "",
        number=numbers.get(found, ""),
        year=card["year"],
    )


def _fits(key: str, topics: Topics, formatter: MessageFormatter) -> bool:
    """Return whether the card has what a pattern needs, and a hex if it names one."""
    needed = all(need in topics for need in _list_needs(key))
    return needed and ("{hex}" not in formatter.term(key) or bool(_list_hexes(key, topics)))


def _list_hexes(key: str, topics: Topics) -> Sequence[str]:
    """Return the hexes of the first need that has any, otherwise those of the objectives."""
    named = (topics[need] for need in _list_needs(key) if topics[need])
    return next(named, topics.get("objective", ()))


def _list_needs(key: str) -> list[str]:
    return key.split(".")[1].split("-")


def _draw(options: Sequence[str], seed: str) -> str:
    return options[crc32(seed.encode()) % len(options)]


def _title_seed(card: Card) -> str:
    sides = [card["sides"][side] for side in SIDES]
    forces = [
        f"{force['faction']}{force['chit']}{force['size']}{sorted(force['leaders'])}" for force in sides
    ]
    return f"{card['year']}{card['map']['number']}{forces}{card['marker']}{card['objectives']['open']}"


def _list_topics(card: Card, formatter: MessageFormatter) -> Topics:
    """Return everything that the card offers to a title."""
    ground = get_card_ground(formatter.catalog, card)
    objectives = sorted((card["map"].get("objectives") or {}).values())
    topics: dict[str, Sequence[str]] = {str(card["year"]): ()}
    if objectives:
        topics["objective"] = objectives
    if ground is not None:
        topics |= _list_terrain(ground)
    return topics | dict.fromkeys(_list_forces(card, formatter), ())


def _list_terrain(ground: Ground) -> Topics:
    """Return the kinds of terrain on a map with their hexes."""
    found: dict[str, list[str]] = {}
    for hex_id, kinds in sorted(ground.terrain.items()):
        for kind in kinds:
            found.setdefault("bridge" if kind.endswith("_bridge") else kind, []).append(hex_id)
    for kind, stretches in ground.ways.items():
        meeting = Counter(end for stretch in stretches for end in stretch)
        found[kind] = sorted(meeting)
        if crossings := sorted(end for end, count in meeting.items() if count >= CROSSROADS_WAYS):
            found.setdefault("crossroads", []).extend(crossings)
    for ends, kind in ground.sides.items():
        found[kind] = sorted({*found.get(kind, ()), *ends})
    for topic, level in (("hill", 1), ("summit", SUMMIT_LEVEL)):
        if high := sorted(hex_id for hex_id, reached in ground.levels.items() if reached >= level):
            found[topic] = high
    if "building" in found:
        found["village" if len(found["building"]) >= VILLAGE_HEXES else "hamlet"] = found["building"]
    if len(found.get("woods", ())) >= FOREST_HEXES:
        found["forest"] = found["woods"]
    if len(ground.terrain) <= OPEN_MAP_HEXES:
        found["open"] = []
    return found


def _list_forces(card: Card, formatter: MessageFormatter) -> list[str]:
    """Return what postures, nations, works and open objectives offer."""
    sides = [card["sides"][side] for side in SIDES]
    roles = [ROLES[force["posture"]] for force in sides]
    topics = [_describe_meeting(set(roles))]
    for force, role in zip(sides, roles, strict=True):
        nation = (force["nationality"] or force["faction"]).lower().replace(" ", "_")
        topics += [f"{nation}_{role}", f"{force['quality']}_{role}"]
    topics += {force["size"] for force in sides} if sides[0]["size"] == sides[1]["size"] else ()
    topics += [kind for side in SIDES for kind in count_works(card, side)]
    offered = {
        "radio": any(force["radio"] for force in sides),
        "later": any(force.get("reinforcements") for force in sides),
        "night": card["rules"].get("night", "none") != "none",
        "lead": card["marker"] is not None and abs(card["marker"]) >= BIG_LEAD_VP,
    }
    return [*topics, *(name for name, there in offered.items() if there), *_list_chits(card, formatter)]


def _describe_meeting(roles: set[str]) -> str:
    """Return how the two postures meet."""
    if "defends" in roles:
        return {"attacks": "assault", "scouts": "probe"}.get(min(roles), "meeting")
    return "recon" if roles == {"scouts"} else "meeting"


def _list_chits(card: Card, formatter: MessageFormatter) -> list[str]:
    """Return what the open objectives are worth: one hex, each, or a rule (V, W, X)."""
    letters = [letter for letter in card["objectives"]["open"] if letter in formatter.catalog.chits]
    counts = {letter: len(formatter.catalog.chits[letter].objectives) for letter in letters}
    return [letter if not count else "single" if count == 1 else "each" for letter, count in counts.items()]
