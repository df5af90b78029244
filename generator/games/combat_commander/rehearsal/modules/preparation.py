"""Prepare a fight for special rules: terrain, markers, and cards with another meaning."""

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
from .card_rules import Document, has_campaign_text, list_asset_events, list_changes, list_rules_in_force
from .terrain import TerrainOverlay

GERMAN, RUSSIAN, AMERICAN = "german", "russian", "american"
SCOUT = "scout"


def build_overlay(card: Document, catalog: Catalog, ground: Ground) -> TerrainOverlay:
    """Return the changes that a card's rules make to its ground before the first turn."""
    rules = list_rules_in_force(card, catalog)
    marked: dict[str, set[str]] = {"rubble": set(), "factory": set(), "starshell": set()}
    for marker in card.get("markers", ()):
        marked.setdefault(marker["type"], set()).add(marker["hex"])
    everywhere = "NO-2" in rules and is_rural(catalog, card, ground)
    patches = [patch for patch in list_changes(card, catalog) if isinstance(patch, Patch)]
    return TerrainOverlay(
        rubble=frozenset(marked["rubble"]),
        factories=tuple(ground.building(name) for name in sorted(marked["factory"])),  # ST-T2
        ruins="ST-4" in rules,
        bocage="NO-1" in rules or any(patch.kind == "hedge" for patch in patches),
        rural=None
        if everywhere
        else frozenset(() if "NO-2" in rules else _list_rural_hexes(ground, patches)),
        night="NO-5.2" in rules,
        terrain=Frozen(dict(_list_patched_hexes(ground, patches))),
    )


def _list_rural_hexes(ground: Ground, patches: list[Patch]) -> Iterator[str]:
    """Ajustes: yield the road hexes between two hexes that a patch makes rural."""
    for patch in patches:
        if patch.kind == "road":
            yield from _find_road_path(ground, patch.figures["from"], patch.figures["to"])


def _find_road_path(ground: Ground, start: str, end: str) -> list[str]:
    """Return the hexes of the shortest path along roads."""
    paths, seen = [[start]], {start}
    sides = ground.ways.get("road", frozenset())
    while paths:
        path = paths.pop(0)
        if path[-1] == end:
            return path
        for first, second in sorted(sides):
            for here, there in ((first, second), (second, first)):
                if here == path[-1] and there not in seen:
                    seen.add(there)
                    paths.append([*path, there])
    return []


def _list_patched_hexes(ground: Ground, patches: list[Patch]) -> Iterator[tuple[str, str]]:
    """Ajustes: yield hexes whose terrain a patch changes, by name or by terrain and column."""
    for patch in patches:
        if patch.kind == "terrain":
            figures = patch.figures
            yield from ((name, figures["terrain"]) for name in figures["hexes"])
            for name, kinds in ground.terrain.items():
                if name[0] in figures["columns"] and set(kinds) & set(figures["of"]):
                    yield name, figures["terrain"]


def prepare_special_rules(fight: Fight, card: Document) -> None:
    """Set markers, rules and units of special rules after the forces are created."""
    special, numbers = fight.special, fight.board.numbers
    if fight.has_rule("8.2b"):
        fight.options.variants = {**fight.options.variants, "8.2": "b"}
    if fight.has_rule("NO-3"):
        fight.options.optional |= {"V5"}
    if fight.has_rule("NO-4"):
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
        numbers[name] for group in special.ground.buildings for name in group & special.overlay.rubble
    }
    _apply_card_meanings(fight)
    _apply_assets(fight, card)
    for change in list_changes(card, fight.catalog):
        if isinstance(change, Resource):
            _apply_resource(fight, change)
    for side in SIDES:
        data = card["sides"][side]
        named = data["setup"].get("mortar_spotter") == SCOUT  # V8: in the place of a leader
        for _ in range(data.get("extras", {}).get(SCOUT, 0) + named):
            fight.camps[side].units.append(create_scout(fight, side))


def _apply_resource(fight: Fight, resource: Resource) -> None:
    """Tablas de Recursos: apply effects without a field on the card: movement, spotter, bombardment."""
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


def _apply_card_meanings(fight: Fight) -> None:
    """ST-C2.2, ST-C2.3: German Interdiction is Air Support, Russian Command Confusion a Request."""
    for camp in fight.camps.values():
        change: dict[str, str] = {}
        if camp.faction == GERMAN and fight.has_rule("ST-C2.2"):
            change = {"interdiction": "air_support"}
        if camp.faction == RUSSIAN and fight.has_rule("ST-C2.3"):
            change = {"command_confusion": "artillery_request"}
        camp.deck = [card._replace(text=_replace_text(card.text, change)) for card in camp.deck]


def _replace_text(text: FateText, change: dict[str, str]) -> FateText:
    return replace(text, order=change.get(text.order, text.order), event=change.get(text.event, text.event))


def _apply_assets(fight: Fight, card: Document) -> None:
    """NO-C1.72 to NO-C1.75: apply tank radios, registered fire and air superiority."""
    special, notes = fight.special, list_asset_events(card)
    gone = {facts["asset"] for facts in notes["asset_cancelled"]}
    spent = {facts["asset"] for facts in notes["asset"]} - gone
    for asset in (row for sheet in fight.catalog.campaigns.values() for row in sheet.assets.values()):
        radio = fight.camps[asset.side].radio
        rule = {"american_armor": "NO-C2.3", "german_armor": "NO-C2.4"}.get(asset.id)
        mine = radio is not None and radio.counter.ref == asset.radio
        if rule and fight.has_rule(rule) and mine and (asset.id in spent or not any(notes.values())):
            nation = fight.camps[asset.side].faction
            double = nation == GERMAN and has_campaign_text(card, fight.catalog, "german_armor_twice")
            special.armour[asset.side] = fight.get_figure(
                "rule.armor", f"{nation}_twice" if double else nation
            )
    if fight.has_rule("NO-C2.5"):
        special.to_register = sum(
            card["sides"][side].get("extras", {}).get("pre_registered_fire", 0) for side in SIDES
        )
    if fight.has_rule("NO-C2.6"):
        air = [facts["air"] for facts in notes["air_superiority"]]
        special.ground_support = air[-1] == "ground_support" if air else not special.armour.get("allied")


def create_scout(fight: Fight, side: Side) -> Unit:
    """NO-4: create a Scout, a leader without command who spots for mortars."""
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
    return Unit(fight.make_id("u"), SCOUT, side, "leader", 1, faces[0], faces[1], spotter=True, scout=True)
