"""The checks of a scenario, GD.0 to GD.14: each says where, what, and what would mend it.

The rules they come from stand in their sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from catalogs.games.grossdeutschland import Catalog
from generator.finding import Finding
from generator.game import Authored
from schemas.said import in_words, say

from ..battle import SIDES, Battle, battle_of
from ..document import FORMAT, blank, printed
from . import forces, scoring, starts

Document = dict[str, Any]
RULEBOOK = (
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
LOST = frozenset({"units", "fortifications", "conditions", "rules"})  # of which a text may have lost a part
CHOSEN = ("at", "facing")  # by players, inside the zones of the rulebook
Look = Callable[[Catalog, Battle, Document], Iterable[Finding]]


def check(catalog: Catalog, document: Document) -> Sequence[Finding]:
    """Everything there is to say about a document of the right shape, errors first."""
    battle = battle_of(document, catalog)
    found = [finding for look in LOOKS for finding in look(catalog, battle, document)]
    order = ("error", "warning", "note")
    return sorted(found, key=lambda finding: order.index(finding.severity))


def not_checked(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.9, GD.14: what nobody can check before the owner has typed his counters and his chart."""
    typed = [catalog.counters[key] for key in battle.units if key in catalog.counters]
    if any(each.kind is None for each in typed):
        yield Finding("note", "GD.14", ("units",), say("check.gd_values"))
    if any(unit.starts_here for unit in battle.units.values()):
        yield Finding("note", "GD.9", ("units",), say("check.gd_terrain"))


def gaps(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.0: what a battle lacks that is not whole yet, until its author says that it is."""
    if document.get("complete", True):
        return
    texts = [text for text in document.get("missing", ()) if text]
    lacks = [
        in_words({lang: text.get(lang, next(iter(text.values()))) for lang in catalog.languages})
        for text in texts
    ]
    said = say("check.gd_gaps", gaps=lacks) if lacks else say("check.gd_incomplete")
    yield Finding("note", "GD.0", ("complete",), said)


def label(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.0: what says that it is the rulebook's is the rulebook's, but for what only an owner can copy."""
    row = catalog.battles.get(document.get("battle") or "")
    if document["source"] != "printed" or row is None:
        return
    rulebook = printed(catalog, str(document["battle"]))
    changed = [name for name in RULEBOOK if _unset(document.get(name)) != _unset(rulebook[name])]
    if (row["complete"] and changed) or set(changed) - LOST:
        place = ("source",)
        said = say("check.gd_not_printed", fields=changed)
        yield Finding("warning", "GD.0", place, said, ((place, "own"),), say("fix.gd_own"))


def _unset(value: Any) -> Any:
    """A part of a scenario without the hexes that players chose for what begins there."""
    if not isinstance(value, list):
        return value
    return [{k: v for k, v in row.items() if k not in CHOSEN} for row in value if isinstance(row, dict)]


def replacements(catalog: Catalog, battle: Battle, document: Document) -> Iterator[Finding]:
    """GD.10, 4.1: replacements come after a night turn only."""
    first, last = battle.first, battle.last
    if first is None or last is None or last < first:
        return
    nights = any(
        catalog.slots[first.after(place).slot].replacements for place in range(first.until(last) + 1)
    )
    for side in SIDES:
        if document["replacements"][side] and not nights:
            place = ("replacements", side)
            yield Finding("warning", "GD.10", place, say("check.gd_no_night", side=side), ((place, False),))


LOOKS: tuple[Look, ...] = (
    gaps,
    label,
    forces.headquarters,
    forces.twice,
    forces.manifest,
    forces.cups,
    forces.picks,
    starts.placements,
    starts.arrivals,
    starts.stacking,
    starts.works,
    replacements,
    scoring.victory,
    not_checked,
)

SCENARIO = Authored(
    format=FORMAT,
    kind="scenario",
    schema="urn:hora-h:grossdeutschland:scenario:1",
    blank=blank,
    check=check,
    view=lambda document, seat: document,
    columns=("map", "source"),
    shelf=lambda catalog: {name: printed(catalog, name) for name in catalog.battles},
)

AUTHORED = (SCENARIO,)
