"""The log of a battle in words: every roll, choice and consequence in order, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language
from exports.kit.log import LogLine
from generator.games.combat_commander.campaign.registry import resource_of

SINGLE_DIE = {"edge_roll", "leader_roll"}  # RS.1, RS.6: one die is read, not the sum
KINDS = (
    "package",
    "faction",
    "quality",
    "posture",
    "size",
    "coin",
    "yes_no",
    "spotter",
    "edge",
    "edition",
    "asset",
    "air",
    "victory",
    "option",
    "ended",
)


def log_lines(card: Mapping[str, Any], catalog: Catalog, lang: Language) -> Iterator[LogLine]:
    """Answers of the transcript and events of the card, as they happened."""
    transcript = card.get("transcript")
    if not transcript:
        return
    events = list(card.get("events", ()))
    for entry in transcript["entries"]:
        while events and events[0]["n"] <= entry["n"]:
            yield event_line(events.pop(0), catalog, lang)
        yield entry_line(entry, catalog, lang)
    for event in events:
        yield event_line(event, catalog, lang)


def line(found: Mapping[str, Any], catalog: Catalog, lang: Language) -> LogLine:
    """An answer, or a note of what followed by rule."""
    return event_line(found, catalog, lang) if "what" in found else entry_line(found, catalog, lang)


def entry_line(entry: Mapping[str, Any], catalog: Catalog, lang: Language) -> LogLine:
    """An answer of the transcript."""
    return LogLine(
        entry["rule"],
        word(catalog, lang, f"seat.{entry['seat']}"),
        word(catalog, lang, f"ask.{entry['ask']}"),
        answer_text(entry, catalog, lang),
    )


def event_line(event: Mapping[str, Any], catalog: Catalog, lang: Language) -> LogLine:
    """Something that followed by rule."""
    facts = {
        name: fact_text(event["what"], name, value, catalog, lang) for name, value in event["facts"].items()
    }
    return LogLine(
        event["rule"], None, word(catalog, lang, f"note.{event['what']}").format_map(_Known(facts)), None
    )


def word(catalog: Catalog, lang: Language, key: str) -> str:
    """A term, or the last part of its key where an overlay brings none."""
    try:
        return catalog.term(key, lang)
    except KeyError:
        return key.partition(".")[2].replace("_", " ")


def thing(catalog: Catalog, lang: Language, name: str) -> str:
    """An order of battle, a support offer, a leader, a counter or a package in words."""
    if name in catalog.orders_of_battle:
        ob = catalog.orders_of_battle[name]
        formation = word(catalog, lang, f"formation.{ob.faction}.{ob.chit}")
        return f"{formation}, {word(catalog, lang, f'size.{ob.size}').lower()} ({ob.chit})"
    if name in catalog.support:
        offer = catalog.support[name]
        return word(catalog, lang, f"support.{offer.faction}.{offer.unit}")
    if name.count(":") > 2:
        return thing(catalog, lang, name.split(":", 3)[3])
    if name in catalog.leaders:
        leader = catalog.leaders[name]
        return word(catalog, lang, f"leader.{leader.faction}.{leader.id}")
    if name in catalog.counters:
        counter = catalog.counters[name]
        return word(catalog, lang, f"counter.{counter.faction}.{counter.id}")
    for kind in KINDS:
        if f"{kind}.{name}" in catalog.terms:
            return word(catalog, lang, f"{kind}.{name}")
    resource = resource_of(catalog, name)
    return resource.title[lang] if resource else name


def answer_text(entry: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """An answer in words."""
    answer = entry["answer"]
    if isinstance(answer, Mapping) and answer.get("hidden"):
        return word(catalog, lang, "answer.hidden")
    if entry["kind"] == "roll":
        white, coloured = answer
        return (
            f"{white} / {coloured}" if entry["ask"] in SINGLE_DIE else f"{white} + {coloured} = {sum(answer)}"
        )
    if entry["kind"] == "buy":
        return bought_text(answer, catalog, lang)
    if entry["kind"] == "report":
        return report_text(entry["ask"], answer, catalog, lang)
    if isinstance(answer, list):
        return list_text(answer, catalog, lang)
    return thing(catalog, lang, str(answer))


def report_text(ask: str, answer: Any, catalog: Catalog, lang: Language) -> str:
    """A fact from the table in words."""
    if ask == "battle_result":
        return word(catalog, lang, "answer.battle_result").format(
            winner=word(catalog, lang, f"side.{answer['winner']}"),
            ended=word(catalog, lang, f"ended.{answer['ended']}"),
            marker=marker_text(answer["marker"], catalog, lang),
            initiative=word(catalog, lang, f"side.{answer['initiative']}"),
        )
    if ask == "reinforcement_spaces":
        return ", ".join(map(str, answer))
    count = len(answer) if isinstance(answer, list | dict) else 1
    key = "answer.placed_one" if count == 1 else "answer.placed"
    return word(catalog, lang, key).format(count=count)


def list_text(names: Iterable[str], catalog: Catalog, lang: Language) -> str:
    return ", ".join(thing(catalog, lang, name) for name in names) or word(catalog, lang, "answer.nothing")


def bought_text(bought: Mapping[str, int], catalog: Catalog, lang: Language) -> str:
    parts = [f"{count} × {thing(catalog, lang, name)}" for name, count in bought.items()]
    return ", ".join(parts) or word(catalog, lang, "answer.nothing")


def fact_text(what: str, name: str, value: Any, catalog: Catalog, lang: Language) -> str:
    """A fact of an event in words; ``name`` says what kind of thing it is."""
    if name == "bought":
        return bought_text(value, catalog, lang)
    if name in ("side", "toward"):
        return word(catalog, lang, f"side.{value}")
    if name in ("seat", "other", "person"):
        return word(catalog, lang, f"seat.{value}")
    if name in ("from", "to"):
        return marker_text(value, catalog, lang)
    if name == "why":
        return word(catalog, lang, f"why.{value}")
    if name == "modifier":
        return f"{value:+d}"
    if isinstance(value, str):
        return thing(catalog, lang, value)
    return list_text(value, catalog, lang) if isinstance(value, list | tuple) else str(value)


def marker_text(marker: int, catalog: Catalog, lang: Language) -> str:
    """The VP marker as players say it: a number and whose side it lies on."""
    if marker == 0:
        return "0"
    return f"{abs(marker)} {word(catalog, lang, 'side.axis' if marker > 0 else 'side.allied')}"


class _Known(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
