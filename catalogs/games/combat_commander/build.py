"""Build the objects whose rows do not have exactly the fields of their dataclass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from catalogs.frozen import Frozen, freeze
from catalogs.rows import build
from catalogs.store import Row

from . import model

# A Leader table row without a lower or upper bound covers every modified roll in that direction (RS.6).
NO_LOWER, NO_UPPER = -99, 99


def counter(row: Row) -> model.Counter:
    """Build a counter; the points of a common piece may differ by faction."""
    faction, _, own_id = row.id.partition(":")
    points = row.data["points"]
    by_faction = points if isinstance(points, dict) else {}
    return build(
        model.Counter,
        row.data,
        ref=row.id,
        faction=faction,
        id=own_id,
        points=max(by_faction.values()) if by_faction else points,
        faction_points=Frozen(by_faction),
    )


def leader(row: Row, counters: Mapping[str, model.Counter]) -> model.Leader:
    """RS.6: build a leader with the figures of the counter kind that carries the leader."""
    faction, _, own_id = row.id.partition(":")
    kind = counters[row.data["counter"]]
    figures = {"front": kind.front, "broken": kind.broken, "points": kind.points}
    return build(model.Leader, row.data, ref=row.id, faction=faction, id=own_id, **figures)


def leader_table(row: Row) -> model.LeaderTable:
    def bound(value: int | None, otherwise: int) -> int:
        return otherwise if value is None else value

    rows = (
        model.LeaderRow(bound(line["low"], NO_LOWER), bound(line["high"], NO_UPPER), line["leader"])
        for line in row.data["rows"]
    )
    return build(model.LeaderTable, row.data, faction=row.id, rows=tuple(rows))


def order_of_battle(row: Row) -> model.OrderOfBattle:
    faction, chit, size = row.id.split(":")
    return build(model.OrderOfBattle, row.data, faction=faction, chit=chit, size=size)


def support_offer(row: Row) -> model.SupportOffer:
    faction, roll, unit = row.id.split(":")
    return build(model.SupportOffer, row.data, faction=faction, roll=int(roll), unit=unit)


def chit(row: Row) -> model.Chit:
    return build(model.Chit, row.data, letter=row.id)


def fate_card(row: Row) -> model.FateCard:
    return build(model.FateCard, row.data, number=int(row.id.partition(":")[2]))


def map_sheet(row: Row, prints: Iterable[str] = ()) -> model.Map:
    """2.3: build a map; ``prints`` lists the editions whose printing applies, the most specific last."""
    data = dict(row.data)
    for edition in prints if data["objectives"] is not None else ():
        data["objectives"] = {**data["objectives"], **data.get("by_edition", {}).get(edition, {})}
    return build(model.Map, data, number=int(row.id))


def guide(row: Row, factions: Iterable[Row]) -> model.Guide:
    """Build the figures of the design guide; the squads of a company stand with each faction."""
    squads = {faction.id: faction.data["company_squads"] for faction in factions}
    return build(model.Guide, row.data, company_squads=Frozen(squads))


def rule(row: Row) -> model.Rule:
    return build(model.Rule, row.data, choices=choices(row.data))


def choices(data: Mapping[str, Any]) -> Any:
    """Return the texts of the choices of a rule or setting, by id."""
    texts: dict[str, Any] = {}
    for line in data.get("choices", ()):
        texts[line["id"]] = {name: text for name, text in line.items() if name != "id"}
    return freeze(texts)
