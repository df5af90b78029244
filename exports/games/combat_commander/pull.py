"""The pull list: which counters to take out of the tray, by side and kind, with totals."""

from __future__ import annotations

from dataclasses import dataclass

from catalogs.games.combat_commander import Catalog
from generator.games.combat_commander.authoring.force import SIDES, list_lots
from generator.games.combat_commander.ground.card_ground import list_card_rules

from .facts import format_elimination_value
from .forces import KIND_ORDER, count_works
from .messages import Card, MessageFormatter

#: Markers that a rule needs: ST-3, NO-C2.6.
RULE_MARKERS = {"ST-3": "urban_sniper", "NO-C2.6": "air_superiority"}


@dataclass(frozen=True, slots=True)
class Item:
    """Counters of one kind; ``note`` says where they belong, ``marker`` is the id of a marker."""

    count: int
    name: str
    note: str = ""
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Counters of one kind, with their total."""

    kind: str
    title: str
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        return sum(item.count for item in self.items)


@dataclass(frozen=True, slots=True)
class PullList:
    """The counters that one side, or the table, takes out of the tray."""

    title: str
    batches: tuple[Batch, ...]

    @property
    def total(self) -> int:
        return sum(batch.total for batch in self.batches)


def make_pull_list(card: Card, formatter: MessageFormatter, side: str) -> PullList:
    """Return every counter of a side: start, support, radio, reinforcements, markers, fortifications."""
    counts: dict[str, dict[str, int]] = {}
    for lot in list_lots(dict(card), side, formatter.catalog):  # type: ignore[arg-type]
        where = "later" if lot.space is not None else "support" if lot.origin == "support" else "start"
        places = counts.setdefault(lot.ref, {})
        places[where] = places.get(where, 0) + lot.count
    batches = []
    for kind in KIND_ORDER:
        items = [
            Item(sum(places.values()), formatter.piece(ref).name, _format_note(formatter, places))
            for ref, places in counts.items()
            if formatter.piece(ref).kind == kind
        ]
        if items:
            batches.append(Batch(kind, _kind_title(formatter, kind), tuple(items)))
    if extras := list_extras(card, side):
        markers = tuple(_marker(formatter, name, count) for name, count in extras.items())
        batches.append(Batch("markers", formatter.phrase("pull_markers"), markers))
    if built := count_works(card, side):
        built_items = tuple(
            Item(count, formatter.form("fortification", kind, "Word", count)) for kind, count in built.items()
        )
        batches.append(Batch("works", formatter.phrase("pull_works"), built_items))
    return PullList(formatter.faction(card, side), tuple(batches))


def _marker(formatter: MessageFormatter, name: str, count: int = 1) -> Item:
    return Item(count, formatter.form("marker", name, "Word", count), marker=name)


def list_extras(card: Card, side: str) -> dict[str, int]:
    """NO-C1.54, NO-C1.74: return a campaign's extra markers. O20.2.3: add a spotter's marker or the Scout."""
    force = card["sides"][side]
    extras = dict(force.get("extras", {}))
    if spotter := force["setup"].get("mortar_spotter"):
        kind = "scout" if spotter == "scout" else "mortar_spotter"
        extras[kind] = extras.get(kind, 0) + 1
    return extras


def _kind_title(formatter: MessageFormatter, kind: str) -> str:
    """Return the name of a kind, with the VP for eliminating one."""
    title = formatter.term(f"kinds.{kind}")
    value = formatter.catalog.board.elimination.get(kind)
    if value is None or not value.vp:
        return title
    return formatter.phrase("pull_worth", kind=title, vp=format_elimination_value(formatter, kind))


def _format_note(formatter: MessageFormatter, places: dict[str, int]) -> str:
    parts = []
    if places.get("support"):
        parts.append(formatter.phrase("pull_of_support", count=places["support"]))
    if places.get("later"):
        parts.append(formatter.phrase("pull_later", count=places["later"]))
    return ", ".join(parts)


def make_table_list(card: Card, formatter: MessageFormatter) -> PullList:
    """Return the markers on the map and on the tracks."""
    items = [_marker(formatter, name) for name in _track_markers(card, formatter.catalog)]
    held = sum(holder != "none" for holder in card["objectives"]["control"].values())
    if held:
        items.append(_marker(formatter, "control", held))
    items.append(_marker(formatter, "ob_stats", len(SIDES)))
    losses = sum(card["sides"][side]["surrender"] is not None for side in SIDES)
    if losses:
        items.append(_marker(formatter, "surrender", losses))
    forces = [card["sides"][side] for side in SIDES]
    late = [arrival for force in forces for arrival in force.get("reinforcements", ())]
    if veterans := sum(sum(force.get("veterans", {}).values()) for force in (*forces, *late)):
        items.append(_marker(formatter, "veteran", veterans))
    kinds: dict[str, int] = {}
    for marker in card.get("markers", ()):
        kinds[marker["type"]] = kinds.get(marker["type"], 0) + 1
    items += [_marker(formatter, kind, count) for kind, count in kinds.items()]
    batch = Batch("markers", formatter.phrase("pull_markers"), tuple(items))
    return PullList(formatter.phrase("pull_table"), (batch,))


def _track_markers(card: Card, catalog: Catalog) -> list[str]:
    markers = ["time"] if card["time"] is not None else []
    if card["sudden_death"] is not None:
        markers.append("sudden_death")
    if card["marker"] is not None:
        markers.append("vp")
    markers.append("year")
    if any(work["type"] == "mines" for work in card["fortifications"]):
        markers.append("mine_strength")
    rules = list_card_rules(catalog, card)
    markers += [marker for rule, marker in RULE_MARKERS.items() if rule in rules]
    return markers
