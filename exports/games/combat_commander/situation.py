"""Title, date and place, and the situation of a battle in two or three sentences, from its facts.

The same facts always give the same words. No hidden facts are used: every seat reads the same text.
"""

from __future__ import annotations

import re
from datetime import date as Day
from zlib import crc32

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.hexes import span

from .forces import count_works
from .messages import Card, Scribe

BIG_LEAD_VP = 12
AN_ARTICLE = re.compile(r"a\(n\)(?= [aeiou])", re.IGNORECASE)  # the English article before a vowel
#: Role of each posture in the text, the most active first.
ROLES = {
    "attack": "attacks",
    "banzai": "attacks",
    "invader": "attacks",
    "recon": "scouts",
    "defend": "defends",
}


def card_title(card: Card, scribe: Scribe) -> str:
    """Return the card's own title, or one derived from its facts."""
    if own := scribe.text(card.get("title")):
        return own
    pool = _list_titles(card, scribe)
    return pool[crc32(_title_seed(card).encode()) % len(pool)]


def _title_seed(card: Card) -> str:
    sides = [card["sides"][side] for side in SIDES]
    forces = [f"{one['faction']}{one['chit']}{one['size']}{sorted(one['leaders'])}" for one in sides]
    return f"{card['year']}{card['map']['number']}{forces}{card['marker']}{card['objectives']['open']}"


def _list_titles(card: Card, scribe: Scribe) -> list[str]:
    """Return every title that fits the facts."""
    postures = {card["sides"][side]["posture"] for side in SIDES}
    keys: list[str] = []
    for side in SIDES:
        kinds = count_works(card, side)
        keys += [kind for kind in ("wire", "mines", "trench", "bunker", "foxholes") if kind in kinds]
    if any(card["sides"][side]["radio"] for side in SIDES):
        keys.append("radio")
    if any(card["sides"][side].get("reinforcements") for side in SIDES):
        keys.append("later")
    if card["rules"].get("night", "none") != "none":
        keys.append("night")
    if card["marker"] is not None and abs(card["marker"]) >= BIG_LEAD_VP:
        keys.append("odds")
    keys += [letter for letter in card["objectives"]["open"] if letter in "VWX"]
    if postures == {"recon"}:
        keys += ["contact", "nobody", "patrols", "meeting"]
    elif "defend" in postures and len(postures) > 1:
        keys += ["hold", "push", "dawn"]
    else:
        keys += ["watch", "meeting"]
    titles = [scribe.phrase(f"title.{key}") for key in keys]
    return titles + _list_chit_titles(card, scribe)


def _list_chit_titles(card: Card, scribe: Scribe) -> list[str]:
    titles = []
    for letter in card["objectives"]["open"]:
        chit = scribe.catalog.chits.get(letter)
        if chit is not None and len(chit.objectives) == 1:
            titles.append(scribe.phrase("title.one", number=chit.objectives[0]))
        elif chit is not None and chit.objectives:
            titles.append(scribe.phrase("title.each"))
    return titles


def format_place(card: Card, scribe: Scribe) -> str:
    """Return date and place as on the card, or the year and the map."""
    when = format_date(card, scribe)
    where = scribe.text(card.get("place")) or _position(card, scribe) or _printed_place(card, scribe)
    sheet = scribe.map_name(card)
    return " · ".join(part for part in (when, where, sheet) if part)


def format_date(card: Card, scribe: Scribe) -> str:
    """Return the date with its year, even if the author left the year out."""
    date, year = str(card.get("date") or "").strip(), str(card["year"])
    if _is_day(date):
        return scribe.phrase("date_year", date=scribe.day(date), year=date[:4])
    if not date or year in date:
        return date or year
    return scribe.phrase("date_year", date=date, year=year) if date[-1].isalpha() else f"{date}, {year}"


def _is_day(date: str) -> bool:
    """Return whether a date has the format of campaigns: 1944-07-11."""
    try:
        return Day.fromisoformat(date).isoformat() == date
    except ValueError:
        return False


def _position(card: Card, scribe: Scribe) -> str:
    source = card.get("source", {})
    if not (source.get("campaign") and source.get("position")):
        return ""
    return scribe.term(f"position.{source['campaign']}.{source['position']}")


def _printed_place(card: Card, scribe: Scribe) -> str:
    """Return the place of a printed map; it is known in English only, so Spanish cards omit it."""
    sheet = scribe.catalog.maps.get(card["map"]["number"] or 0)
    if sheet is None or not sheet.place or scribe.lang != "en":
        return ""
    return sheet.place.partition(" (")[0]


def describe_situation(card: Card, scribe: Scribe) -> str:
    """Return the card's own text, or who meets whom, with what, and for what."""
    if own := scribe.text(card.get("situation")):
        return own
    sentences = [_describe_sides(card, scribe), _describe_means(card, scribe), _describe_stakes(card, scribe)]
    return " ".join(sentence for sentence in sentences if sentence)


def _describe_sides(card: Card, scribe: Scribe) -> str:
    """Return who does what to whom, by both postures."""
    roles = {side: ROLES[card["sides"][side]["posture"]] for side in SIDES}
    forces = {side: describe_force(card, scribe, side) for side in SIDES}
    sheet = _map_phrase(card, scribe)
    if roles["axis"] == roles["allied"]:
        return scribe.phrase(f"who_{roles['axis']}_both", year=card["year"], map=sheet, **forces)
    acting, facing = sorted(SIDES, key=lambda side: list(ROLES.values()).index(roles[side]))
    return scribe.phrase(
        f"who_{roles[acting]}_{roles[facing]}",
        year=card["year"],
        acting=forces[acting],
        facing=forces[facing],
        map=sheet,
        edge=scribe.phrase(f"edge.{card['map']['friendly_edge'][facing]}"),
    )


def _map_phrase(card: Card, scribe: Scribe) -> str:
    number = card["map"]["number"]
    if number is None:
        return scribe.phrase("custom_map", name=scribe.map_name(card))
    return scribe.phrase("the_map", number=number)


def _describe_means(card: Card, scribe: Scribe) -> str:
    """Return works, radios and reinforcements, or the zones if there are none."""
    parts: list[str] = []
    for side in SIDES:
        if total := count_works(card, side):
            words = scribe.list([scribe.works(kind, count) for kind, count in total.items()])
            parts.append(scribe.phrase("means_works", faction=scribe.faction(card, side), works=words))
    for side in SIDES:
        if radio := card["sides"][side]["radio"]:
            counter = scribe.catalog.counters.get(radio)
            caliber = radio.rpartition("_")[2].replace("mm", " mm") if counter else radio
            parts.append(scribe.phrase("means_radio", faction=scribe.faction(card, side), caliber=caliber))
    later = [scribe.faction(card, side) for side in SIDES if card["sides"][side].get("reinforcements")]
    if later:
        parts.append(scribe.phrase("means_later", who=scribe.list(later)))
    return _join_sentence(parts) if parts else _describe_zones(card, scribe)


def _describe_zones(card: Card, scribe: Scribe) -> str:
    sides = {card["sides"][side]["posture"]: side for side in SIDES}
    if set(sides) == {"attack", "defend"}:
        words = scribe.phrase(
            "means_depth",
            attacker_depth=scribe.zone(card, sides["attack"]),
            defender_depth=card["sides"][sides["defend"]]["setup"]["depth"],
        )
        return words + "."
    board = scribe.catalog.board
    between = span(board, card["map"]["friendly_edge"]["axis"]) - sum(
        card["sides"][side]["setup"]["depth"] for side in SIDES
    )
    return scribe.counted("means_gap", between, gap=scribe.depth(card, between)) + "." if between > 0 else ""


def _describe_stakes(card: Card, scribe: Scribe) -> str:
    parts: list[str] = []
    marker = card["marker"]
    if marker == 0:
        parts.append(scribe.phrase("stakes_even"))
    elif marker is not None:
        side = "axis" if marker > 0 else "allied"
        words = scribe.phrase("stakes_marker", faction=scribe.faction(card, side), value=abs(marker))
        parts.append(words)
    if card["sudden_death"] is not None:
        parts.append(scribe.phrase("stakes_death", death=card["sudden_death"]))
    return _join_sentence(parts)


def _join_sentence(parts: list[str]) -> str:
    if not parts:
        return ""
    words = "; ".join(parts)
    return words[0].upper() + words[1:] + "."


def describe_force(card: Card, scribe: Scribe, side: str) -> str:
    """Return a force in words: "an elite British company"."""
    force = card["sides"][side]
    nation = force["nationality"] or force["faction"].title()
    words = scribe.phrase(f"force.{force['size'] or 'any'}", nation=nation, grade=force["quality"])
    return AN_ARTICLE.sub("an", words).replace("a(n)", "a")
