"""RS.2 to RS.16 as steps to tick off, derived from the card; used by paper, page and text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from catalogs.games.combat_commander.model import Side
from generator.games.combat_commander.authoring.force import SIDES, opponent
from generator.games.combat_commander.authoring.guide import count_open_chit_vp
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.ground.setup import get_objective_hexes
from generator.games.combat_commander.hexes import zone

from .forces import describe_bindings, hex_order
from .messages import Card, MessageFormatter

Step = tuple[str, str]  # rule, sentence

PAID_IN_VP = "vp"  # RS.9: bought by the defender, set up in RS.12
OCCUPATION_ASKS = ("occupied", "occupied_unknown")  # RS.11.2, RS.13: questions for occupied objectives


@dataclass
class _Marker:
    """The VP marker during set-up: every step moves it from where the last step left it."""

    card: Card
    formatter: MessageFormatter
    at: int | None

    def move(self, key: str, side: Side, spaces: int) -> str:
        """Move the marker toward a side; return the sentence, or nothing if it does not move."""
        if self.at is None or not spaces:
            return ""
        self.at += spaces if side == "axis" else -spaces
        where = marker_words(self.card, self.formatter, self.at)
        whom = self.formatter.faction(self.card, side)
        return " " + self.formatter.phrase(key, count=spaces, faction=whom, where=where)


@dataclass(frozen=True, slots=True)
class StepGroup:
    """Steps that one side takes, or both."""

    side: Side | None
    steps: list[Step]


def list_steps(card: Card, formatter: MessageFormatter) -> list[Step]:
    """Return all steps between an empty table and the first turn, in order."""
    return [step for group in list_step_groups(card, formatter) for step in group.steps]


def list_step_groups(card: Card, formatter: MessageFormatter) -> list[StepGroup]:
    """Return all steps in order, in groups by who takes them; no group is empty."""
    if not _is_rolled_up(card, formatter):
        groups = _printed_steps(card, formatter)
    elif _has_defender(card):
        groups = _assault_steps(card, formatter)
    else:
        groups = _recon_steps(card, formatter)
    groups.append(StepGroup(None, _marker_steps(card, formatter) + _card_steps(card, formatter)))
    merged: list[StepGroup] = []
    for group in groups:
        if merged and merged[-1].side == group.side:
            merged[-1] = StepGroup(group.side, merged[-1].steps + group.steps)
        elif group.steps:
            merged.append(group)
    return merged


def _is_rolled_up(card: Card, formatter: MessageFormatter) -> bool:
    """Return whether set-up follows RS.10 to RS.13; a printed scenario sets control itself (7.3.1)."""
    campaign = formatter.catalog.campaigns.get((card.get("source") or {}).get("campaign", ""))
    if not card.get("transcript") or (campaign is not None and campaign.scenarios):
        return False
    postures = {card["sides"][side]["posture"] for side in SIDES}
    orders = {card["sides"][side]["setup"]["order"] for side in SIDES}
    held = "none" not in card["objectives"]["control"].values()
    return orders == {"first", "last"} and (
        postures == {"recon"} or (postures == {"attack", "defend"} and held)
    )


def list_groups_without_hexes(card: Card, formatter: MessageFormatter) -> list[StepGroup]:
    """Return the steps for a sheet that lists units with their hexes separately."""
    listed = {words for side in SIDES for _, words in _fixed_steps(card, formatter, side, "")}
    return [
        StepGroup(group.side, [step for step in group.steps if step[1] not in listed])
        for group in list_step_groups(card, formatter)
    ]


def list_steps_without_hexes(card: Card, formatter: MessageFormatter) -> list[Step]:
    """Return the same steps without their groups."""
    return [step for group in list_groups_without_hexes(card, formatter) for step in group.steps]


def _has_defender(card: Card) -> bool:
    return any(card["sides"][side]["posture"] == "defend" for side in SIDES)


def _set_up_order(card: Card) -> tuple[Side, Side]:
    """Return who sets up first and who last."""
    first = next((side for side in SIDES if card["sides"][side]["setup"]["order"] == "first"), SIDES[0])
    return first, opponent(first)


def _assault_steps(card: Card, formatter: MessageFormatter) -> list[StepGroup]:
    """RS.10 to RS.12: return the steps: defender, control, radios, attacker, occupation, fortifications."""
    defender, attacker = _set_up_order(card)
    marker = _Marker(card, formatter, _marker_before_set_up(card, formatter))
    groups = [StepGroup(None, _display_steps(card, formatter, marker))]
    first = _set_up_steps(card, formatter, defender, "RS.10", "step_defender")
    words = formatter.phrase("step_control_all", faction=formatter.faction(card, defender))
    value = sum(objective_value(card, formatter, number) for number in card["objectives"]["control"])
    first.append(("RS.10", words + marker.move("step_vp_chits", defender, value)))
    groups.append(StepGroup(defender, first))
    last = sorted(_radio_steps(card, formatter, "RS.11.2", marker, (attacker, defender)), key=itemgetter(0))
    last += _set_up_steps(card, formatter, attacker, "RS.11.2", "step_attacker")
    groups.append(StepGroup(attacker, last + _turn_steps(card, formatter, attacker, marker)))
    return [*groups, StepGroup(defender, _works_steps(card, formatter, defender, "RS.12", in_vp=True))]


def _turn_steps(card: Card, formatter: MessageFormatter, attacker: Side, marker: _Marker) -> list[Step]:
    """RS.11.2: return the steps that turn objectives where the attacker stands, and move their value."""
    numbers = _held_objectives(card, attacker)
    whom = formatter.faction(card, attacker)
    if not numbers:
        return [("RS.11.2", formatter.phrase("step_capture", faction=whom))]
    words = formatter.phrase("step_turn", count=len(numbers), faction=whom, numbers=formatter.list(numbers))
    value = 2 * sum(objective_value(card, formatter, number) for number in numbers)
    return [
        ("RS.11.2", words + marker.move("step_vp_chits", attacker, value)),
        ("RS.11.2", formatter.phrase("step_capture_other", faction=whom)),
    ]


def _recon_steps(card: Card, formatter: MessageFormatter) -> list[StepGroup]:
    """RS.13: return the steps: both set up, then each marks the objectives it alone occupies."""
    order = _set_up_order(card)
    marker = _Marker(card, formatter, _marker_before_set_up(card, formatter))
    groups = [StepGroup(None, _display_steps(card, formatter, marker))]
    for side, key in zip(order, ("step_defender", "step_attacker"), strict=True):
        groups.append(StepGroup(side, _set_up_steps(card, formatter, side, "RS.13", key)))
    steps = _radio_steps(card, formatter, "RS.13", marker, order)
    for side in order:
        if numbers := _held_objectives(card, side):
            whom = formatter.faction(card, side)
            words = formatter.phrase(
                "step_alone", count=len(numbers), faction=whom, numbers=formatter.list(numbers)
            )
            value = sum(objective_value(card, formatter, number) for number in numbers)
            steps.append(("RS.13", words + marker.move("step_vp_chits", side, value)))
    if numbers := _held_objectives(card, "none"):
        words = formatter.phrase("step_no_control", count=len(numbers), numbers=formatter.list(numbers))
        steps.append(("RS.13", words))
    return [*groups, StepGroup(None, [*steps, ("RS.13", formatter.phrase("step_recon_control"))])]


def _printed_steps(card: Card, formatter: MessageFormatter) -> list[StepGroup]:
    """4.1.1, 4.3, 7.3.1: return the steps of a printed scenario: its markers, then both sides."""
    steps = [("4.3.2", _year_text(card, formatter)), ("4.3.1", _stats_text(card, formatter))]
    if card["marker"] is not None:
        where = marker_words(card, formatter, card["marker"])
        steps.append(("4.1.1", formatter.phrase("step_vp", where=where)))
    for holder in SIDES:
        if numbers := _held_objectives(card, holder):
            whom = formatter.faction(card, holder)
            words = formatter.phrase(
                "step_control", count=len(numbers), faction=whom, numbers=formatter.list(numbers)
            )
            steps.append(("7.3.1", words))
    if numbers := _held_objectives(card, "none"):
        words = formatter.phrase("step_no_control", count=len(numbers), numbers=formatter.list(numbers))
        steps.append(("7.3.1", words))
    if any(card["sides"][side]["setup"]["order"] == "simultaneous" for side in SIDES):
        steps += _map_marker_steps(card, formatter, "RS.10")
        steps.append(("RS.10", _simultaneous_text(card, formatter)))
        steps += _binding_steps(card, formatter, "RS.10")
        for side in SIDES:
            steps += _deploy_steps(card, formatter, side, "RS.10") + _spotter_steps(
                card, formatter, side, "RS.10"
            )
            steps += _fixed_steps(card, formatter, side, "RS.10")
            steps += _works_steps(card, formatter, side, "RS.10")
        groups = [StepGroup(None, steps)]
    else:
        first, last = _set_up_order(card)
        groups = [
            StepGroup(None, steps),
            StepGroup(first, _set_up_steps(card, formatter, first, "RS.10", "step_defender")),
            StepGroup(last, _set_up_steps(card, formatter, last, "RS.11.2", "step_attacker")),
        ]
    rest = _radio_steps(card, formatter, "RS.11.2", _Marker(card, formatter, None), SIDES)
    for side in SIDES:
        rest += _works_steps(card, formatter, side, "RS.12", in_vp=True)
    return [*groups, StepGroup(None, rest)]


def _marker_before_set_up(card: Card, formatter: MessageFormatter) -> int | None:
    """Return the VP marker before RS.10 or RS.13: the card's marker minus the effect of set-up."""
    if card["marker"] is None:
        return None
    moved = 0
    for side in SIDES:
        toward = count_open_chit_vp(dict(card), formatter.catalog, side) - _requested_radio_price(card, side)
        moved += toward if side == "axis" else -toward
    return int(card["marker"]) - moved


def objective_value(card: Card, formatter: MessageFormatter, number: str) -> int:
    """7.3.2: return the value of an objective by the open chits."""
    chits = (formatter.catalog.chits.get(letter) for letter in card["objectives"]["open"])
    return sum(chit.vp for chit in chits if chit is not None and int(number) in chit.objectives)


def _held_objectives(card: Card, holder: str) -> list[str]:
    return [number for number, who in sorted(card["objectives"]["control"].items()) if who == holder]


def _display_steps(card: Card, formatter: MessageFormatter, marker: _Marker) -> list[Step]:
    """RS.2.1, RS.8, RS.9: return the markers on the display before set-up."""
    steps = [("RS.2.1", _year_text(card, formatter)), ("RS.8", _stats_text(card, formatter))]
    if marker.at is not None:
        rule = "RS.9" if card["fortifications"] else "RS.8"
        steps.append(
            (rule, formatter.phrase("step_vp_start", where=marker_words(card, formatter, marker.at)))
        )
    return steps


def _year_text(card: Card, formatter: MessageFormatter) -> str:
    return formatter.phrase("step_year", year=card["year"])


def _stats_text(card: Card, formatter: MessageFormatter) -> str:
    values = [
        formatter.phrase(
            "step_stats_value",
            faction=formatter.faction(card, side),
            orders=card["sides"][side]["orders"],
            quality=formatter.term(f"quality.{card['sides'][side]['quality']}"),
            posture=formatter.term(f"posture.{card['sides'][side]['posture']}"),
        )
        for side in SIDES
    ]
    return formatter.phrase("step_stats", values=formatter.list(values, "semicolon"))


def _set_up_steps(card: Card, formatter: MessageFormatter, side: Side, rule: str, key: str) -> list[Step]:
    """Return the steps of a side's set-up; the first side also reads which pieces start together."""
    first = key == "step_defender"
    steps = _map_marker_steps(card, formatter, rule) if first else []
    steps.append((rule, _zone_text(card, formatter, side, key) + _occupation_text(card, formatter, side)))
    steps += _binding_steps(card, formatter, rule) if first else []
    steps += _deploy_steps(card, formatter, side, rule) + _spotter_steps(card, formatter, side, rule)
    return steps + _fixed_steps(card, formatter, side, rule) + _works_steps(card, formatter, side, rule)


def _zone_text(card: Card, formatter: MessageFormatter, side: str, key: str) -> str:
    setup = card["sides"][side]["setup"]
    return formatter.phrase(
        key,
        faction=formatter.faction(card, side),
        depth=formatter.zone(card, side),
        edge=formatter.phrase(f"edge.{setup['edge']}"),
        stacking=formatter.catalog.board.stacking,
    )


def _occupation_text(card: Card, formatter: MessageFormatter, side: Side) -> str:
    """RS.11.2, RS.13: return the objectives this side occupies, as decided during the roll-up."""
    if not _is_rolled_up(card, formatter) or card["sides"][side]["posture"] == "defend":
        return ""
    answers = _occupation_answer(card, side)
    numbers = sorted({*_held_objectives(card, side), *(answers or ())})
    if not numbers:
        return "" if answers is None else " " + formatter.phrase("step_occupies_none")
    spots = [_objective_text(card, formatter, side, number) for number in numbers]
    return " " + formatter.phrase("step_occupies", count=len(numbers), numbers=formatter.list(spots))


def _objective_text(card: Card, formatter: MessageFormatter, side: Side, number: str) -> str:
    """7.3.1.1: return an objective with its hex, or the building hexes that reach the zone."""
    hexes, setup = card["map"].get("objectives") or {}, card["sides"][side]["setup"]
    if number not in hexes:
        return number
    own = zone(formatter.catalog.board, setup["edge"], setup["depth"])
    within = get_objective_hexes(get_card_ground(formatter.catalog, card), hexes[number]) & own
    if hexes[number] in within or not within:
        return f"{number} ({hexes[number]})"
    reached = ", ".join(sorted(within, key=hex_order))
    return f"{number} ({formatter.phrase('spot_building', hex=hexes[number], hexes=reached)})"


def _occupation_answer(card: Card, side: Side) -> tuple[str, ...] | None:
    """Return a side's answer for the objectives it occupies, or None if it was not asked."""
    for entry in card["transcript"]["entries"]:
        if entry["seat"] == side and entry["ask"] in OCCUPATION_ASKS:
            answer = entry["answer"]
            return (answer,) if isinstance(answer, str) else tuple(answer)
    return None


def _simultaneous_text(card: Card, formatter: MessageFormatter) -> str:
    setups = {side: card["sides"][side]["setup"] for side in SIDES}
    return formatter.phrase(
        "step_together",
        stacking=formatter.catalog.board.stacking,
        **{side: formatter.faction(card, side) for side in SIDES},
        **{f"{side}_depth": formatter.zone(card, side) for side in SIDES},
        **{f"{side}_edge": formatter.phrase(f"edge.{setups[side]['edge']}") for side in SIDES},
    )


def _fixed_steps(card: Card, formatter: MessageFormatter, side: str, rule: str) -> list[Step]:
    steps = []
    for place in card["sides"][side]["setup"].get("fixed", ()):
        pieces = [formatter.piece(ref).name for ref in place["leaders"]]
        pieces += [f"{count} × {formatter.piece(ref).name}" for ref, count in place["counters"].items()]
        words = formatter.phrase(
            "step_fixed",
            hex=place["hex"],
            pieces=formatter.list(pieces),
            faction=formatter.faction(card, side),
        )
        steps.append((rule, words))
    return steps


def _radio_steps(
    card: Card, formatter: MessageFormatter, rule: str, marker: _Marker, order: Iterable[Side]
) -> list[Step]:
    """RS.11: return the steps for radios; one requested in RS.11.1 moves the VP marker by its price."""
    steps = []
    for side in order:
        if ref := card["sides"][side]["radio"]:
            words = formatter.phrase("step_radio", radio=ref, faction=formatter.faction(card, side))
            price = marker.move("step_vp_price", opponent(side), _requested_radio_price(card, side))
            steps.append(("RS.11.1" if price else rule, words + price))
    return steps


def _requested_radio_price(card: Card, side: Side) -> int:
    """RS.11.1: return the price of a radio requested in set-up; a campaign's radio was paid earlier."""
    asked = any(
        event["rule"] == "RS.11.1" and event["what"] == "radio" and event["facts"]["side"] == side
        for event in card.get("events", ())
    )
    return int(card["sides"][side].get("radio_cost") or 0) if asked else 0


def _works_steps(
    card: Card, formatter: MessageFormatter, side: Side, rule: str, *, in_vp: bool = False
) -> list[Step]:
    """RS.12, RS.16: return fortifications; those paid in VP come last, others with the side's units."""
    free: dict[str, int] = {}
    fixed: dict[str, list[str]] = {}
    for work in card["fortifications"]:
        if work["side"] == side and (work.get("paid") == PAID_IN_VP) == in_vp:
            if hexes := work.get("hexes"):
                fixed.setdefault(work["type"], []).extend(hexes)
            else:
                free[work["type"]] = free.get(work["type"], 0) + work["count"]
    placed = [
        formatter.phrase(
            "works_in",
            works=formatter.works(kind, len(hexes)),
            hexes=formatter.list(sorted(hexes, key=hex_order)),
        )
        for kind, hexes in fixed.items()
    ]
    unplaced = [formatter.works(kind, count) for kind, count in free.items()]
    return [
        (rule, formatter.phrase(key, faction=formatter.faction(card, side), works=formatter.list(works)))
        for key, works in (("step_works_fixed", placed), ("step_works", unplaced))
        if works
    ]


def _binding_steps(card: Card, formatter: MessageFormatter, rule: str) -> list[Step]:
    """11.2: return which pieces start together."""
    steps = []
    if words := describe_bindings(card, formatter):
        steps.append((rule, words))
    if any(card["sides"][side].get("groups") for side in SIDES):
        steps.append((rule, formatter.phrase("step_groups")))
    return steps


def _deploy_steps(card: Card, formatter: MessageFormatter, side: Side, rule: str) -> list[Step]:
    """NO-C1.72: return the free Deploy (E52) during this side's set-up."""
    count = card["sides"][side]["setup"].get("free_deploy")
    return (
        [(rule, formatter.phrase("step_deploy", count=count, faction=formatter.faction(card, side)))]
        if count
        else []
    )


def _map_marker_steps(card: Card, formatter: MessageFormatter, rule: str) -> list[Step]:
    """Return rubble, smoke and other markers on the map before set-up."""
    places: dict[str, list[str]] = {}
    for marker in card.get("markers", ()):
        places.setdefault(marker["type"], []).append(marker["hex"])
    if not places:
        return []
    names = [
        f"{formatter.form('marker', kind, 'inline')} {formatter.list(hexes)}"
        for kind, hexes in places.items()
    ]
    return [(rule, formatter.phrase("step_markers", markers=formatter.list(names, "semicolon")))]


def _spotter_steps(card: Card, formatter: MessageFormatter, side: Side, rule: str) -> list[Step]:
    """V8: return the leader with the MS marker, or the additional Scout."""
    spotter = card["sides"][side]["setup"].get("mortar_spotter")
    if spotter is None:
        return []
    if spotter == "scout":
        return [(rule, formatter.phrase("step_scout", faction=formatter.faction(card, side)))]
    return [(rule, formatter.phrase("step_spotter", leader=formatter.piece(spotter).name))]


def _marker_steps(card: Card, formatter: MessageFormatter) -> list[Step]:
    """RS.14: return the markers of the display; earlier steps placed the VP marker."""
    steps = []
    if card["time"] is not None and card["sudden_death"] is not None:
        steps.append(("RS.14", formatter.phrase("step_time", time=card["time"], death=card["sudden_death"])))
    losses = [
        formatter.phrase("value_of", faction=formatter.faction(card, side), value=value)
        for side in SIDES
        if (value := card["sides"][side]["surrender"]) is not None
    ]
    if losses:
        steps.append(("RS.14", formatter.phrase("step_surrender", values=formatter.list(losses))))
    if any(work["type"] == "mines" for work in card["fortifications"]):
        steps.append(("RS.14", formatter.phrase("step_mines", strength=card["mine_strength"])))
    steps.append(("RS.14", formatter.phrase("step_cup")))
    return steps


def _card_steps(card: Card, formatter: MessageFormatter) -> list[Step]:
    """RS.15, RS.16: return Initiative, hands, reinforcements and first turn."""
    steps = []
    if card["initiative"] is not None:
        whom = formatter.faction(card, card["initiative"])
        steps.append(("RS.15", formatter.phrase("step_initiative", faction=whom)))
    hands = [
        formatter.phrase(
            "step_hand_value", faction=formatter.faction(card, side), hand=card["sides"][side]["hand"]
        )
        for side in SIDES
    ]
    steps.append(("RS.15", formatter.phrase("step_hands", values=formatter.list(hands))))
    for side in SIDES:
        if opening := card["sides"][side].get("opening_cards"):
            words = formatter.phrase(
                "step_opening", faction=formatter.faction(card, side), cards=formatter.list(list(opening))
            )
            steps.append(("RS.15", words))
    if any(card["sides"][side].get("reinforcements") for side in SIDES):
        steps.append(("RS.16", formatter.phrase("step_reinforcements")))
    if card["first_turn"] is not None:
        whom = formatter.faction(card, card["first_turn"])
        steps.append(("RS.16", formatter.phrase("step_first_turn", faction=whom)))
    return steps


def marker_words(card: Card, formatter: MessageFormatter, marker: int | None) -> str:
    """Return a space of the Victory track in words."""
    if marker is None:
        return formatter.phrase("marker_none")
    if marker == 0:
        return formatter.phrase("marker_zero")
    side = "axis" if marker > 0 else "allied"
    return formatter.phrase("marker_at", value=abs(marker), faction=formatter.faction(card, side))
