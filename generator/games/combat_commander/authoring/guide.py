"""Tips: what the design guide proposes for a card, each proposal with its working."""

from __future__ import annotations

import copy
from collections import Counter as Tally
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Guide, Language, Posture, Quality, Side, Size
from generator.games.combat_commander.authoring.force import COUNTED, SIDES, number, opponent
from generator.games.combat_commander.authoring.pointer import get, put
from generator.games.combat_commander.authoring.pricing import nearest
from generator.games.combat_commander.authoring.reading import Reading
from generator.games.combat_commander.authoring.text import Card, Text

Item = Literal[
    "sudden_death", "quality", "orders", "surrender", "posture", "hand", "depth", "initiative", "marker"
]
#: In this order each proposal can rely on those before it: Sudden Death prices the reinforcements, the points
#: give the postures and the Initiative, the postures give hand and depth.
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
LANGUAGES: tuple[Language, Language] = ("es", "en")
BEST_FIRST: tuple[Quality, ...] = ("elite", "line", "green")


@dataclass(frozen=True, slots=True)
class Working:
    """One line of a calculation: the rule, the sentence, the figures in it."""

    rule: str
    text: Text
    figures: Mapping[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the guide proposes for one field, beside what the card says."""

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
    """Tips: initial VP, initiative and posture, from the points of both sides."""

    marker: int
    posture: Mapping[Side, Posture]
    initiative: Side | None  # None: the totals are equal, either side may hold it


def opening(axis: int, allied: int, guide: Guide) -> Opening:
    """The larger total attacks with the Initiative, the smaller gets the whole VP of the difference."""
    difference = Fraction(axis - allied, guide.point_divisor)
    smaller: Side | None = None if difference == 0 else "allied" if difference > 0 else "axis"
    if abs(difference) < guide.recon_below:
        return Opening(0, {"axis": "recon", "allied": "recon"}, smaller)
    assert smaller is not None
    larger = opponent(smaller)
    vp = int(abs(difference))
    postures: dict[Side, Posture] = {larger: "attack", smaller: "defend"}
    return Opening(vp if smaller == "axis" else -vp, postures, larger)


def propose(card: Card, catalog: Catalog) -> tuple[Proposal, ...]:
    """Everything the guide has to say about a card as it stands."""
    return proposals(Reading(card, catalog))


def proposals(reading: Reading) -> tuple[Proposal, ...]:
    """The same for a card that is being read."""
    found = (proposal for item in ITEMS for proposal in _PROPOSERS[item](reading))
    return tuple(proposal for proposal in found if proposal is not None)


def follow(card: Card, catalog: Catalog, items: tuple[Item, ...] = ITEMS) -> Card:
    """A copy of the card with these fields set as the guide proposes, one after the other."""
    result: Card = copy.deepcopy(card)
    for item in ITEMS:
        if item in items:
            for proposal in _PROPOSERS[item](Reading(result, catalog)):
                if proposal is not None:
                    put(result, proposal.place, proposal.value)
    return result


def size_of(force: Mapping[str, Any], squads: int, guide: Guide) -> Size:
    """The size on the card, or else the one whose number of squads is nearest (the larger on a tie)."""
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
    """Tips: squads, leaders. How many there are beside how many the guide would have: a starting point."""

    item: Literal["squads", "leaders"]
    side: Side
    place: str
    found: int
    about: int
    fits: bool
    working: Working


def strengths(reading: Reading) -> tuple[Strength, ...]:
    """What the guide says about the size of both forces; nothing of a faction it does not name."""
    named = reading.catalog.guide.company_squads
    sides = [side for side in SIDES if reading.card["sides"][side]["faction"] in named]
    return tuple(found for side in sides for found in (_squads(reading, side), _leaders(reading, side)))


def _squads(reading: Reading, side: Side) -> Strength:
    """Tips: squads. So many to a company, parts of it to smaller sizes; it fits up to half a step off."""
    force, guide = reading.card["sides"][side], reading.catalog.guide
    company, found = guide.company_squads[force["faction"]], number(reading.lots(side), ("squad",))
    size = size_of(force, found, guide)
    about = nearest(company * guide.size_fraction[size])
    step = company * min(guide.size_fraction.values())
    names = {lang: reading.catalog.term(f"size.{size}", lang) for lang in LANGUAGES}
    text = Text(
        f"{_some(found, 'pelotón', 'pelotones')}; la guía da unos {about} ({names['es']})",
        f"{_some(found, 'squad', 'squads')}; the guide has about {about} ({names['en']})",
    )
    work = Working("Tips: squads", text, {"found": found, "about": about, "size": size})
    fits = 2 * abs(found - about) <= step
    return Strength("squads", side, f"/sides/{side}/counters", found, about, fits, work)


def _leaders(reading: Reading, side: Side) -> Strength:
    """Tips: leaders. As many squads to a leader as in a company; for few squads there is one all the same."""
    guide = reading.catalog.guide
    company = guide.company_squads[reading.card["sides"][side]["faction"]]
    ratio = Fraction(company, guide.leaders["company"])
    found, squads = reading.leaders(side), number(reading.lots(side), ("squad",))
    about = max(nearest(squads / ratio), 1)
    text = Text(
        f"{_some(found, 'mando', 'mandos')} para {_some(squads, 'pelotón', 'pelotones')}; "
        f"la guía da 1 por cada {float(ratio):g}, o sea {about}",
        f"{_some(found, 'leader', 'leaders')} for {_some(squads, 'squad', 'squads')}; "
        f"the guide has 1 to {float(ratio):g}, which makes {about}",
    )
    work = Working("Tips: leaders", text, {"found": found, "squads": squads, "about": about})
    return Strength("leaders", side, f"/sides/{side}/leaders", found, about, found == about, work)


def _some(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def open_value(card: Card, catalog: Catalog, side: Side) -> int:
    """7.3.3: what the open chits give a side for the objectives it controls at the start."""
    control = card["objectives"]["control"]
    total = 0
    for letter in card["objectives"]["open"]:
        chit = catalog.chits.get(letter)
        if chit is not None:
            total += chit.vp * sum(control[str(number)] == side for number in chit.objectives)
    return total


def _sudden_death(reading: Reading) -> list[Proposal | None]:
    """Tips: time. Nothing is proposed for a card that has no Time track."""
    if reading.card["time"] is None and reading.card["sudden_death"] is None:
        return []
    base = reading.catalog.guide.sudden_death_base
    axis, allied = (reading.leaders(side) for side in SIDES)
    least = (reading.card["time"] or 0) + 1
    total = base + axis + allied
    value = max(total, least)
    text = Text(
        f"Muerte súbita: {base} + {axis} mandos del Eje + {allied} mandos aliados = {total}"
        + (f", pero más allá del tiempo inicial: {value}" if total < least else ""),
        f"Sudden death: {base} + {axis} axis leaders + {allied} allied leaders = {total}"
        + (f", but beyond the start of Time: {value}" if total < least else ""),
    )
    work = Working("Tips: time", text, {"base": base, "axis": axis, "allied": allied, "value": value})
    return [_proposal(reading, "sudden_death", None, "/sudden_death", value, work)]


def _quality(reading: Reading) -> list[Proposal | None]:
    return [_side_quality(reading, side) for side in SIDES]


def _side_quality(reading: Reading, side: Side) -> Proposal | None:
    """Tips: quality. That of most squads; among equals the card's own, or else the lower."""
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
    term = reading.catalog.term
    listed = [(quality, votes[quality]) for quality in BEST_FIRST if votes[quality]]
    spanish = ", ".join(f"{count} de {term(f'quality.{quality}', 'es')}" for quality, count in listed)
    english = ", ".join(f"{count} {term(f'quality.{quality}', 'en')}" for quality, count in listed)
    text = Text(
        f"Calidad: pelotones {spanish}; la mayoría decide: {term(f'quality.{value}', 'es')}",
        f"Quality: squads {english}; the most common decides: {term(f'quality.{value}', 'en')}",
    )
    work = Working("Tips: quality", text, {**dict(listed), "value": value})
    return _proposal(reading, "quality", side, f"/sides/{side}/quality", value, work)


def _orders(reading: Reading) -> list[Proposal | None]:
    return [_side_orders(reading, side) for side in SIDES]


def _side_orders(reading: Reading, side: Side) -> Proposal:
    """Tips: orders. Leaders + 1, within the most that the track holds (4.3.1)."""
    above, most = reading.catalog.guide.orders_above_leaders, reading.catalog.procedure.most_orders
    leaders = reading.leaders(side)
    value = min(leaders + above, most)
    capped = leaders + above > most
    text = Text(
        f"Órdenes: {leaders} mandos + {above} = {leaders + above}"
        + (f", pero no más de {most}" if capped else ""),
        f"Orders: {leaders} leaders + {above} = {leaders + above}"
        + (f", but at most {most}" if capped else ""),
    )
    work = Working("Tips: orders", text, {"leaders": leaders, "above": above, "most": most, "value": value})
    return _proposal(reading, "orders", side, f"/sides/{side}/orders", value, work)


def _surrender(reading: Reading) -> list[Proposal | None]:
    return [_side_surrender(reading, side) for side in SIDES]


def _side_surrender(reading: Reading, side: Side) -> Proposal | None:
    """Tips: surrender. A percentage of leaders, squads and teams; nothing where the card has none."""
    force, guide = reading.card["sides"][side], reading.catalog.guide
    if force["surrender"] is None:
        return None
    squads = number(reading.lots(side), ("squad",))
    units = number(reading.lots(side), COUNTED)
    size = size_of(force, squads, guide)
    percent = guide.surrender_percent[size]
    value = max(nearest(Fraction(units * percent, 100)), 1)
    term = reading.catalog.term
    share = f"{units} × {percent} % = {float(Fraction(units * percent, 100)):g}"
    text = Text(
        f"Rendición: {share} → {value} ({term(f'size.{size}', 'es')})",
        f"Surrender: {share} → {value} ({term(f'size.{size}', 'en')})",
    )
    figures: dict[str, int | float | str] = {"units": units, "percent": percent, "size": size, "value": value}
    work = Working("Tips: surrender", text, figures)
    return _proposal(reading, "surrender", side, f"/sides/{side}/surrender", value, work)


def totals_working(reading_points: Mapping[Side, int], guide: Guide) -> Working:
    """Tips: initial VP. The Point Totals of both sides and their difference."""
    axis, allied = reading_points["axis"], reading_points["allied"]
    divisor = guide.point_divisor
    a, b, d = (f"{float(Fraction(value, divisor)):g}" for value in (axis, allied, abs(axis - allied)))
    text = Text(
        f"Totales: Eje {axis} / {divisor} = {a}; Aliados {allied} / {divisor} = {b}; diferencia {d}",
        f"Totals: axis {axis} / {divisor} = {a}; allied {allied} / {divisor} = {b}; difference {d}",
    )
    return Working("Tips: initial VP", text, {"axis": axis, "allied": allied, "divisor": divisor})


def _posture(reading: Reading) -> list[Proposal | None]:
    """Tips: initiative and posture."""
    guide, points = reading.catalog.guide, reading.points
    found = opening(points["axis"], points["allied"], guide)
    totals = totals_working(points, guide)
    return [
        _proposal(
            reading,
            "posture",
            side,
            f"/sides/{side}/posture",
            found.posture[side],
            totals,
            _posture_working(reading, side, found),
        )
        for side in SIDES
    ]


def _posture_working(reading: Reading, side: Side, found: Opening) -> Working:
    term, posture = reading.catalog.term, found.posture[side]
    below = reading.catalog.guide.recon_below
    why = {
        "attack": Text("el total mayor ataca", "the larger total attacks"),
        "defend": Text("el total menor defiende", "the smaller total defends"),
        "recon": Text(f"diferencia menor que {below}", f"difference below {below}"),
    }[posture]
    text = Text(
        f"{term(f'side.{side}', 'es')}: {why.es}: {term(f'posture.{posture}', 'es')}",
        f"{term(f'side.{side}', 'en')}: {why.en}: {term(f'posture.{posture}', 'en')}",
    )
    return Working("Tips: initiative and posture", text, {"posture": posture})


def _hand(reading: Reading) -> list[Proposal | None]:
    """1.1: the hand goes with the posture."""
    return [_side_hand(reading, side) for side in SIDES]


def _side_hand(reading: Reading, side: Side) -> Proposal | None:
    posture = reading.card["sides"][side]["posture"]
    row = reading.catalog.postures.get(posture)
    if row is None:
        return None
    term = reading.catalog.term
    text = Text(
        f"Mano: {row.hand} cartas ({term(f'posture.{posture}', 'es')})",
        f"Hand: {row.hand} cards ({term(f'posture.{posture}', 'en')})",
    )
    work = Working("1.1", text, {"posture": posture, "value": row.hand})
    return _proposal(reading, "hand", side, f"/sides/{side}/hand", row.hand, work)


def _depth(reading: Reading) -> list[Proposal | None]:
    return [_side_depth(reading, side) for side in SIDES]


def _side_depth(reading: Reading, side: Side) -> Proposal | None:
    """Tips: set-up. By posture and orientation; recon, for which the guide names no figure, as in RS.13."""
    posture, orientation = reading.card["sides"][side]["posture"], reading.card["map"]["orientation"]
    row = reading.catalog.postures.get(posture)
    depths = reading.catalog.guide.depth.get(posture) or (row and row.depth)
    if not depths:
        return None
    term, value = reading.catalog.term, depths[orientation]
    text = Text(
        f"Despliegue: {value} de fondo ({_stance(term, posture, orientation, 'es')})",
        f"Set-up: {value} deep ({_stance(term, posture, orientation, 'en')})",
    )
    figures: dict[str, int | float | str] = {"posture": posture, "orientation": orientation, "value": value}
    work = Working("Tips: set-up", text, figures)
    return _proposal(reading, "depth", side, f"/sides/{side}/setup/depth", value, work)


def _stance(term: Callable[[str, Language], str], posture: str, orientation: str, language: Language) -> str:
    return f"{term(f'posture.{posture}', language)}, {term(f'orientation.{orientation}', language)}"


def _initiative(reading: Reading) -> list[Proposal | None]:
    """Tips: initiative and posture. With the larger total, whoever attacks; in a close battle the smaller."""
    term, points, guide = reading.catalog.term, reading.points, reading.catalog.guide
    value = opening(points["axis"], points["allied"], guide).initiative
    if value is None:
        return []
    if points[value] > points[opponent(value)]:
        why = Text("la tiene el total mayor", "the larger total holds it")
    else:
        below = guide.recon_below
        why = Text(
            f"con diferencia menor que {below} la tiene el total menor",
            f"with a difference below {below} the smaller total holds it",
        )
    text = Text(
        f"Iniciativa: {why.es}: {term(f'side.{value}', 'es')}",
        f"Initiative: {why.en}: {term(f'side.{value}', 'en')}",
    )
    work = Working("Tips: initiative and posture", text, {"value": value})
    return [_proposal(reading, "initiative", None, "/initiative", value, totals_working(points, guide), work)]


def _marker(reading: Reading) -> list[Proposal | None]:
    """Tips: initial VP, objective chits. The difference to the smaller side, and the open chits booked."""
    if reading.card["marker"] is None:
        return []
    points, guide = reading.points, reading.catalog.guide
    base = opening(points["axis"], points["allied"], guide).marker
    works = [totals_working(points, guide), _whole_working(base)]
    axis, allied = (open_value(reading.card, reading.catalog, side) for side in SIDES)
    value = base + axis - allied
    if axis or allied:
        text = Text(
            f"Fichas abiertas: {base} + {axis} (Eje) - {allied} (Aliados) = {value}",
            f"Open chits: {base} + {axis} (axis) - {allied} (allied) = {value}",
        )
        figures = {"base": base, "axis": axis, "allied": allied, "value": value}
        works.append(Working("Tips: objective chits", text, figures))
    return [_proposal(reading, "marker", None, "/marker", value, *works)]


def _whole_working(base: int) -> Working:
    if base == 0:
        text = Text("Marcador en 0", "Marker on 0")
    else:
        who = ("del Eje", "axis") if base > 0 else ("aliado", "allied")
        text = Text(
            f"Marcador en {abs(base)}, lado {who[0]}: los enteros de la diferencia, para el total menor",
            f"Marker on {abs(base)}, {who[1]} side: the whole part of the difference, to the smaller total",
        )
    return Working("Tips: initial VP", text, {"value": base})


_PROPOSERS: Mapping[Item, Callable[[Reading], list[Proposal | None]]] = {
    "sudden_death": _sudden_death,
    "quality": _quality,
    "orders": _orders,
    "surrender": _surrender,
    "posture": _posture,
    "hand": _hand,
    "depth": _depth,
    "initiative": _initiative,
    "marker": _marker,
}


def _proposal(
    reading: Reading, item: Item, side: Side | None, place: str, value: Any, *working: Working
) -> Proposal:
    return Proposal(item, side, place, get(reading.card, place), value, working)
