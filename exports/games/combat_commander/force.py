"""What a side brings, in the order in which people lay it out: sections of stacks, for every export alike."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.games.combat_commander.authoring.force import bought_alone, bound_weapon

from .scribe import Card, Scribe

#: The order of kinds in a list.
MOST_NAMED = 2  # kinds of units bought alone that a step names; the force itself shows them all
ORDER = ("leader", "hero", "squad", "team", "weapon", "radio", "unknown")


@dataclass(frozen=True, slots=True)
class Lot:
    """A number of equal pieces, or of equal pairs that start together."""

    count: int
    refs: tuple[str, ...]
    cost: int | None = None  # VP for one, where it was bought
    veterans: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """Pieces under one heading."""

    title: str
    lots: tuple[Lot, ...]
    kind: str  # leaders, units, weapons, radio, group, support, arrival, box


@dataclass
class _Rest:
    """What is still to be laid out; taking a piece never takes more than there is."""

    counts: Tally[str] = field(default_factory=Tally)

    def take(self, ref: str, count: int) -> int:
        taken = min(count, self.counts[ref])
        self.counts[ref] -= taken
        return taken


def sections(card: Card, scribe: Scribe, side: str) -> list[Section]:
    """A side's force: the start, support and what comes later. Every piece stands in exactly one section."""
    force = card["sides"][side]
    rest = _Rest(Tally({**force["counters"]}))
    rest.counts.update(force["leaders"])
    veterans = Tally(force.get("veterans", {}))
    found: list[Section] = []
    for group in force.get("groups", ()):
        title = scribe.text(group["title"]) if group.get("title") else group["id"].replace("_", " ")
        lots = _taken(scribe, rest, group["leaders"], group["counters"], veterans)
        found.append(Section(title, lots, "group"))
    found += _bound(scribe, rest, force)
    if force["radio"]:
        rest.counts[force["radio"]] += 1
    found += _by_kind(scribe, rest, veterans, ungrouped=bool(force.get("groups")))
    found += _support(scribe, force)
    found += _later(scribe, force)
    return [section for section in found if section.lots]


def _taken(
    scribe: Scribe,
    rest: _Rest,
    leaders: Sequence[str],
    counters: Mapping[str, int],
    veterans: Tally[str],
) -> tuple[Lot, ...]:
    lots = [Lot(taken, (ref,)) for ref in leaders if (taken := rest.take(ref, 1))]
    for ref, count in _sorted(scribe, counters):
        if taken := rest.take(ref, count):
            lots.append(_lot(ref, taken, veterans))
    return tuple(lots)


def _lot(ref: str, count: int, veterans: Tally[str]) -> Lot:
    marked = min(count, veterans[ref])
    veterans[ref] -= marked
    return Lot(count, (ref,), veterans=marked)


def _bound(scribe: Scribe, rest: _Rest, force: Mapping[str, Any]) -> list[Section]:
    """11.2: weapons that the card gives to a unit."""
    pairs: Tally[tuple[str, str]] = Tally()
    for bound in force.get("bound", ()):
        unit, weapon = bound["unit"], bound["weapon"]
        if rest.counts[unit] and rest.counts[weapon]:
            rest.take(unit, 1)
            rest.take(weapon, 1)
            pairs[unit, weapon] += 1
    lots = tuple(Lot(count, pair) for pair, count in pairs.items())
    return [Section(scribe.phrase("bound_weapons"), lots, "group")]


def _by_kind(scribe: Scribe, rest: _Rest, veterans: Tally[str], *, ungrouped: bool) -> list[Section]:
    headings = (
        ("leaders", scribe.term("card.leaders"), ("leader", "hero")),
        ("units", scribe.phrase("units_and_teams"), ("squad", "team", "unknown")),
        ("weapons", scribe.term("card.weapons"), ("weapon",)),
        ("radio", scribe.term("card.radio"), ("radio",)),
    )
    found: list[Section] = []
    ordered = _sorted(scribe, rest.counts)

    def headed(title: str) -> str:
        return f"{scribe.phrase('ungrouped')} · {title}" if ungrouped else title

    for kind, title, kinds in headings:
        lots = tuple(
            _lot(ref, count, veterans) for ref, count in ordered if count and scribe.piece(ref).kind in kinds
        )
        if kind == "radio" and lots and found[-1].lots:  # a radio stands with the weapons
            both = headed(scribe.phrase("weapons_and_radio"))
            found[-1] = Section(both, found[-1].lots + lots, "weapons")
            continue
        found.append(Section(headed(title), lots, kind))
    return found


def _support(scribe: Scribe, force: Mapping[str, Any]) -> list[Section]:
    """RS.7: equal purchases together, the unit before the weapon it brings."""
    bought: Tally[tuple[tuple[str, ...], int]] = Tally()
    for purchase in force["support"]:
        refs = [ref for ref in purchase["pieces"] if ref != force["radio"]]
        refs.sort(key=lambda ref: ORDER.index(scribe.piece(ref).kind))
        if refs:
            bought[tuple(refs), purchase["cost"]] += 1
    lots = tuple(Lot(count, refs, cost) for (refs, cost), count in bought.items())
    return [Section(scribe.term("card.support"), lots, "support")]


def _later(scribe: Scribe, force: Mapping[str, Any]) -> list[Section]:
    """6.1.2: reinforcements by space; PA: the Infiltration boxes."""
    found = []
    for arrival in sorted(force.get("reinforcements", ()), key=lambda one: int(one["space"])):
        veterans = Tally(arrival.get("veterans", {}))
        lots = [Lot(1, (ref,)) for ref in arrival["leaders"]]
        lots += [_lot(ref, count, veterans) for ref, count in _sorted(scribe, arrival["counters"])]
        if arrival.get("radio"):
            lots.append(Lot(1, (arrival["radio"],)))
        found.append(Section(scribe.phrase("arrive_at", space=arrival["space"]), tuple(lots), "arrival"))
    for box, counters in sorted(force.get("infiltration", {}).items()):
        lots = [Lot(count, (ref,)) for ref, count in _sorted(scribe, counters)]
        found.append(Section(scribe.phrase("infiltration_box", box=box), tuple(lots), "box"))
    return found


def _sorted(scribe: Scribe, counters: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counters.items(), key=lambda item: ORDER.index(scribe.piece(item[0]).kind))


def placed(card: Card, scribe: Scribe, side: str) -> list[tuple[str, str]]:
    """RS.10 to RS.13: who stands in which hex before the first turn, by hex."""
    found = []
    for place in card["sides"][side]["setup"].get("fixed", ()):
        names = [scribe.piece(ref).label for ref in place["leaders"]]
        for ref, count in _sorted(scribe, place["counters"]):
            label = scribe.piece(ref).label
            names.append(label if count == 1 else f"{count} {label}")
        found.append((place["hex"], ", ".join(names)))
    return sorted(found, key=lambda one: hex_order(one[0]))


def hex_order(hex_id: str) -> tuple[str, int]:
    """A2 before A10, A10 before B1."""
    column = hex_id.rstrip("0123456789")
    return column, int(hex_id[len(column) :] or 0)


def all_pieces(found: Iterable[Section]) -> Tally[str]:
    """How many of each piece, over all sections."""
    total: Tally[str] = Tally()
    for section in found:
        for lot in section.lots:
            for ref in lot.refs:
                total[ref] += lot.count
    return total


def bindings(card: Card, scribe: Scribe) -> str:
    """RS.7: what was bought together starts together; what was bought alone takes no other weapon."""
    said, alone = [], []
    for side, force in card["sides"].items():
        names = Tally(scribe.piece(ref).name for ref in bought_alone(dict(card), side, scribe.catalog))
        pieces = [f"{count} × {name}" if count > 1 else name for name, count in names.items()]
        if pieces:
            alone += pieces
        if any(bound_weapon(scribe.catalog, purchase["pieces"]) for purchase in force["support"]):
            said = [scribe.phrase("step_bound")]
    if len(alone) > MOST_NAMED:
        said.append(scribe.phrase("step_unarmed_all"))
    elif alone:
        said.append(scribe.phrase("step_unarmed", pieces=scribe.list(alone)))
    return " ".join(said)


def works(card: Card, side: str) -> dict[str, int]:
    """RS.9: the fortifications of a side by kind."""
    total: dict[str, int] = {}
    for work in card["fortifications"]:
        if work["side"] == side:
            total[work["type"]] = total.get(work["type"], 0) + work["count"]
    return total
