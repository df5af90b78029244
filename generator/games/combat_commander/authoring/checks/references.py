"""References and totals on the card: K01 to K05, beside the forty-six."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from schemas.json_pointer import to_pointer
from schemas.messages import say

from ..card_facts import Reading
from ..force import JAPAN, SIDES, Lot
from .base import Fix, Problem, check, set_to, take_away


@check("K01", "error", "2, 3", "/sides", "/fortifications/*/type", "/edition")
def known_ids(reading: Reading) -> Iterator[Problem]:
    """Factions, pieces, offers, editions and rules are in the catalogue."""
    for side in SIDES:
        yield from _known_faction(reading, side)
        for lot in reading.lots(side):
            if lot.kind == "unknown":
                yield _unknown(lot.place, "piece", lot.ref, _droppable(lot))
        for index, bound in enumerate(reading.side(side).get("bound", ())):
            for field in ("weapon", "unit"):
                if _missing(reading, bound[field]):
                    place = f"/sides/{side}/bound/{index}"
                    yield _unknown(f"{place}/{field}", "piece", bound[field])
    edition = reading.card.get("edition")
    if edition is not None and edition not in reading.catalog.editions:
        yield _unknown("/edition", "edition", edition)
    rules = reading.card["rules"]
    for field in ("modules", "special", "optional"):
        yield from _known_rules(reading, field, rules.get(field, ()))
    yield from _known_rules(reading, "variants", rules.get("variants", {}))
    for hex_id, ground in reading.terrain.items():
        if ground["terrain"] not in reading.catalog.terrain:
            place = f"/map/custom/hexes/{hex_id}/terrain"
            yield _unknown(place, "terrain", ground["terrain"])


def _known_faction(reading: Reading, side: str) -> Iterator[Problem]:
    faction = reading.card["sides"][side]["faction"]
    if faction not in reading.catalog.factions and faction != JAPAN:
        yield _unknown(f"/sides/{side}/faction", "faction", faction)


def _known_rules(reading: Reading, field: str, named: Iterable[str]) -> Iterator[Problem]:
    for index, rule in enumerate(named):
        if rule not in reading.catalog.rules:
            place = to_pointer(("rules", field, rule if field == "variants" else index))
            yield _unknown(place, "rule", rule, take_away(place, say("fix.remove_it"), batch=True))


def _missing(reading: Reading, ref: str) -> bool:
    return ref not in reading.catalog.leaders and ref not in reading.catalog.counters


def _droppable(lot: Lot) -> Fix | None:
    return take_away(lot.place, say("fix.remove_it"), batch=True) if lot.origin == "force" else None


def _unknown(place: str, kind: str, name: str, fix: Fix | None = None) -> Problem:
    return Problem(place, say(f"finding.K01.{kind}", name=name), fix)


@check("K02", "warning", "3, F100.1")
def counter_mix(reading: Reading) -> Iterator[Problem]:
    """Both sides together take at most what the box holds."""
    taken: Tally[str] = Tally()
    first: dict[str, str] = {}
    for side in SIDES:
        for lot in reading.lots(side):
            taken[lot.ref] += lot.count
            first.setdefault(lot.ref, lot.place)
    for ref, count in taken.items():
        counter = reading.catalog.counters.get(ref)
        if counter is not None and count > counter.quantity:
            yield Problem(
                first[ref], say("finding.K02.counters", count=count, piece=ref, most=counter.quantity)
            )
    yield from _works_mix(reading)


def _works_mix(reading: Reading) -> Iterator[Problem]:
    """F100.1: compare with the owner's count of fortifications.

    Without a count, the contents of one printed package are certain; above that there is a note.
    """
    count: Tally[str] = Tally()
    written: Tally[str] = Tally()  # not bought: purchases are limited when they are made
    first: dict[str, int] = {}
    for index, works in enumerate(reading.card["fortifications"]):
        count[works["type"]] += works["count"]
        written[works["type"]] += works["count"] if works.get("paid") not in ("vp", "points") else 0
        first.setdefault(works["type"], index)
    for kind, number in count.items():
        row = reading.catalog.fortifications.get(kind)
        if row is None:
            continue
        place = f"/fortifications/{first[kind]}"
        if row.quantity is None and written[kind] > _printed_at_most(reading, kind):
            yield Problem(
                place, say("finding.K02.uncounted", fortification=kind, number=number), severity="note"
            )
        elif row.quantity is not None and number > row.quantity:
            yield Problem(
                place, say("finding.K02.works", fortification=kind, number=number, most=row.quantity)
            )


def _printed_at_most(reading: Reading, kind: str) -> int:
    """RS.9: return the most of a kind that one package of any edition contains."""
    editions = reading.catalog.editions.values()
    return max((p.contents.get(kind, 0) for edition in editions for p in edition.packages), default=0)


@check("K03", "error", "8.2, O20.2.3")
def fixed_pieces_exist(reading: Reading) -> Iterator[Problem]:
    """Fixed hexes use the pieces of the start, none twice; the mortar spotter is one of the leaders."""
    for side in SIDES:
        have: Tally[str] = Tally()
        for lot in reading.start(side):
            have[lot.ref] += lot.count
        for index, fixed in enumerate(reading.side(side)["setup"].get("fixed", ())):
            pieces = Tally(dict(fixed["counters"]))
            pieces.update(fixed["leaders"])
            short = sorted(ref for ref, count in pieces.items() if count > have[ref])
            if not short:
                have -= pieces
            else:
                place = f"/sides/{side}/setup/fixed/{index}"
                yield Problem(
                    place,
                    say("finding.K03.placed", hex=fixed["hex"], piece=short[0]),
                    take_away(place, say("fix.remove_placement"), batch=True),
                )
        spotter = reading.side(side)["setup"].get("mortar_spotter")
        if spotter not in (None, "scout") and all(lot.ref != spotter for lot in reading.start(side)):
            place = f"/sides/{side}/setup/mortar_spotter"
            yield Problem(
                place,
                say("finding.K03.spotter", piece=spotter),
                set_to(place, None, say("fix.remove_spotter")),
            )


@check("K04", "error", "Links", "/links", "/link")
def links_elsewhere(reading: Reading) -> Iterator[Problem]:
    """A card is not linked to itself; two cards may link to each other."""
    own = reading.card.get("id")
    for index, name in enumerate(reading.card.get("links", ())):
        if name == own:
            yield Problem(
                f"/links/{index}",
                say("finding.K04.itself"),
                take_away(f"/links/{index}", say("fix.remove_link"), batch=True),
            )
    link = reading.card.get("link")
    if link is not None and link["card"] not in reading.card.get("links", ()):
        yield Problem(
            "/link/card",
            say("finding.K04.not_linked", card=link["card"]),
            _also_linked(reading, link["card"])
            if link["card"] != own
            else take_away("/link", say("fix.remove_this")),
        )


def _also_linked(reading: Reading, name: str) -> Fix:
    return set_to("/links", [*reading.card.get("links", ()), name], say("fix.link_card"))


@check("K05", "warning", "Tips: points", "/points")
def points_fresh(reading: Reading) -> Iterator[Problem]:
    """The points on the card match its pieces."""
    for side in SIDES:
        shown, right = reading.card["points"][side], reading.points[side]
        if shown is not None and shown != right:
            place = f"/points/{side}"
            yield Problem(
                place,
                say("finding.K05.points", shown=shown, right=right),
                set_to(place, right, say("fix.set", value=right)),
            )
