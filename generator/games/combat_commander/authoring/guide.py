"""Tips: proposals of the design guide for a card, each with its calculation."""

from __future__ import annotations

import copy
from collections import Counter as Tally
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Guide, Posture, Quality, Side, Size
from schemas.json_pointer import get, put
from schemas.messages import Message, say

from .bounds import clamp_to_schema
from .card import Card
from .card_facts import Reading
from .force import COUNTED, SIDES, count_pieces, opponent
from .pricing import round_half_up

Item = Literal[
    "sudden_death", "quality", "orders", "surrender", "posture", "hand", "depth", "initiative", "marker"
]
#: In this order each proposal can rely on those before it: Sudden Death prices the reinforcements, the
#: points give the postures and the Initiative, the postures give hand and depth.
ITEMS: tuple[Item, ...] = (
    "sudden_death",
    "quality",
    "orders",
    "surrender",
    "posture",
    "hand",
    "depth",
    "initiative",
    "marker",
)
BEST_FIRST: tuple[Quality, ...] = ("elite", "line", "green")


@dataclass(frozen=True, slots=True)
class Working:
    """One line of a calculation: the rule, the sentence, the figures in it."""

    rule: str
    text: Message
    figures: Mapping[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The guide's proposal for one field, beside the value on the card."""

    item: Item
    side: Side | None
    place: str  # JSON pointer into the card
    chosen: Any
    value: Any
    working: tuple[Working, ...]

    @property
    def follows(self) -> bool:
        return bool(self.chosen == self.value)


@dataclass(frozen=True, slots=True)
class Opening:
    """Tips: initial VP, Initiative and postures, from the points of both sides."""

    marker: int
    posture: Mapping[Side, Posture]
    initiative: Side | None  # None: the totals are equal, either side may hold it


def propose_opening(axis: int, allied: int, guide: Guide) -> Opening:
    """Give attack and Initiative to the larger total, and the VP difference, rounded down, to the smaller."""
    difference = Fraction(axis - allied, guide.point_divisor)
    smaller: Side | None = None if difference == 0 else "allied" if difference > 0 else "axis"
    if abs(difference) < guide.recon_below:
        return Opening(0, {"axis": "recon", "allied": "recon"}, smaller)
    assert smaller is not None
    larger = opponent(smaller)
    vp = int(abs(difference))
    postures: dict[Side, Posture] = {larger: "attack", smaller: "defend"}
    return Opening(vp if smaller == "axis" else -vp, postures, larger)


Proposer = Callable[[Reading], list[Proposal | None]]


def propose(card: Card, catalog: Catalog) -> tuple[Proposal, ...]:
    """Return all proposals of the guide for a card."""
    return list_proposals(Reading(card, catalog))


def list_proposals(reading: Reading) -> tuple[Proposal, ...]:
    """Return all proposals for a card that is already read."""
    offered = (proposal for item in ITEMS for proposal in _PROPOSERS[item](reading))
    return tuple(proposal for proposal in offered if proposal is not None)


def follow(card: Card, catalog: Catalog, items: tuple[Item, ...] = ITEMS) -> Card:
    """Return a copy of the card with these fields set as the guide proposes, one after the other."""
    result: Card = copy.deepcopy(card)
    for item in ITEMS:
        if item in items:
            for proposal in _PROPOSERS[item](Reading(result, catalog)):
                if proposal is not None:
                    put(result, proposal.place, proposal.value)
    return result


def get_size(force: Mapping[str, Any], squads: int, guide: Guide) -> Size:
    """Return the size on the card, else the one whose number of squads is nearest (the larger on a tie)."""
    if force["size"] is not None:
        chosen: Size = force["size"]
        return chosen
    company = guide.company_squads.get(force["faction"], max(guide.company_squads.values()))
    return min(
        guide.size_fraction,
        key=lambda size: (abs(company * guide.size_fraction[size] - squads), -guide.size_fraction[size]),
    )


@dataclass(frozen=True, slots=True)
class Strength:
    """Tips: squads, leaders. The actual number beside the guide's recommendation."""

    item: Literal["squads", "leaders"]
    side: Side
    place: str
    found: int
    about: int
    fits: bool
    working: Working


def list_strengths(reading: Reading) -> tuple[Strength, ...]:
    """Return the guide's remarks on the size of both forces, for factions that it names."""
    named = reading.catalog.guide.company_squads
    sides = [side for side in SIDES if reading.card["sides"][side]["faction"] in named]
    return tuple(
        strength
        for side in sides
        for strength in (_compare_squads(reading, side), _compare_leaders(reading, side))
    )


def _compare_squads(reading: Reading, side: Side) -> Strength:
    """Tips: squads. Compare with the guide's number for the size; up to half a step off fits."""
    force, guide = reading.card["sides"][side], reading.catalog.guide
    company, squads = guide.company_squads[force["faction"]], count_pieces(reading.lots(side), ("squad",))
    size = get_size(force, squads, guide)
    about = round_half_up(company * guide.size_fraction[size])
    step = company * min(guide.size_fraction.values())
    text = say("guide.squads", squads=_say_count("squads", squads), about=about, size=size)
    work = Working("Tips: squads", text, {"found": squads, "about": about, "size": size})
    fits = 2 * abs(squads - about) <= step
    return Strength("squads", side, f"/sides/{side}/counters", squads, about, fits, work)


def _compare_leaders(reading: Reading, side: Side) -> Strength:
    """Tips: leaders. Compare with the ratio of squads to leaders in a company, at least one leader."""
    guide = reading.catalog.guide
    company = guide.company_squads[reading.card["sides"][side]["faction"]]
    ratio = Fraction(company, guide.leaders["company"])
    leaders, squads = reading.leaders(side), count_pieces(reading.lots(side), ("squad",))
    about = max(round_half_up(squads / ratio), 1)
    text = say(
        "guide.leaders",
        leaders=_say_count("leaders", leaders),
        squads=_say_count("squads", squads),
        ratio=float(ratio),
        about=about,
    )
    work = Working("Tips: leaders", text, {"found": leaders, "squads": squads, "about": about})
    return Strength("leaders", side, f"/sides/{side}/leaders", leaders, about, leaders == about, work)


def _say_count(what: str, count: int) -> Message:
    """Return a count with a noun, in the singular for one."""
    return say(f"guide.some_{what}" if count != 1 else f"guide.one_of_{what}", count=count)


def count_open_chit_vp(card: Card, catalog: Catalog, side: Side) -> int:
    """7.3.3: return the VP of the open chits for the objectives a side controls at the start."""
    control = card["objectives"]["control"]
    total = 0
    for letter in card["objectives"]["open"]:
        chit = catalog.chits.get(letter)
        if chit is not None:
            total += chit.vp * sum(control[str(number)] == side for number in chit.objectives)
    return total


def _propose_sudden_death(reading: Reading) -> list[Proposal | None]:
    """Tips: time. Propose Sudden Death, unless the card has no Time track."""
    if reading.card["time"] is None and reading.card["sudden_death"] is None:
        return []
    base = reading.catalog.guide.sudden_death_base
    axis, allied = (reading.leaders(side) for side in SIDES)
    least = (reading.card["time"] or 0) + 1
    total = base + axis + allied
    value = clamp_to_schema("sudden_death", max(total, least))
    text = say(
        "guide.sudden_death" if total >= least else "guide.sudden_death_later",
        base=base,
        axis=axis,
        allied=allied,
        total=total,
        value=value,
    )
    work = Working("Tips: time", text, {"base": base, "axis": axis, "allied": allied, "value": value})
    return [_make_proposal(reading, "sudden_death", None, "/sudden_death", value, work)]


def _propose_quality(reading: Reading, side: Side) -> Proposal | None:
    """Tips: quality. Propose that of most squads; on a tie the card's own, or else the lower."""
    votes: Tally[Quality] = Tally()
    for lot in reading.lots(side):
        counter = reading.catalog.counters.get(lot.ref)
        if lot.kind == "squad" and counter is not None and counter.quality is not None:
            votes[counter.quality] += lot.count
    if not votes:
        return None
    most = max(votes.values())
    leading = [quality for quality in BEST_FIRST if votes[quality] == most]
    chosen = reading.card["sides"][side]["quality"]
    value = chosen if chosen in leading else leading[-1]
    listed = [(quality, votes[quality]) for quality in BEST_FIRST if votes[quality]]
    squads = [say("guide.squads_of_quality", count=count, quality=quality) for quality, count in listed]
    text = say("guide.quality", squads=squads, value=value)
    work = Working("Tips: quality", text, {**dict(listed), "value": value})
    return _make_proposal(reading, "quality", side, f"/sides/{side}/quality", value, work)


def _propose_orders(reading: Reading, side: Side) -> Proposal:
    """Tips: orders. Propose leaders + 1, at most what the track holds (4.3.1)."""
    above, most = reading.catalog.guide.orders_above_leaders, reading.catalog.procedure.most_orders
    leaders = reading.leaders(side)
    value = min(leaders + above, most)
    key = "guide.orders" if leaders + above <= most else "guide.orders_most"
    text = say(key, leaders=leaders, above=above, total=leaders + above, most=most)
    work = Working("Tips: orders", text, {"leaders": leaders, "above": above, "most": most, "value": value})
    return _make_proposal(reading, "orders", side, f"/sides/{side}/orders", value, work)


def _propose_surrender(reading: Reading, side: Side) -> Proposal | None:
    """Tips: surrender. Propose a percentage of leaders, squads and teams, unless the card has none."""
    force, guide = reading.card["sides"][side], reading.catalog.guide
    if force["surrender"] is None:
        return None
    squads = count_pieces(reading.lots(side), ("squad",))
    units = count_pieces(reading.lots(side), COUNTED)
    size = get_size(force, squads, guide)
    percent = guide.surrender_percent[size]
    value = clamp_to_schema("surrender", round_half_up(Fraction(units * percent, 100)))
    text = say(
        "guide.surrender",
        units=units,
        percent=percent,
        share=float(Fraction(units * percent, 100)),
        value=value,
        size=size,
    )
    figures: dict[str, int | float | str] = {"units": units, "percent": percent, "size": size, "value": value}
    work = Working("Tips: surrender", text, figures)
    return _make_proposal(reading, "surrender", side, f"/sides/{side}/surrender", value, work)


def explain_totals(reading_points: Mapping[Side, int], guide: Guide) -> Working:
    """Tips: initial VP. Return the Point Totals of both sides and their difference."""
    axis, allied = reading_points["axis"], reading_points["allied"]
    divisor = guide.point_divisor
    text = say(
        "guide.totals",
        axis=axis,
        allied=allied,
        divisor=divisor,
        axis_total=axis / divisor,
        allied_total=allied / divisor,
        difference=abs(axis - allied) / divisor,
    )
    return Working("Tips: initial VP", text, {"axis": axis, "allied": allied, "divisor": divisor})


def _propose_posture(reading: Reading) -> list[Proposal | None]:
    """Tips: Initiative and posture. Propose the postures."""
    guide, points = reading.catalog.guide, reading.points
    start = propose_opening(points["axis"], points["allied"], guide)
    totals = explain_totals(points, guide)
    return [
        _make_proposal(
            reading,
            "posture",
            side,
            f"/sides/{side}/posture",
            start.posture[side],
            totals,
            _explain_posture(reading, side, start),
        )
        for side in SIDES
    ]


def _explain_posture(reading: Reading, side: Side, start: Opening) -> Working:
    posture = start.posture[side]
    why = say(f"guide.{posture}", below=reading.catalog.guide.recon_below)
    text = say("guide.posture", side=side, why=why, posture=posture)
    return Working("Tips: initiative and posture", text, {"posture": posture})


def _propose_hand(reading: Reading, side: Side) -> Proposal | None:
    """1.1: propose the hand of the posture."""
    posture = reading.card["sides"][side]["posture"]
    row = reading.catalog.postures.get(posture)
    if row is None:
        return None
    text = say("guide.hand", hand=row.hand, posture=posture)
    work = Working("1.1", text, {"posture": posture, "value": row.hand})
    return _make_proposal(reading, "hand", side, f"/sides/{side}/hand", row.hand, work)


def _propose_depth(reading: Reading, side: Side) -> Proposal | None:
    """Tips: set-up. Propose by posture and orientation; for recon, which the guide omits, as in RS.13."""
    posture, orientation = reading.card["sides"][side]["posture"], reading.card["map"]["orientation"]
    row = reading.catalog.postures.get(posture)
    depths = reading.catalog.guide.depth.get(posture) or (row and row.depth)
    if not depths:
        return None
    value = depths[orientation]
    text = say("guide.depth", depth=value, posture=posture, orientation=orientation)
    figures: dict[str, int | float | str] = {"posture": posture, "orientation": orientation, "value": value}
    work = Working("Tips: set-up", text, figures)
    return _make_proposal(reading, "depth", side, f"/sides/{side}/setup/depth", value, work)


def _propose_initiative(reading: Reading) -> list[Proposal | None]:
    """Tips: Initiative and posture.

    Propose the larger total, which attacks; in a close battle the smaller.
    """
    points, guide = reading.points, reading.catalog.guide
    value = propose_opening(points["axis"], points["allied"], guide).initiative
    if value is None:
        return []
    larger = points[value] > points[opponent(value)]
    text = say(
        "guide.initiative_larger" if larger else "guide.initiative_smaller",
        below=guide.recon_below,
        side=value,
    )
    work = Working("Tips: initiative and posture", text, {"value": value})
    return [
        _make_proposal(reading, "initiative", None, "/initiative", value, explain_totals(points, guide), work)
    ]


def _propose_marker(reading: Reading) -> list[Proposal | None]:
    """Tips: initial VP, objective chits. Propose the difference for the smaller side plus the open chits."""
    if reading.card["marker"] is None:
        return []
    points, guide = reading.points, reading.catalog.guide
    base = propose_opening(points["axis"], points["allied"], guide).marker
    works = [explain_totals(points, guide), _explain_marker(base)]
    axis, allied = (count_open_chit_vp(reading.card, reading.catalog, side) for side in SIDES)
    value = clamp_to_schema("marker", base + axis - allied)
    if axis or allied:
        text = say("guide.open_chits", base=base, axis=axis, allied=allied, value=value)
        figures = {"base": base, "axis": axis, "allied": allied, "value": value}
        works.append(Working("Tips: objective chits", text, figures))
    return [_make_proposal(reading, "marker", None, "/marker", value, *works)]


def _explain_marker(base: int) -> Working:
    where = "zero" if base == 0 else "axis" if base > 0 else "allied"
    text = say(f"guide.marker_{where}", vp=abs(base))
    return Working("Tips: initial VP", text, {"value": base})


def _propose_for_sides(propose_side: Callable[[Reading, Side], Proposal | None]) -> Proposer:
    return lambda reading: [propose_side(reading, side) for side in SIDES]


_PROPOSERS: Mapping[Item, Proposer] = {
    "sudden_death": _propose_sudden_death,
    "quality": _propose_for_sides(_propose_quality),
    "orders": _propose_for_sides(_propose_orders),
    "surrender": _propose_for_sides(_propose_surrender),
    "posture": _propose_posture,
    "hand": _propose_for_sides(_propose_hand),
    "depth": _propose_for_sides(_propose_depth),
    "initiative": _propose_initiative,
    "marker": _propose_marker,
}


def _make_proposal(
    reading: Reading, item: Item, side: Side | None, place: str, value: Any, *working: Working
) -> Proposal:
    return Proposal(item, side, place, get(reading.card, place), value, working)
