"""What a card brings of special rules: which are in force, which a rehearsal does not know, what is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.campaigns import Patch, Resource

Document = Mapping[str, Any]
STALINGRAD = (
    "ST-T1", "ST-T1.2", "ST-T1.4", "ST-T2", "ST-3", "ST-4", "ST-T5", "ST-6", "ST-7", "8.2b", "ST-C2.2",
    "ST-C2.3",
)  # fmt: skip
NORMANDY = ("NO-1", "NO-2", "NO-3", "NO-4", "NO-C2.2", "NO-C2.3", "NO-C2.4", "NO-C2.5", "NO-C2.6")
NIGHT = ("NO-5.1", "NO-5.2", "NO-5.3", "NO-5.4", "NO-5.5", "NO-6")
SPECIAL = frozenset((*STALINGRAD, *NORMANDY, *NIGHT))
OPTIONAL = ("V5", "V6", "V7", "V8", "V9", "V10", "V12", "V15", "V18", "V19", "NO-C4.1", "NO-C4.2")
HOUSE = ("H-E42", "H-11.3", "H-F103.2", "H-O23.3.5", "H-E46", "H-E68")
#: Markers that lie on a map before play, with the rules they bring along.
MARKERS: Mapping[str, tuple[str, ...]] = {
    "rubble": ("ST-T1", "ST-T1.2"), "factory": ("ST-T2",), "sewer": ("ST-T5",), "starshell": ("NO-6",),
}  # fmt: skip
NIGHTS = {"normandy": NIGHT, "pacific": ("PA-18.1",)}
OWN = frozenset(("ST-C2.2", "NO-C2.6"))
UNPLAYED = ("jeep", "terrain_costs")  # resources that no fight knows
ASSETS = ("asset", "asset_cancelled", "air_superiority")  # what a campaign notes of its assets


def named(card: Document, catalog: Catalog) -> Iterator[str]:
    """Every special rule of a card, those of its modules one by one."""
    rules = card["rules"]
    for name in (*rules.get("modules", ()), *rules.get("special", ())):
        yield from catalog.rules[name].contains or (name,)
    yield from NIGHTS.get(rules.get("night", "none"), ())
    for marker in card.get("markers", ()):
        yield from MARKERS.get(marker["type"], ())


def in_force(card: Document, catalog: Catalog) -> frozenset[str]:
    return frozenset(named(card, catalog))


def unknown(card: Document, catalog: Catalog) -> Iterator[str]:
    """The rules that a rehearsal does not know, modules by their own name."""
    rules = card["rules"]
    for name in (*rules.get("modules", ()), *rules.get("special", ())):
        if not SPECIAL.issuperset(catalog.rules[name].contains or (name,)):
            yield name
    yield from (name for name in NIGHTS.get(rules.get("night", "none"), ()) if name not in SPECIAL)
    yield from (rule for rule in rules.get("optional", ()) if rule not in OPTIONAL and rule not in HOUSE)


def played(card: Document, catalog: Catalog) -> tuple[str, ...]:
    """What a rehearsal of the card plays beside the rulebook: whole modules first, then rules one by one."""
    modules = dict.fromkeys(card["rules"].get("modules", ()))
    if NIGHTS.get(card["rules"].get("night", "none")) == NIGHT:
        modules["night"] = None
    inside = {rule for name in modules for rule in catalog.rules[name].contains}
    found = ({*in_force(card, catalog), *card["rules"].get("optional", ())} - inside).difference(modules)
    return (*modules, *(rule for rule in catalog.rules if rule in found))


def changes(card: Document, catalog: Catalog) -> Iterator[Patch | Resource]:
    """Ajustes, Tablas de Recursos: what a campaign says on a card in words, found again by its words."""
    said = {tuple(sorted(text.items())) for text in card["rules"].get("text", ())}
    for sheet in catalog.campaigns.values():
        for scenario in sheet.scenarios.values():
            yield from (patch for patch in scenario.patches if _said(patch) in said)
        yield from (row for row in sheet.resources.values() if _said(row) in said)


def unplayed(card: Document, catalog: Catalog) -> list[Mapping[str, str]]:
    """Sentences of the card that stand in no catalogue, so that no fight reads them."""
    if not OWN.isdisjoint(
        card["rules"].get("special", ())
    ):  # these campaigns say in words what their rules do
        return []
    read = {_said(change) for change in changes(card, catalog) if _fights(change)}
    return [text for text in card["rules"].get("text", ()) if _words(text) not in read]


def _fights(change: Patch | Resource) -> bool:
    return isinstance(change, Patch) or change.effect not in UNPLAYED


def _said(change: Patch | Resource) -> tuple[tuple[str, str], ...]:
    if isinstance(change, Patch):
        return _words(change.text)
    return _words({lang: f"{change.title[lang]}. {change.summary[lang]}" for lang in change.title})


def _words(text: Mapping[Any, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((str(lang), words) for lang, words in text.items()))


def says(card: Document, catalog: Catalog, key: str) -> bool:
    """Does a sentence of a campaign stand on the card?"""
    wanted = {lang: catalog.term(f"campaign_card.{key}", lang) for lang in catalog.languages}
    return any(text == wanted for text in card["rules"].get("text", ()))


def noted(card: Document) -> dict[str, list[Mapping[str, Any]]]:
    """NO-C1.72 to NO-C1.75: what the campaign noted of armour, artillery and the sky."""
    found: dict[str, list[Mapping[str, Any]]] = {name: [] for name in ASSETS}
    for event in card.get("events", ()):
        if event["what"] in found:
            found[event["what"]].append(event["facts"])
    return found
