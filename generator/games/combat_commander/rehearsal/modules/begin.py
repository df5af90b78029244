"""A fight made ready for special rules: the ground under them, their markers, cards that mean more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from catalogs.frozen import Frozen
from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Patch, Resource
from catalogs.games.combat_commander.ground import Ground
from catalogs.games.combat_commander.model import Face, FateText, Side

from ...ground.card_ground import is_rural
from ..pieces import Unit
from ..state import SIDES, Fight
from .card import Document, changes, in_force, noted, says
from .terrain import Lay

GERMAN, RUSSIAN, AMERICAN = "german", "russian", "american"
SCOUT = "scout"


def lay_of(card: Document, catalog: Catalog, ground: Ground) -> Lay:
    """What the rules of a card make of its ground before the first turn."""
    rules = in_force(card, catalog)
    marked: dict[str, set[str]] = {"rubble": set(), "factory": set(), "starshell": set()}
    for marker in card.get("markers", ()):
        marked.setdefault(marker["type"], set()).add(marker["hex"])
    everywhere = "NO-2" in rules and is_rural(catalog, card, ground)
    patches = [patch for patch in changes(card, catalog) if isinstance(patch, Patch)]
    return Lay(
        rubble=frozenset(marked["rubble"]),
        factories=tuple(ground.building(name) for name in sorted(marked["factory"])),  # ST-T2
        ruins="ST-4" in rules,
        bocage="NO-1" in rules or any(patch.kind == "hedge" for patch in patches),
        rural=None if everywhere else frozenset(() if "NO-2" in rules else _lanes(ground, patches)),
        night="NO-5.2" in rules,
        terrain=Frozen(dict(_patched(ground, patches))),
    )


def _lanes(ground: Ground, patches: list[Patch]) -> Iterator[str]:
    """Ajustes: the road between two hexes that a patch calls rural."""
    for patch in patches:
        if patch.kind == "road":
            yield from _way(ground, patch.figures["from"], patch.figures["to"])


def _way(ground: Ground, start: str, end: str) -> list[str]:
    """The hexes of the shortest way along roads."""
    paths, seen = [[start]], {start}
    sides = ground.ways.get("road", frozenset())
    while paths:
        path = paths.pop(0)
        if path[-1] == end:
            return path
        for one, other in sorted(sides):
            for here, there in ((one, other), (other, one)):
                if here == path[-1] and there not in seen:
                    seen.add(there)
                    paths.append([*path, there])
    return []


def _patched(ground: Ground, patches: list[Patch]) -> Iterator[tuple[str, str]]:
    """Ajustes: hexes by name, and kinds of terrain in some columns, that are something else."""
    for patch in patches:
        if patch.kind == "terrain":
            figures = patch.figures
            yield from ((name, figures["terrain"]) for name in figures["hexes"])
            for name, kinds in ground.terrain.items():
                if name[0] in figures["columns"] and set(kinds) & set(figures["of"]):
                    yield name, figures["terrain"]


def prepare(fight: Fight, card: Document) -> None:
    """Markers and meanings, once the forces are mustered."""
    special, numbers = fight.special, fight.ground.numbers
    if fight.plays("8.2b"):
        fight.options.variants = {**fight.options.variants, "8.2": "b"}
    if fight.plays("NO-3"):
        fight.options.optional |= {"V5"}
    if fight.plays("NO-4"):
        fight.options.optional |= {"V8"}
    for marker in card.get("markers", ()):
        hex_ = numbers[marker["hex"]]
        if marker["type"] == "sewer":
            special.sewers.add(hex_)
        elif marker["type"] == "blaze":
            fight.blaze.add(hex_)
        elif marker["type"] == "starshell":
            special.starshells.add(hex_)
    assert special.ground is not None
    special.razed = {
        numbers[name] for group in special.ground.buildings for name in group & special.lay.rubble
    }
    _meanings(fight)
    _assets(fight, card)
    for change in changes(card, fight.catalog):
        if isinstance(change, Resource):
            _resource(fight, change)
    for side in SIDES:
        data = card["sides"][side]
        named = data["setup"].get("mortar_spotter") == SCOUT  # V8: in the place of a leader
        for _ in range(data.get("extras", {}).get(SCOUT, 0) + named):
            fight.camps[side].units.append(scout(fight, side))


def _resource(fight: Fight, resource: Resource) -> None:
    """Tablas de Recursos: what no figure of the card says: tired men, a spotter, guns before play."""
    figures, special = resource.figures, fight.special
    if resource.effect == "movement":
        special.slower[figures["side"]] = special.slower.get(figures["side"], 0) + figures["change"]
    elif resource.effect == "fire_for_effect":
        special.barrages.append((resource.side, figures["radio"], figures["count"]))
    elif figures.get("mortar_spotter"):
        fight.options.optional |= {"V8"}
        leaders = [u for u in fight.camps[resource.side].units if u.leads and u.kind != "hero"]
        for unit in leaders[:1]:
            unit.spotter = True


def _meanings(fight: Fight) -> None:
    """ST-C2.2, ST-C2.3: Interdiction of Germans is Air Support, Command Confusion of Russians a Request."""
    for camp in fight.camps.values():
        change: dict[str, str] = {}
        if camp.faction == GERMAN and fight.plays("ST-C2.2"):
            change = {"interdiction": "air_support"}
        if camp.faction == RUSSIAN and fight.plays("ST-C2.3"):
            change = {"command_confusion": "artillery_request"}
        camp.deck = [each._replace(text=_read(each.text, change)) for each in camp.deck]


def _read(text: FateText, change: dict[str, str]) -> FateText:
    return replace(text, order=change.get(text.order, text.order), event=change.get(text.event, text.event))


def _assets(fight: Fight, card: Document) -> None:
    """NO-C1.72 to NO-C1.75: radios that are tanks, hexes that may be registered, the sky."""
    special, notes = fight.special, noted(card)
    gone = {facts["asset"] for facts in notes["asset_cancelled"]}
    spent = {facts["asset"] for facts in notes["asset"]} - gone
    for asset in (row for sheet in fight.catalog.campaigns.values() for row in sheet.assets.values()):
        radio = fight.camps[asset.side].radio
        rule = {"american_armor": "NO-C2.3", "german_armor": "NO-C2.4"}.get(asset.id)
        mine = radio is not None and radio.counter.ref == asset.radio
        if rule and fight.plays(rule) and mine and (asset.id in spent or not any(notes.values())):
            nation = fight.camps[asset.side].faction
            twice = nation == GERMAN and says(card, fight.catalog, "german_armor_twice")
            special.armour[asset.side] = fight.figure("rule.armor", f"{nation}_twice" if twice else nation)
    if fight.plays("NO-C2.5"):
        special.to_register = sum(
            card["sides"][side].get("extras", {}).get("pre_registered_fire", 0) for side in SIDES
        )
    if fight.plays("NO-C2.6"):
        air = [facts["air"] for facts in notes["air_superiority"]]
        special.ground_support = air[-1] == "ground_support" if air else not special.armour.get("allied")


def scout(fight: Fight, side: Side) -> Unit:
    """NO-4: a leader without command who spots for mortars."""
    figures = fight.catalog.fight["rule.scout"].figures
    faces = [
        Face(
            fp=figures[f"{state}fp"],
            range=figures[f"{state}range"],
            min_range=None,
            move=figures[f"{state}move"],
            command=0,
            morale=figures[f"{state}morale"],
            boxed=(),
        )
        for state in ("", "broken_")
    ]
    return Unit(fight.name("u"), SCOUT, side, "leader", 1, faces[0], faces[1], spotter=True, scout=True)
