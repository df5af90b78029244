"""The force of a side as sections of stacks, in the order people lay it out; shared by all exports."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.games.combat_commander.authoring.force import find_bound_weapon, list_units_bought_alone

from .messages import Card, MessageFormatter

MAX_NAMED_UNITS = 2  # maximum kinds of units bought alone that a step names
KIND_ORDER = ("leader", "hero", "squad", "team", "weapon", "radio", "unknown")


@dataclass(frozen=True, slots=True)
class Lot:
    """Equal pieces, or equal pairs that start together."""

    count: int
    refs: tuple[str, ...]
    cost: int | None = None  # VP for one, if it was bought
    veterans: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """Pieces under one heading."""

    title: str
    lots: tuple[Lot, ...]
    kind: str  # leaders, units, weapons, radio, group, support, arrival, box


@dataclass
class _RemainingPieces:
    """Pieces not yet laid out; never hands out more than there are."""

    counts: Tally[str] = field(default_factory=Tally)

    def take(self, ref: str, count: int) -> int:
        taken = min(count, self.counts[ref])
        self.counts[ref] -= taken
        return taken


def list_sections(card: Card, formatter: MessageFormatter, side: str) -> list[Section]:
    """Return a side's force: start, support and later arrivals. Every piece is in exactly one section."""
    force = card["sides"][side]
    rest = _RemainingPieces(Tally({**force["counters"]}))
    rest.counts.update(force["leaders"])
    veterans = Tally(force.get("veterans", {}))
    sections: list[Section] = []
    for group in force.get("groups", ()):
        title = formatter.text(group["title"]) if group.get("title") else group["id"].replace("_", " ")
        lots = _take_lots(formatter, rest, group["leaders"], group["counters"], veterans)
        sections.append(Section(title, lots, "group"))
    sections += _bound_section(formatter, rest, force)
    if force["radio"]:
        rest.counts[force["radio"]] += 1
    sections += _sections_by_kind(formatter, rest, veterans, ungrouped=bool(force.get("groups")))
    sections += _support_section(formatter, force)
    sections += _later_sections(formatter, force)
    return [section for section in sections if section.lots]


def _take_lots(
    formatter: MessageFormatter,
    rest: _RemainingPieces,
    leaders: Sequence[str],
    counters: Mapping[str, int],
    veterans: Tally[str],
) -> tuple[Lot, ...]:
    lots = [Lot(taken, (ref,)) for ref in leaders if (taken := rest.take(ref, 1))]
    for ref, count in _sort_counters(formatter, counters):
        if taken := rest.take(ref, count):
            lots.append(_make_lot(ref, taken, veterans))
    return tuple(lots)


def _make_lot(ref: str, count: int, veterans: Tally[str]) -> Lot:
    marked = min(count, veterans[ref])
    veterans[ref] -= marked
    return Lot(count, (ref,), veterans=marked)


def _bound_section(
    formatter: MessageFormatter, rest: _RemainingPieces, force: Mapping[str, Any]
) -> list[Section]:
    """11.2: return the weapons that the card assigns to units."""
    pairs: Tally[tuple[str, str]] = Tally()
    for bound in force.get("bound", ()):
        unit, weapon = bound["unit"], bound["weapon"]
        if rest.counts[unit] and rest.counts[weapon]:
            rest.take(unit, 1)
            rest.take(weapon, 1)
            pairs[unit, weapon] += 1
    lots = tuple(Lot(count, pair) for pair, count in pairs.items())
    return [Section(formatter.phrase("bound_weapons"), lots, "group")]


def _sections_by_kind(
    formatter: MessageFormatter, rest: _RemainingPieces, veterans: Tally[str], *, ungrouped: bool
) -> list[Section]:
    headings = (
        ("leaders", formatter.term("card.leaders"), ("leader", "hero")),
        ("units", formatter.phrase("units_and_teams"), ("squad", "team", "unknown")),
        ("weapons", formatter.term("card.weapons"), ("weapon",)),
        ("radio", formatter.term("card.radio"), ("radio",)),
    )
    sections: list[Section] = []
    ordered = _sort_counters(formatter, rest.counts)

    def headed(title: str) -> str:
        return f"{formatter.phrase('ungrouped')} · {title}" if ungrouped else title

    for kind, title, kinds in headings:
        lots = tuple(
            _make_lot(ref, count, veterans)
            for ref, count in ordered
            if count and formatter.piece(ref).kind in kinds
        )
        if kind == "radio" and lots and sections[-1].lots:  # a radio stands with the weapons
            both = headed(formatter.phrase("weapons_and_radio"))
            sections[-1] = Section(both, sections[-1].lots + lots, "weapons")
            continue
        sections.append(Section(headed(title), lots, kind))
    return sections


def _support_section(formatter: MessageFormatter, force: Mapping[str, Any]) -> list[Section]:
    """RS.7: group equal purchases, the unit before its weapon."""
    bought: Tally[tuple[tuple[str, ...], int]] = Tally()
    for purchase in force["support"]:
        refs = [ref for ref in purchase["pieces"] if ref != force["radio"]]
        refs.sort(key=lambda ref: KIND_ORDER.index(formatter.piece(ref).kind))
        if refs:
            bought[tuple(refs), purchase["cost"]] += 1
    lots = tuple(Lot(count, refs, cost) for (refs, cost), count in bought.items())
    return [Section(formatter.term("card.support"), lots, "support")]


def _later_sections(formatter: MessageFormatter, force: Mapping[str, Any]) -> list[Section]:
    """6.1.2: return reinforcements by space. PA: return the Infiltration boxes."""
    sections = []
    for arrival in sorted(force.get("reinforcements", ()), key=lambda one: int(one["space"])):
        veterans = Tally(arrival.get("veterans", {}))
        lots = [Lot(1, (ref,)) for ref in arrival["leaders"]]
        lots += [
            _make_lot(ref, count, veterans) for ref, count in _sort_counters(formatter, arrival["counters"])
        ]
        if arrival.get("radio"):
            lots.append(Lot(1, (arrival["radio"],)))
        sections.append(
            Section(formatter.phrase("arrive_at", space=arrival["space"]), tuple(lots), "arrival")
        )
    for box, counters in sorted(force.get("infiltration", {}).items()):
        lots = [Lot(count, (ref,)) for ref, count in _sort_counters(formatter, counters)]
        sections.append(Section(formatter.phrase("infiltration_box", box=box), tuple(lots), "box"))
    return sections


def _sort_counters(formatter: MessageFormatter, counters: Mapping[str, int]) -> list[tuple[str, int]]:
    """Sort by kind, then as the catalogue does: the order of keys in a JSON file means nothing."""
    place = {ref: number for number, ref in enumerate(formatter.catalog.counters)}
    return sorted(
        counters.items(),
        key=lambda item: (KIND_ORDER.index(formatter.piece(item[0]).kind), place.get(item[0], len(place))),
    )


def list_placed(card: Card, formatter: MessageFormatter, side: str) -> list[tuple[str, str]]:
    """RS.10 to RS.13: return a side's units and fortifications placed before the first turn, by hex."""
    contents: dict[str, list[str]] = {}
    for place in card["sides"][side]["setup"].get("fixed", ()):
        names = contents.setdefault(place["hex"], [])
        names += [formatter.piece(ref).label for ref in place["leaders"]]
        for ref, count in _sort_counters(formatter, place["counters"]):
            label = formatter.piece(ref).label
            names.append(label if count == 1 else f"{count} {label}")
    for work in card["fortifications"]:
        for hex_id in work.get("hexes", ()) if work["side"] == side else ():
            contents.setdefault(hex_id, []).append(formatter.term(f"fortification.{work['type']}"))
    ordered = sorted(contents.items(), key=lambda item: hex_order(item[0]))
    return [(hex_id, ", ".join(names)) for hex_id, names in ordered]


def hex_order(hex_id: str) -> tuple[str, int]:
    """Return a sort key: A2 before A10, A10 before B1."""
    column = hex_id.rstrip("0123456789")
    return column, int(hex_id[len(column) :] or 0)


def count_pieces(sections: Iterable[Section]) -> Tally[str]:
    """Count each piece over all sections."""
    total: Tally[str] = Tally()
    for section in sections:
        for lot in section.lots:
            for ref in lot.refs:
                total[ref] += lot.count
    return total


def describe_bindings(card: Card, formatter: MessageFormatter) -> str:
    """RS.7: return which purchases start together and which units may take no other weapon."""
    sentences, alone = [], []
    for side, force in card["sides"].items():
        names = Tally(
            formatter.piece(ref).name for ref in list_units_bought_alone(dict(card), side, formatter.catalog)
        )
        pieces = [f"{count} × {name}" if count > 1 else name for name, count in names.items()]
        if pieces:
            alone += pieces
        if any(find_bound_weapon(formatter.catalog, purchase["pieces"]) for purchase in force["support"]):
            sentences = [formatter.phrase("step_bound")]
    if len(alone) > MAX_NAMED_UNITS:
        sentences.append(formatter.phrase("step_unarmed_all"))
    elif alone:
        sentences.append(formatter.phrase("step_unarmed", pieces=formatter.list(alone)))
    return " ".join(sentences)


def count_works(card: Card, side: str) -> dict[str, int]:
    """RS.9: return the fortifications of a side by kind."""
    total: dict[str, int] = {}
    for work in card["fortifications"]:
        if work["side"] == side:
            total[work["type"]] = total.get(work["type"], 0) + work["count"]
    return total
