"""RS.2 to RS.16 as steps to tick off, put together from the card: the one source for paper, page and text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander.authoring.force import SIDES, opponent
from generator.games.combat_commander.authoring.guide import open_value
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.ground.setup import get_objective_hexes
from generator.games.combat_commander.hexes import zone

from .force import bindings, hex_order
from .scribe import Card, Scribe

Step = tuple[str, str]  # rule, sentence

PAID_IN_VP = "vp"  # RS.9: what the defender bought, which waits for RS.12
OCCUPIED = ("occupied", "occupied_unknown")  # RS.11.2, RS.13: what a side was asked while rolling up


@dataclass
class _Marker:
    """The VP marker on its way: every step moves it from where the step before has left it."""

    card: Card
    scribe: Scribe
    at: int | None

    def move(self, key: str, side: Side, spaces: int) -> str:
        """The sentence that moves it toward a side, or nothing where nothing moves."""
        if self.at is None or not spaces:
            return ""
        self.at += spaces if side == "axis" else -spaces
        where = marker_words(self.card, self.scribe, self.at)
        whom = self.scribe.faction(self.card, side)
        return " " + self.scribe.phrase(key, count=spaces, faction=whom, where=where)


def steps(card: Card, scribe: Scribe) -> list[Step]:
    """Everything that is done between an empty table and the first turn, in order."""
    if not _rolled_up(card, scribe):
        found = _as_printed(card, scribe)
    elif _defends(card):
        found = _assault(card, scribe)
    else:
        found = _recon(card, scribe)
    return found + _markers(card, scribe) + _cards(card, scribe)


def _rolled_up(card: Card, scribe: Scribe) -> bool:
    """Is set-up that of RS.10 to RS.13? A printed scenario says itself who controls what (7.3.1)."""
    campaign = scribe.catalog.campaigns.get(card["source"].get("campaign", ""))
    if not card.get("transcript") or (campaign is not None and campaign.scenarios):
        return False
    postures = {card["sides"][side]["posture"] for side in SIDES}
    orders = {card["sides"][side]["setup"]["order"] for side in SIDES}
    held = "none" not in card["objectives"]["control"].values()
    return orders == {"first", "last"} and (
        postures == {"recon"} or (postures == {"attack", "defend"} and held)
    )


def steps_but_hexes(card: Card, scribe: Scribe) -> list[Step]:
    """The steps for a sheet that lists the units with their hexes apart."""
    listed = {words for side in SIDES for _, words in _fixed(card, scribe, side, "")}
    return [step for step in steps(card, scribe) if step[1] not in listed]


def _defends(card: Card) -> bool:
    return any(card["sides"][side]["posture"] == "defend" for side in SIDES)


def _in_order(card: Card) -> tuple[Side, Side]:
    """Who sets up first, who last."""
    first = next((side for side in SIDES if card["sides"][side]["setup"]["order"] == "first"), SIDES[0])
    return first, opponent(first)


def _assault(card: Card, scribe: Scribe) -> list[Step]:
    """RS.10 to RS.12: defender, control of everything, radio, attacker, what he occupies, fortifications."""
    defender, attacker = _in_order(card)
    marker = _Marker(card, scribe, _before_set_up(card, scribe))
    found = _rolled_markers(card, scribe, marker)
    found += _set_up(card, scribe, defender, "RS.10", "step_defender")
    words = scribe.phrase("step_control_all", faction=scribe.faction(card, defender))
    value = sum(_value(card, scribe, number) for number in card["objectives"]["control"])
    found.append(("RS.10", words + marker.move("step_vp_chits", defender, value)))
    found += sorted(_radios(card, scribe, "RS.11.2", marker, (attacker, defender)), key=itemgetter(0))
    found += _set_up(card, scribe, attacker, "RS.11.2", "step_attacker")
    found += _turned(card, scribe, attacker, marker)
    return found + _works(card, scribe, defender, "RS.12", in_vp=True)


def _turned(card: Card, scribe: Scribe, attacker: Side, marker: _Marker) -> list[Step]:
    """RS.11.2: an objective turns only where the attacker stands; its value leaves one side for the other."""
    numbers = _held(card, attacker)
    whom = scribe.faction(card, attacker)
    if not numbers:
        return [("RS.11.2", scribe.phrase("step_capture", faction=whom))]
    words = scribe.phrase(_one("step_turn", numbers), faction=whom, numbers=scribe.list(numbers))
    value = 2 * sum(_value(card, scribe, number) for number in numbers)
    return [
        ("RS.11.2", words + marker.move("step_vp_chits", attacker, value)),
        ("RS.11.2", scribe.phrase("step_capture_other", faction=whom)),
    ]


def _recon(card: Card, scribe: Scribe) -> list[Step]:
    """RS.13: both set up, then each marks what it alone occupies."""
    order = _in_order(card)
    marker = _Marker(card, scribe, _before_set_up(card, scribe))
    found = _rolled_markers(card, scribe, marker)
    for side, key in zip(order, ("step_defender", "step_attacker"), strict=True):
        found += _set_up(card, scribe, side, "RS.13", key)
    found += _radios(card, scribe, "RS.13", marker, order)
    for side in order:
        if numbers := _held(card, side):
            whom = scribe.faction(card, side)
            words = scribe.phrase(_one("step_alone", numbers), faction=whom, numbers=scribe.list(numbers))
            value = sum(_value(card, scribe, number) for number in numbers)
            found.append(("RS.13", words + marker.move("step_vp_chits", side, value)))
    if numbers := _held(card, "none"):
        words = scribe.phrase(_one("step_no_control", numbers), numbers=scribe.list(numbers))
        found.append(("RS.13", words))
    return [*found, ("RS.13", scribe.phrase("step_recon_control"))]


def _as_printed(card: Card, scribe: Scribe) -> list[Step]:
    """4.1.1, 4.3, 7.3.1: the scenario says where its markers begin; then both sides set up."""
    found = [("4.3.2", _year(card, scribe)), ("4.3.1", _stats(card, scribe))]
    if card["marker"] is not None:
        where = marker_words(card, scribe, card["marker"])
        found.append(("4.1.1", scribe.phrase("step_vp", where=where)))
    for holder in SIDES:
        if numbers := _held(card, holder):
            whom = scribe.faction(card, holder)
            words = scribe.phrase(_one("step_control", numbers), faction=whom, numbers=scribe.list(numbers))
            found.append(("7.3.1", words))
    if numbers := _held(card, "none"):
        words = scribe.phrase(_one("step_no_control", numbers), numbers=scribe.list(numbers))
        found.append(("7.3.1", words))
    if any(card["sides"][side]["setup"]["order"] == "simultaneous" for side in SIDES):
        found += _on_map(card, scribe, "RS.10")
        found.append(("RS.10", _together(card, scribe)))
        found += _carried(card, scribe, "RS.10")
        for side in SIDES:
            found += _deploys(card, scribe, side, "RS.10") + _spotter(card, scribe, side, "RS.10")
            found += _fixed(card, scribe, side, "RS.10")
            found += _works(card, scribe, side, "RS.10")
    else:
        first, last = _in_order(card)
        found += _set_up(card, scribe, first, "RS.10", "step_defender")
        found += _set_up(card, scribe, last, "RS.11.2", "step_attacker")
    found += _radios(card, scribe, "RS.11.2", _Marker(card, scribe, None), SIDES)
    for side in SIDES:
        found += _works(card, scribe, side, "RS.12", in_vp=True)
    return found


def _before_set_up(card: Card, scribe: Scribe) -> int | None:
    """Where the VP marker lies before RS.10 or RS.13: the card's, less what set-up does to it."""
    if card["marker"] is None:
        return None
    moved = 0
    for side in SIDES:
        toward = open_value(dict(card), scribe.catalog, side) - _asked_price(card, side)
        moved += toward if side == "axis" else -toward
    return int(card["marker"]) - moved


def _value(card: Card, scribe: Scribe, number: str) -> int:
    """7.3.2: what the open chits make an objective worth."""
    chits = (scribe.catalog.chits.get(letter) for letter in card["objectives"]["open"])
    return sum(chit.vp for chit in chits if chit is not None and int(number) in chit.objectives)


def _held(card: Card, holder: str) -> list[str]:
    return [number for number, who in sorted(card["objectives"]["control"].items()) if who == holder]


def _one(key: str, numbers: list[str]) -> str:
    return f"{key}_one" if len(numbers) == 1 else key


def _rolled_markers(card: Card, scribe: Scribe, marker: _Marker) -> list[Step]:
    """RS.2.1, RS.8, RS.9: what lies on the display before anybody sets up."""
    found = [("RS.2.1", _year(card, scribe)), ("RS.8", _stats(card, scribe))]
    if marker.at is not None:
        rule = "RS.9" if card["fortifications"] else "RS.8"
        found.append((rule, scribe.phrase("step_vp_start", where=marker_words(card, scribe, marker.at))))
    return found


def _year(card: Card, scribe: Scribe) -> str:
    return scribe.phrase("step_year", year=card["year"])


def _stats(card: Card, scribe: Scribe) -> str:
    values = [
        scribe.phrase(
            "step_stats_value",
            faction=scribe.faction(card, side),
            orders=card["sides"][side]["orders"],
            quality=scribe.term(f"quality.{card['sides'][side]['quality']}"),
            posture=scribe.term(f"posture.{card['sides'][side]['posture']}"),
        )
        for side in SIDES
    ]
    return scribe.phrase("step_stats", values="; ".join(values))


def _set_up(card: Card, scribe: Scribe, side: Side, rule: str, key: str) -> list[Step]:
    """A side's units and what goes down with them; whoever is first reads what must start with what."""
    first = key == "step_defender"
    found = _on_map(card, scribe, rule) if first else []
    found.append((rule, _zone(card, scribe, side, key) + _occupies(card, scribe, side)))
    found += _carried(card, scribe, rule) if first else []
    found += _deploys(card, scribe, side, rule) + _spotter(card, scribe, side, rule)
    return found + _fixed(card, scribe, side, rule) + _works(card, scribe, side, rule)


def _zone(card: Card, scribe: Scribe, side: str, key: str) -> str:
    setup = card["sides"][side]["setup"]
    return scribe.phrase(
        key,
        faction=scribe.faction(card, side),
        depth=scribe.zone(card, side),
        edge=scribe.phrase(f"edge.{setup['edge']}"),
        stacking=scribe.catalog.board.stacking,
    )


def _occupies(card: Card, scribe: Scribe, side: Side) -> str:
    """RS.11.2, RS.13: the objectives this side puts units on, as was decided while rolling up."""
    if not _rolled_up(card, scribe) or card["sides"][side]["posture"] == "defend":
        return ""
    answers = _answers(card, side)
    numbers = sorted({*_held(card, side), *(answers or ())})
    if not numbers:
        return "" if answers is None else " " + scribe.phrase("step_occupies_none")
    spots = [_spot(card, scribe, side, number) for number in numbers]
    return " " + scribe.phrase(_one("step_occupies", numbers), numbers=scribe.list(spots))


def _spot(card: Card, scribe: Scribe, side: Side, number: str) -> str:
    """7.3.1.1: an objective with its hex; where only its building reaches the zone, where that stands."""
    hexes, setup = card["map"].get("objectives") or {}, card["sides"][side]["setup"]
    if number not in hexes:
        return number
    own = zone(scribe.catalog.board, setup["edge"], setup["depth"])
    within = get_objective_hexes(get_card_ground(scribe.catalog, card), hexes[number]) & own
    if hexes[number] in within or not within:
        return f"{number} ({hexes[number]})"
    reached = ", ".join(sorted(within, key=hex_order))
    return f"{number} ({scribe.phrase('spot_building', hex=hexes[number], hexes=reached)})"


def _answers(card: Card, side: Side) -> tuple[str, ...] | None:
    """What a side answered when it was asked for the objectives it occupies; None where it was not asked."""
    for entry in card["transcript"]["entries"]:
        if entry["seat"] == side and entry["ask"] in OCCUPIED:
            answer = entry["answer"]
            return (answer,) if isinstance(answer, str) else tuple(answer)
    return None


def _together(card: Card, scribe: Scribe) -> str:
    setups = {side: card["sides"][side]["setup"] for side in SIDES}
    return scribe.phrase(
        "step_together",
        stacking=scribe.catalog.board.stacking,
        **{side: scribe.faction(card, side) for side in SIDES},
        **{f"{side}_depth": scribe.zone(card, side) for side in SIDES},
        **{f"{side}_edge": scribe.phrase(f"edge.{setups[side]['edge']}") for side in SIDES},
    )


def _fixed(card: Card, scribe: Scribe, side: str, rule: str) -> list[Step]:
    found = []
    for place in card["sides"][side]["setup"].get("fixed", ()):
        pieces = [scribe.piece(ref).name for ref in place["leaders"]]
        pieces += [f"{count} × {scribe.piece(ref).name}" for ref, count in place["counters"].items()]
        words = scribe.phrase(
            "step_fixed", hex=place["hex"], pieces=scribe.list(pieces), faction=scribe.faction(card, side)
        )
        found.append((rule, words))
    return found


def _radios(card: Card, scribe: Scribe, rule: str, marker: _Marker, order: Iterable[Side]) -> list[Step]:
    """RS.11: radios into their boxes; one that was asked for in RS.11.1 moves the VP marker by its price."""
    found = []
    for side in order:
        if ref := card["sides"][side]["radio"]:
            words = scribe.phrase(
                "step_radio", radio=scribe.piece(ref).name, faction=scribe.faction(card, side)
            )
            price = marker.move("step_vp_price", opponent(side), _asked_price(card, side))
            found.append(("RS.11.1" if price else rule, words + price))
    return found


def _asked_price(card: Card, side: Side) -> int:
    """RS.11.1: the price of a radio asked for while setting up; a campaign's own was paid long before."""
    asked = any(
        event["rule"] == "RS.11.1" and event["what"] == "radio" and event["facts"]["side"] == side
        for event in card.get("events", ())
    )
    return int(card["sides"][side].get("radio_cost") or 0) if asked else 0


def _works(card: Card, scribe: Scribe, side: Side, rule: str, *, in_vp: bool = False) -> list[Step]:
    """RS.12: what the defender paid in VP goes down last; all else with the units of its side (RS.16)."""
    free: dict[str, int] = {}
    fixed: dict[str, int] = {}
    for work in card["fortifications"]:
        if work["side"] == side and (work.get("paid") == PAID_IN_VP) == in_vp:
            total = fixed if work.get("hexes") else free
            total[work["type"]] = total.get(work["type"], 0) + work["count"]
    found = []
    for key, total in (("step_works_fixed", fixed), ("step_works", free)):
        if total:
            words = scribe.list([scribe.works(kind, count) for kind, count in total.items()])
            found.append((rule, scribe.phrase(key, faction=scribe.faction(card, side), works=words)))
    return found


def _carried(card: Card, scribe: Scribe, rule: str) -> list[Step]:
    """11.2: what must start with what."""
    found = []
    if words := bindings(card, scribe):
        found.append((rule, words))
    if any(card["sides"][side].get("groups") for side in SIDES):
        found.append((rule, scribe.phrase("step_groups")))
    return found


def _deploys(card: Card, scribe: Scribe, side: Side, rule: str) -> list[Step]:
    """NO-C1.72: a free Deploy (E52) while this side sets up."""
    count = card["sides"][side]["setup"].get("free_deploy")
    return [(rule, scribe.counted("step_deploy", count, faction=scribe.faction(card, side)))] if count else []


def _on_map(card: Card, scribe: Scribe, rule: str) -> list[Step]:
    """Rubble, smoke and whatever else lies on the map before anybody sets up."""
    places: dict[str, list[str]] = {}
    for marker in card.get("markers", ()):
        places.setdefault(marker["type"], []).append(marker["hex"])
    if not places:
        return []
    names = [
        f"{scribe.term(f'marker.{kind}').lower()} {scribe.list(hexes)}" for kind, hexes in places.items()
    ]
    return [(rule, scribe.phrase("step_markers", markers="; ".join(names)))]


def _spotter(card: Card, scribe: Scribe, side: Side, rule: str) -> list[Step]:
    """V8: a leader of the side with the MS marker, or a Scout besides."""
    spotter = card["sides"][side]["setup"].get("mortar_spotter")
    if spotter is None:
        return []
    if spotter == "scout":
        return [(rule, scribe.phrase("step_scout", faction=scribe.faction(card, side)))]
    return [(rule, scribe.phrase("step_spotter", leader=scribe.piece(spotter).name))]


def _markers(card: Card, scribe: Scribe) -> list[Step]:
    """RS.14: the markers of the display; the VP marker is where the steps before have brought it."""
    found = []
    if card["time"] is not None and card["sudden_death"] is not None:
        found.append(("RS.14", scribe.phrase("step_time", time=card["time"], death=card["sudden_death"])))
    losses = [
        scribe.phrase("value_of", faction=scribe.faction(card, side), value=value)
        for side in SIDES
        if (value := card["sides"][side]["surrender"]) is not None
    ]
    if losses:
        found.append(("RS.14", scribe.phrase("step_surrender", values=scribe.list(losses))))
    if any(work["type"] == "mines" for work in card["fortifications"]):
        found.append(("RS.14", scribe.phrase("step_mines", strength=card["mine_strength"])))
    if any(card["sides"][side].get("reinforcements") for side in SIDES):
        found.append(("RS.16", scribe.phrase("step_reinforcements")))
    found.append(("RS.14", scribe.phrase("step_cup")))
    return found


def _cards(card: Card, scribe: Scribe) -> list[Step]:
    """RS.15, RS.16: Initiative, hands, first turn."""
    found = []
    if card["initiative"] is not None:
        whom = scribe.faction(card, card["initiative"])
        found.append(("RS.15", scribe.phrase("step_initiative", faction=whom)))
    hands = [
        scribe.phrase("step_hand_value", faction=scribe.faction(card, side), hand=card["sides"][side]["hand"])
        for side in SIDES
    ]
    found.append(("RS.15", scribe.phrase("step_hands", values=scribe.list(hands))))
    for side in SIDES:
        if opening := card["sides"][side].get("opening_cards"):
            words = scribe.phrase(
                "step_opening", faction=scribe.faction(card, side), cards=scribe.list(list(opening))
            )
            found.append(("RS.15", words))
    if card["first_turn"] is not None:
        whom = scribe.faction(card, card["first_turn"])
        found.append(("RS.16", scribe.phrase("step_first_turn", faction=whom)))
    return found


def marker_words(card: Card, scribe: Scribe, marker: int | None) -> str:
    """A place on the Victory track, in words."""
    if marker is None:
        return scribe.phrase("marker_none")
    if marker == 0:
        return scribe.phrase("marker_zero")
    side = "axis" if marker > 0 else "allied"
    return scribe.phrase("marker_at", value=abs(marker), faction=scribe.faction(card, side))
