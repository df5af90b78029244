"""ST, NO and Gastadores: a campaign put together from its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from catalogs import model
from catalogs.frozen import Frozen, freeze
from catalogs.store import Row, Store

T = TypeVar("T")


def campaign(store: Store, row: Row) -> model.Campaign:
    """One campaign with its positions, forces, reserves, assets, resources, scenarios and settings."""
    data = row.data

    def own(table: str, make: Callable[[Row], T]) -> Iterator[tuple[str, T]]:
        """The rows of a table that belong to this campaign, keyed by the rest of their id."""
        for each in store.table(table).values():
            owner, _, key = each.id.partition(":")
            if owner == row.id:
                yield key, make(each)

    return model.Campaign(
        id=row.id,
        code=data["code"],
        year=data["year"],
        factions=Frozen(data["factions"]),
        modules=tuple(data["modules"]),
        rules=tuple(data["rules"]),
        options=tuple(data["options"]),
        figures=freeze(data[row.id]),
        positions=Frozen(own("campaign_positions", _position)),
        forces=Frozen((force.id, force) for _, force in own("campaign_forces", _force)),
        reserves=_reserves(own("campaign_reserves", lambda each: str(each.data["force"]))),
        assets=Frozen(own("campaign_assets", _asset)),
        resources=Frozen((found.id, found) for _, found in own("campaign_resources", _resource)),
        scenarios=Frozen((found.number, found) for _, found in own("campaign_scenarios", _scenario)),
        settings=Frozen(own("campaign_settings", _setting)),
    )


def _position(row: Row) -> model.CampaignPosition:
    data = row.data
    return model.CampaignPosition(row.id.partition(":")[2], data["map"], freeze(data["place"]), data["near"])


def _force(row: Row) -> model.CampaignForce:
    data = row.data
    owner, faction, letter = row.id.split(":")
    return model.CampaignForce(
        id=row.id,
        campaign=owner,
        faction=faction,
        letter=letter,
        kind=data["kind"],
        title=freeze(data["title"]),
        leaders=tuple(data["leaders"]),
        starts_in=data["starts_in"],
        squads=freeze(data.get("squads", {})),
        counters=freeze(data["counters"]),
        extras=freeze(data.get("extras", {})),
        price=data["price"],
        orders=data["orders"],
        initiative=data["initiative"],
        surrender=data["surrender"],
        modelled_on=data.get("modelled_on"),
        provenance=Frozen({"": row.provenance, **data.get("provenance_of", {})}),
    )


def _reserves(rows: Iterator[tuple[str, str]]) -> Frozen[str, Frozen[int, str]]:
    by_faction: dict[str, dict[int, str]] = {}
    for key, force in rows:
        faction, _, roll = key.partition(":")
        by_faction.setdefault(faction, {})[int(roll)] = force
    return Frozen((faction, Frozen(rolls)) for faction, rolls in by_faction.items())


def _asset(row: Row) -> model.CampaignAsset:
    data = row.data
    return model.CampaignAsset(
        id=row.id.partition(":")[2],
        side=data["side"],
        rule=data["rule"],
        title=freeze(data["title"]),
        points=data["points"],
        most_per_battle=data["most_per_battle"],
        radio=data["radio"],
        radio_vp=data["radio_vp"],
        counters=freeze(data.get("counters", {})),
        counters_vp=data.get("counters_vp", 0),
        free_deploys=data.get("free_deploys", 0),
        marker_per_point=data.get("marker_per_point"),
        cancels=data.get("cancels"),
        excluded_by=data.get("excluded_by"),
    )


def _resource(row: Row) -> model.CampaignResource:
    data = row.data
    return model.CampaignResource(
        id=row.id,
        side=data["side"],
        rolls=tuple(data["rolls"]),
        title=freeze(data["title"]),
        optional=data["optional"],
        effect=freeze(data["effect"]),
        summary=freeze(data["summary"]),
    )


def _scenario(row: Row) -> model.CampaignScenario:
    data = row.data
    return model.CampaignScenario(data["number"], data["phase"], freeze(data["patches"]))


def _setting(row: Row) -> model.CampaignSetting:
    data = row.data
    choices = ((line["id"], Frozen({"es": line["es"], "en": line["en"]})) for line in data["choices"])
    return model.CampaignSetting(
        id=row.id.partition(":")[2],
        rule=data["rule"],
        default=data["default"],
        choices=Frozen(choices),
        title=freeze(data["title"]),
        summary=freeze(data["summary"]),
    )
