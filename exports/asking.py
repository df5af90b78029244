"""What a campaign asks, set for a terminal: the question, its options with numbers, and an example."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from catalogs import Catalog
from catalogs.model import Language
from exports.log import thing
from exports.record import asked_lines
from exports.scribe import Scribe
from generator.battle.placement import arrange_units, arrange_works
from generator.campaign.play import Campaign
from generator.campaign.view import view

Asked = Mapping[str, Any]  # a prompt as a seat may see it


def asked_text(campaign: Campaign, seat: str, lang: Language) -> str:
    """Every question that waits, for a seat."""
    seen = view(campaign, seat)
    lines = asked_lines(seen, campaign.catalog, lang)
    out: list[str] = []
    for place, line in enumerate(lines):
        out.append(line)
        if place < len(seen["asked"]):
            out += [f"    {words}" for words in details(seen["asked"][place], campaign.catalog, lang)]
    if not out:
        out.append(Scribe(campaign.catalog, lang).term("campaign_record.stage.over") + ".")
    return "\n".join(out) + "\n"


def details(asked: Asked, catalog: Catalog, lang: Language) -> Iterator[str]:
    """Options, wares or the form of a question; nothing for those who may not see them."""
    scribe = Scribe(catalog, lang)
    context = asked.get("context", {})
    yield from _circumstances(scribe, asked, context)
    if asked["kind"] == "choose" and "options" in asked:
        yield from numbered(
            {option: option_words(scribe, option, context) for option in asked["options"]},
        )
    elif asked["kind"] == "buy" and "shelf" in asked:
        yield from numbered(
            {ware["id"]: f"{thing(catalog, lang, ware['id'])}  [{ware['price']}]" for ware in asked["shelf"]}
        )
    elif asked["kind"] == "report" and "form" in asked:
        for number, unit in enumerate(context.get("units", ()), 1):
            yield f"{number:>3}  {_unit(scribe, {'piece': unit} if isinstance(unit, str) else unit)}"
        yield json.dumps(example(asked), ensure_ascii=False)


def by_place(options: Iterable[str]) -> bool:
    """May an option be named by its place in the list? Not where options are numbers themselves."""
    return not any(option.isdecimal() for option in options)


def numbered(options: Mapping[str, str]) -> Iterator[str]:
    """Options in words, each after what is typed for it: its place, or the option where it is a number."""
    places = by_place(options)
    if not places and all(option == words for option, words in options.items()):
        yield "  " + ", ".join(options)
        return
    for place, (option, words) in enumerate(options.items(), 1):
        mark = str(place) if places else option
        yield f"{mark:>3}  {words}"


def _circumstances(scribe: Scribe, asked: Asked, context: Mapping[str, Any]) -> Iterator[str]:
    """What the seat should know before it answers."""
    if asked.get("budget") is not None:
        yield scribe.term("campaign_record.budget").format(number=asked["budget"])
    if "asset" in context:
        yield scribe.term("campaign_record.asset_price").format(**context)
    if "limit" in context:
        yield scribe.term("campaign_record.room").format(number=context["limit"])
    if "resource" in context:
        resource = scribe.catalog.campaigns["gastadores"].resources[context["resource"]]
        yield f"{resource.title[scribe.lang]}. {resource.summary[scribe.lang]}"


def option_words(scribe: Scribe, option: str, context: Mapping[str, Any]) -> str:
    """An option with what the context knows of it: price, or the survivor it stands for."""
    if unit := context.get("survivors", {}).get(option):
        return _unit(scribe, unit)
    words = thing(scribe.catalog, scribe.lang, option)
    price = context.get("prices", {}).get(option)
    return f"{words}  [{price}]" if price is not None else words


def _unit(scribe: Scribe, unit: Mapping[str, Any]) -> str:
    words = thing(scribe.catalog, scribe.lang, unit["piece"])
    if unit.get("weapon"):
        words += f" + {thing(scribe.catalog, scribe.lang, unit['weapon'])}"
    return f"{words} ({scribe.term('campaign_record.veteran')})" if unit.get("veteran") else words


def example(asked: Asked) -> Any:
    """An answer of the right form."""
    if asked["ask"] == "reinforcement_spaces":
        return list(range(1, len(asked["context"]["units"]) + 1))
    if asked["ask"] == "placement":
        return arrange_units(asked["context"], lambda count: 0)
    if asked["ask"] == "fortification_placement":
        return arrange_works(asked["context"], lambda count: 0)
    sample: dict[str, Any] = {
        "winner": "axis",
        "ended": asked["context"]["endings"][0],
        "marker": 3,
        "initiative": "allied",
    }
    if asked["context"]["brought"] is not None:
        piece = next(iter(asked["context"]["brought"]["axis"]))
        unit = {"piece": piece, "weapon": None, "veteran": False}
        sample["survivors"] = {"axis": [unit], "allied": []}
    return sample
