"""Special rules of a card: which are in force, which are unsupported, and which texts change the fight."""

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
#: Markers placed before play, with the rules they imply.
MARKER_RULES: Mapping[str, tuple[str, ...]] = {
    "rubble": ("ST-T1", "ST-T1.2"), "factory": ("ST-T2",), "sewer": ("ST-T5",), "starshell": ("NO-6",),
}  # fmt: skip
NIGHT_RULES = {"normandy": NIGHT, "pacific": ("PA-18.1",)}
RULES_REPEATED_AS_TEXT = frozenset(("ST-C2.2", "NO-C2.6"))
UNSUPPORTED_RESOURCES = ("jeep", "terrain_costs")  # resources that the rehearsal ignores
ASSET_EVENTS = ("asset", "asset_cancelled", "air_superiority")  # campaign events about assets


def list_rules(card: Document, catalog: Catalog) -> Iterator[str]:
    """Yield every special rule of a card, with the rules of its modules listed singly."""
    rules = card["rules"]
    for name in (*rules.get("modules", ()), *rules.get("special", ())):
        yield from catalog.rules[name].contains or (name,)
    yield from NIGHT_RULES.get(rules.get("night", "none"), ())
    for marker in card.get("markers", ()):
        yield from MARKER_RULES.get(marker["type"], ())


def list_rules_in_force(card: Document, catalog: Catalog) -> frozenset[str]:
    return frozenset(list_rules(card, catalog))


def list_unsupported(card: Document, catalog: Catalog) -> Iterator[str]:
    """Yield the rules that the rehearsal does not support; modules by their own name."""
    rules = card["rules"]
    for name in (*rules.get("modules", ()), *rules.get("special", ())):
        if not SPECIAL.issuperset(catalog.rules[name].contains or (name,)):
            yield name
    yield from (name for name in NIGHT_RULES.get(rules.get("night", "none"), ()) if name not in SPECIAL)
    yield from (rule for rule in rules.get("optional", ()) if rule not in OPTIONAL and rule not in HOUSE)


def list_played_rules(card: Document, catalog: Catalog) -> tuple[str, ...]:
    """Return the special rules that a rehearsal plays: modules first, then single rules."""
    modules = dict.fromkeys(card["rules"].get("modules", ()))
    if NIGHT_RULES.get(card["rules"].get("night", "none")) == NIGHT:
        modules["night"] = None
    module_rules = {rule for name in modules for rule in catalog.rules[name].contains}
    single_rules = (
        {*list_rules_in_force(card, catalog), *card["rules"].get("optional", ())} - module_rules
    ).difference(modules)
    return (*modules, *(rule for rule in catalog.rules if rule in single_rules))


def list_changes(card: Document, catalog: Catalog) -> Iterator[Patch | Resource]:
    """Ajustes, Tablas de Recursos: yield the patches and resources whose text stands on the card."""
    texts = {_make_text_key(text) for text in card["rules"].get("text", ())}
    for sheet in catalog.campaigns.values():
        for scenario in sheet.scenarios.values():
            yield from (patch for patch in scenario.patches if _get_text_key(patch) in texts)
        yield from (row for row in sheet.resources.values() if _get_text_key(row) in texts)


def list_unread_texts(card: Document, catalog: Catalog) -> list[str | Mapping[str, str]]:
    """Return the texts of the card that match no catalogue entry, so the fight ignores them."""
    if not RULES_REPEATED_AS_TEXT.isdisjoint(
        card["rules"].get("special", ())
    ):  # the texts of these campaigns only repeat their rules
        return []
    known_texts = {_get_text_key(change) for change in list_changes(card, catalog) if _is_supported(change)}
    return [text for text in card["rules"].get("text", ()) if _make_text_key(text) not in known_texts]


def _is_supported(change: Patch | Resource) -> bool:
    return isinstance(change, Patch) or change.effect not in UNSUPPORTED_RESOURCES


def _get_text_key(change: Patch | Resource) -> tuple[tuple[str, str], ...]:
    if isinstance(change, Patch):
        return _make_text_key(change.text)
    return _make_text_key({lang: f"{change.title[lang]}. {change.summary[lang]}" for lang in change.title})


def _make_text_key(text: str | Mapping[Any, str]) -> tuple[tuple[str, str], ...]:
    """Return a key to compare texts; an author may write a text in one language only."""
    languages = {"": text} if isinstance(text, str) else text
    return tuple(sorted((str(lang), words) for lang, words in languages.items()))


def has_campaign_text(card: Document, catalog: Catalog, key: str) -> bool:
    """Return whether a text of a campaign stands on the card."""
    wanted = {lang: catalog.term(f"campaign_card.{key}", lang) for lang in catalog.languages}
    return any(text == wanted for text in card["rules"].get("text", ()))


def list_asset_events(card: Document) -> dict[str, list[Mapping[str, Any]]]:
    """NO-C1.72 to NO-C1.75: return the campaign's events about armour, artillery and air."""
    events: dict[str, list[Mapping[str, Any]]] = {name: [] for name in ASSET_EVENTS}
    for event in card.get("events", ()):
        if event["what"] in events:
            events[event["what"]].append(event["facts"])
    return events
