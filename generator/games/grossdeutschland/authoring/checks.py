"""Scenario checks GD.0-GD.14: each finding has a place, a message and, if possible, a fix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.findings import Finding
from generator.game import Authored
from schemas.messages import in_words, say

from ..battle import SIDES, Battle, make_battle
from ..document import FORMAT, make_blank, make_printed
from . import force_checks, setup_checks, victory_checks

Document = dict[str, Any]
RULEBOOK_FIELDS = (
    "map",
    "setup_first",
    "picks",
    "cups",
    "units",
    "fortifications",
    "conditions",
    "victory",
    "rules",
)
INCOMPLETE_FIELDS = frozenset(
    {"units", "fortifications", "conditions", "rules"}
)  # parts that an incomplete rulebook text may lack
CHOSEN_FIELDS = ("at", "facing")  # chosen by players inside the zones of the rulebook
Check = Callable[[Catalog, Battle, Document], Iterable[Finding]]


def check(catalog: Catalog, document: Document) -> Sequence[Finding]:
    """Return all findings of a valid document, errors first."""
    battle = make_battle(document, catalog)
    findings = [finding for run_check in CHECKS for finding in run_check(catalog, battle, document)]
    order = ("error", "warning", "note")
    return sorted(findings, key=lambda finding: order.index(finding.severity))


def note_unchecked(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.9, GD.14: note checks that need the owner's counters and terrain chart."""
    typed = [catalog.counters[key] for key in battle.units if key in catalog.counters]
    if any(counter.kind is None for counter in typed):
        yield Finding("note", "GD.14", ("units",), say("check.gd_values"))
    if any(unit.starts_on_map for unit in battle.units.values()):
        yield Finding("note", "GD.9", ("units",), say("check.gd_terrain"))


def note_gaps(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.0: note the gaps of an incomplete battle until its author marks it complete."""
    if document.get("complete", True):
        return
    texts = [text for text in document.get("missing", ()) if text]
    lacks = [
        in_words({lang: text.get(lang, next(iter(text.values()))) for lang in catalog.languages})
        for text in texts
    ]
    message = say("check.gd_gaps", gaps=lacks) if lacks else say("check.gd_incomplete")
    yield Finding("note", "GD.0", ("complete",), message)


def check_label(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.0: warn if a scenario labelled as printed differs from the rulebook, except in owner-typed parts."""
    row = catalog.battles.get(document.get("battle") or "")
    if document["source"] != "printed" or row is None:
        return
    rulebook = make_printed(catalog, str(document["battle"]))
    changed = [
        name
        for name in RULEBOOK_FIELDS
        if _without_chosen(document.get(name)) != _without_chosen(rulebook[name])
    ]
    if (row["complete"] and changed) or set(changed) - INCOMPLETE_FIELDS:
        place = ("source",)
        message = say("check.gd_not_printed", fields=changed)
        yield Finding("warning", "GD.0", place, message, ((place, "own"),), say("fix.gd_own"))


def _without_chosen(value: Any) -> Any:
    """Return a part of a scenario without the hexes that players chose and without empty fields."""
    if not isinstance(value, list):
        return value
    return [
        {name: field for name, field in row.items() if name not in CHOSEN_FIELDS and field is not None}
        for row in value
        if isinstance(row, dict)
    ]


def check_replacements(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.10, 4.1: warn about replacements without a night turn."""
    first, last = battle.first, battle.last
    if first is None or last is None or last < first:
        return
    nights = any(
        catalog.slots[first.plus_turns(place).slot].replacements
        for place in range(first.turns_until(last) + 1)
    )
    for side in SIDES:
        if document["replacements"][side] and not nights:
            place = ("replacements", side)
            yield Finding("warning", "GD.10", place, say("check.gd_no_night", side=side), ((place, False),))


CHECKS: tuple[Check, ...] = (
    note_gaps,
    check_label,
    force_checks.check_headquarters,
    force_checks.check_duplicates,
    force_checks.check_manifest,
    force_checks.check_cups,
    force_checks.check_picks,
    setup_checks.check_placements,
    setup_checks.check_arrivals,
    setup_checks.check_stacking,
    setup_checks.check_fortifications,
    check_replacements,
    victory_checks.check_victory,
    note_unchecked,
)

SCENARIO = Authored(
    format=FORMAT,
    kind="scenario",
    schema="urn:hora-h:grossdeutschland:scenario:1",
    blank=make_blank,
    check=check,
    view=lambda document, seat: document,
    columns=("map", "source"),
    shelf=lambda catalog: {name: make_printed(catalog, name) for name in catalog.battles},
)

AUTHORED = (SCENARIO,)
