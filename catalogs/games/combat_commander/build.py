"""From raw rows to the typed objects of the model, one function per table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from catalogs.frozen import Frozen, freeze
from catalogs.store import Row

from . import model

# A Leader table row without a lower or upper bound covers every modified roll in that direction (RS.6).
NO_LOWER, NO_UPPER = -99, 99


def faction(row: Row) -> model.Faction:
    data = row.data
    return model.Faction(
        id=row.id,
        side=data["side"],
        deck=data["deck"],
        discard_limit=data["discard_limit"],
        leader_ratio=data["leader_ratio"],
        usual=data.get("usual", False),
    )


def face(data: Mapping[str, Any]) -> model.Face:
    return model.Face(
        fp=data.get("fp"),
        range=data.get("range"),
        min_range=data.get("min_range"),
        move=data.get("move"),
        command=data.get("command"),
        morale=data.get("morale"),
        boxed=tuple(data.get("boxed", ())),
    )


def counter(row: Row) -> model.Counter:
    data = row.data
    owner, _, own_id = row.id.partition(":")
    points = data["points"]
    by_faction = points if isinstance(points, dict) else {}
    return model.Counter(
        ref=row.id,
        faction=owner,
        id=own_id,
        kind=data["kind"],
        name=data["name"],
        quality=data.get("quality"),
        quantity=data["quantity"],
        front=face(data["front"]),
        broken=face(data["broken"]) if "broken" in data else None,
        soldiers=data["soldiers"],
        points=max(by_faction.values()) if by_faction else points,
        ordnance=data.get("ordnance", False),
        smoke=data.get("smoke", False),
        fix=data.get("fix"),
        eliminate=data.get("eliminate"),
        example=data.get("example"),
        caliber=data.get("caliber"),
        leaders=tuple(data.get("leaders", ())),
        tags=tuple(data.get("tags", ())),
        faction_points=Frozen(by_faction),
    )


def leader(row: Row, counters: Mapping[str, model.Counter]) -> model.Leader:
    """RS.6: a leader has the figures of the counter kind he is printed on."""
    data = row.data
    owner, _, own_id = row.id.partition(":")
    kind = counters[data["counter"]]
    assert kind.broken is not None
    return model.Leader(
        ref=row.id,
        faction=owner,
        id=own_id,
        name=data["name"],
        rank=data["rank"],
        front=kind.front,
        broken=kind.broken,
        points=kind.points,
        counter=kind.ref,
        source=data["source"],
    )


def leader_table(row: Row) -> model.LeaderTable:
    def bound(value: int | None, otherwise: int) -> int:
        return otherwise if value is None else value

    data = row.data
    rows = (
        model.LeaderRow(bound(line["low"], NO_LOWER), bound(line["high"], NO_UPPER), line["leader"])
        for line in data["rows"]
    )
    years = {int(year): modifier for year, modifier in data["year_modifier"].items()}
    return model.LeaderTable(row.id, tuple(rows), Frozen(data["quality_modifier"]), Frozen(years))


def order_of_battle(row: Row) -> model.OrderOfBattle:
    data = row.data
    owner, chit, size = row.id.split(":")
    dated = (
        model.DatedCounters(line["counter"], line["count"], tuple(line["years"]))
        for line in data.get("dated", ())
    )
    return model.OrderOfBattle(
        id=row.id,
        faction=owner,
        chit=chit,
        size=size,  # type: ignore[arg-type]
        formation=data["formation"],
        name=data["name"],
        nationality=data.get("nationality"),
        years=tuple(data["years"]),
        point_value=data["point_value"],
        initiative=data["initiative"],
        orders=data["orders"],
        quality=data["quality"],
        surrender=data["surrender"],
        leaders=data["leaders"],
        counters=Frozen(data["counters"]),
        dated=tuple(dated),
        opponents=tuple(data["opponents"]) if "opponents" in data else None,
        rules=tuple(data.get("rules", ())),
    )


def support_offer(row: Row) -> model.SupportOffer:
    data = row.data
    owner, roll, unit = row.id.split(":")
    return model.SupportOffer(
        id=row.id,
        faction=owner,
        roll=int(roll),
        unit=unit,
        kind=data["kind"],
        cost=data["cost"],
        years=tuple(data["years"]),
        restriction=data.get("restriction"),
        pieces=tuple(data.get("pieces", ())),
        choices=tuple(data.get("choices", ())),
    )


def fortification(row: Row) -> model.Fortification:
    data = row.data
    return model.Fortification(
        id=row.id,
        rule=data["rule"],
        quantity=data["quantity"],
        cover=data.get("cover"),
        cover_artillery=data.get("cover_artillery"),
        points=data.get("points"),
        mine_points=Frozen({int(fp): points for fp, points in data.get("mine_points", {}).items()}),
    )


def chit(row: Row) -> model.Chit:
    data = row.data
    return model.Chit(row.id, tuple(data["objectives"]), data["vp"], data.get("rule"), data["secret_side"])


def fate_card(row: Row) -> model.FateCard:
    data = row.data
    number = int(row.id.partition(":")[2])
    return model.FateCard(number, data["hex"], data["white"], data["coloured"], data["trigger"])


def fate_text(row: Row) -> model.FateText:
    """A row of the table ``fate_cards``."""
    return model.FateText(row.data["order"], row.data["action"], row.data["event"])


def fight_rule(row: Row) -> model.FightRule:
    """A row of the table ``fight``."""
    data = row.data
    return model.FightRule(row.id, data["kind"], data["rule"], freeze(data.get("figures", {})))


def map_sheet(row: Row, prints: Iterable[str] = ()) -> model.Map:
    """2.3: a map; ``prints`` are the editions whose print is at hand, the one that counts most last."""
    data = row.data
    hexes = data["objectives"]
    for edition in prints if hexes is not None else ():
        hexes = {**hexes, **data.get("by_edition", {}).get(edition, {})}
    objectives = None if hexes is None else Frozen({int(number): at for number, at in hexes.items()})
    return model.Map(int(row.id), data["set"], objectives, data.get("place"))


def board(row: Row) -> model.Board:
    data = row.data
    return model.Board(
        columns=tuple(data["columns"]),
        rows=tuple(data["rows"]),
        edges=Frozen({int(side): edge for side, edge in data["edges"].items()}),
        opposite=Frozen(data["opposite"]),
        orientation=Frozen(data["orientation"]),
        stacking=data["stacking"],
        victory_spaces=data["victory_spaces"],
        objectives=tuple(data["objectives"]),
        elimination=Frozen(
            {kind: model.Elimination(**value) for kind, value in data.get("elimination", {}).items()}
        ),
    )


def posture(row: Row) -> model.PostureRow:
    data = row.data
    depth = None if data["depth"] is None else Frozen(data["depth"])
    return model.PostureRow(row.id, data["hand"], depth)  # type: ignore[arg-type]


def procedure(row: Row) -> model.Procedure:
    data = {key: value for key, value in row.data.items() if key in model.Procedure.__slots__}
    return model.Procedure(**{**data, "mine_strengths": tuple(data["mine_strengths"])})


def guide(row: Row, factions: Iterable[Row]) -> model.Guide:
    """Tips: the figures of the guide; the squads of a company stand with each faction."""
    data = row.data
    cup = data["tournament"]
    classes = (model.WinClass(line["id"], tuple(line["order"])) for line in cup["classes"])
    return model.Guide(
        company_squads=Frozen({faction.id: faction.data["company_squads"] for faction in factions}),
        size_fraction=Frozen({size: Fraction(part) for size, part in data["size_fraction"].items()}),
        leaders=Frozen(data["leaders"]),
        surrender_percent=Frozen(data["surrender_percent"]),
        point_divisor=data["point_divisor"],
        recon_below=data["recon_below"],
        orders_above_leaders=data["orders_above_leaders"],
        sudden_death_base=data["sudden_death_base"],
        depth=Frozen({posture: Frozen(rows) for posture, rows in data["depth"].items()}),
        unarmed_teams=Fraction(data["unarmed_teams"]),
        weapon_team_tags=tuple(data["weapon_team_tags"]),
        handicap=model.Handicap(**{key: Fraction(part) for key, part in data["handicap"].items()}),
        tournament=model.Tournament(
            tuple(classes), Fraction(cup["points_below"]), Fraction(cup["points_tied"])
        ),
    )


def rule(row: Row) -> model.Rule:
    data = row.data
    needs = data.get("needs")
    return model.Rule(
        id=row.id,
        module=data.get("module"),
        kind=data["kind"],
        title=freeze(data["title"]),
        summary=freeze(data["summary"]),
        needs=freeze(needs),
        aliases=tuple(data.get("aliases", ())),
        page=data.get("page"),
        contains=tuple(data.get("contains", ())),
        same_as=data.get("same_as"),
        choices=Frozen({line["id"]: freeze(without_id(line)) for line in data.get("choices", ())}),
        preferred=data.get("preferred"),
        figures=Frozen(data.get("figures", {})),
    )


def without_id(line: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a choice."""
    return {key: value for key, value in line.items() if key != "id"}


def terrain(row: Row) -> model.Terrain:
    data = row.data
    return model.Terrain(
        id=row.id,
        rule=data["rule"],
        kind=data["kind"],
        move=freeze(data["move"]),
        cover=freeze(data["cover"]),
        los=freeze(data["los"]),
        summary=freeze(data["summary"]),
        blind_hexes=data.get("blind_hexes", 0),
        water=data.get("water", False),
        artillery_total=data.get("artillery_total", 0),
        precedence=data.get("precedence"),
        replaces=data.get("replaces"),
        module=data.get("module"),
        figures=freeze(data.get("figures", {})),
    )
