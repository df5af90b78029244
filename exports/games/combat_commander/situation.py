"""Title, date and place, and the situation of a battle in two or three sentences, from its facts alone.

The same facts always give the same words. Nothing hidden is used: every seat reads the same text.
"""

from __future__ import annotations

import re
from datetime import date as Day
from zlib import crc32

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.hexes import span

from .force import works
from .scribe import Card, Scribe

BIG_LEAD = 12
AN = re.compile(r"a\(n\)(?= [aeiou])", re.IGNORECASE)  # the English article before a vowel
#: What a posture makes of a side in the story, the most active first.
ROLES = {
    "attack": "attacks",
    "banzai": "attacks",
    "invader": "attacks",
    "recon": "scouts",
    "defend": "defends",
}


def title(card: Card, scribe: Scribe) -> str:
    """The card's own title, or one that its facts suggest."""
    if own := scribe.text(card.get("title")):
        return own
    pool = _titles(card, scribe)
    return pool[crc32(_facts(card).encode()) % len(pool)]


def _facts(card: Card) -> str:
    sides = [card["sides"][side] for side in SIDES]
    forces = [f"{one['faction']}{one['chit']}{one['size']}{sorted(one['leaders'])}" for one in sides]
    return f"{card['year']}{card['map']['number']}{forces}{card['marker']}{card['objectives']['open']}"


def _titles(card: Card, scribe: Scribe) -> list[str]:
    """Every title that fits the facts."""
    postures = {card["sides"][side]["posture"] for side in SIDES}
    keys: list[str] = []
    for side in SIDES:
        kinds = works(card, side)
        keys += [kind for kind in ("wire", "mines", "trench", "bunker", "foxholes") if kind in kinds]
    if any(card["sides"][side]["radio"] for side in SIDES):
        keys.append("radio")
    if any(card["sides"][side].get("reinforcements") for side in SIDES):
        keys.append("later")
    if card["rules"].get("night", "none") != "none":
        keys.append("night")
    if card["marker"] is not None and abs(card["marker"]) >= BIG_LEAD:
        keys.append("odds")
    keys += [letter for letter in card["objectives"]["open"] if letter in "VWX"]
    if postures == {"recon"}:
        keys += ["contact", "nobody", "patrols", "meeting"]
    elif "defend" in postures and len(postures) > 1:
        keys += ["hold", "push", "dawn"]
    else:
        keys += ["watch", "meeting"]
    found = [scribe.phrase(f"title.{key}") for key in keys]
    return found + _chit_titles(card, scribe)


def _chit_titles(card: Card, scribe: Scribe) -> list[str]:
    found = []
    for letter in card["objectives"]["open"]:
        chit = scribe.catalog.chits.get(letter)
        if chit is not None and len(chit.objectives) == 1:
            found.append(scribe.phrase("title.one", number=chit.objectives[0]))
        elif chit is not None and chit.objectives:
            found.append(scribe.phrase("title.each"))
    return found


def place_line(card: Card, scribe: Scribe) -> str:
    """Date and place as the card gives them; the year and the map where it gives none."""
    when = dated(card, scribe)
    where = scribe.text(card.get("place")) or _position(card, scribe) or _printed_place(card, scribe)
    sheet = scribe.map_name(card)
    return " · ".join(part for part in (when, where, sheet) if part)


def dated(card: Card, scribe: Scribe) -> str:
    """The date with its year, whether or not whoever typed it wrote the year too."""
    date, year = str(card.get("date") or "").strip(), str(card["year"])
    if _is_day(date):
        return scribe.phrase("date_year", date=scribe.day(date), year=date[:4])
    if not date or year in date:
        return date or year
    return scribe.phrase("date_year", date=date, year=year) if date[-1].isalpha() else f"{date}, {year}"


def _is_day(date: str) -> bool:
    """Whether it is written as a campaign writes its days: 1944-07-11."""
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
    """The place a map shows is noted in English only, so a Spanish card does without it."""
    sheet = scribe.catalog.maps.get(card["map"]["number"] or 0)
    if sheet is None or not sheet.place or scribe.lang != "en":
        return ""
    return sheet.place.partition(" (")[0]


def situation(card: Card, scribe: Scribe) -> str:
    """The card's own text, or who meets whom, with what, and for what."""
    if own := scribe.text(card.get("situation")):
        return own
    sentences = [_who(card, scribe), _means(card, scribe), _stakes(card, scribe)]
    return " ".join(sentence for sentence in sentences if sentence)


def _who(card: Card, scribe: Scribe) -> str:
    """Who does what to whom, by both postures."""
    roles = {side: ROLES[card["sides"][side]["posture"]] for side in SIDES}
    forces = {side: describe(card, scribe, side) for side in SIDES}
    sheet = _sheet(card, scribe)
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


def _sheet(card: Card, scribe: Scribe) -> str:
    number = card["map"]["number"]
    if number is None:
        return scribe.phrase("custom_map", name=scribe.map_name(card))
    return scribe.phrase("the_map", number=number)


def _means(card: Card, scribe: Scribe) -> str:
    """Works, radios, reinforcements; where there are none, how the zones lie."""
    parts: list[str] = []
    for side in SIDES:
        if total := works(card, side):
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
    return _sentence(parts) if parts else _zones(card, scribe)


def _zones(card: Card, scribe: Scribe) -> str:
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


def _stakes(card: Card, scribe: Scribe) -> str:
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
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    if not parts:
        return ""
    words = "; ".join(parts)
    return words[0].upper() + words[1:] + "."


def describe(card: Card, scribe: Scribe, side: str) -> str:
    """A force in words: "an elite British company"."""
    force = card["sides"][side]
    nation = force["nationality"] or force["faction"].title()
    words = scribe.phrase(f"force.{force['size'] or 'any'}", nation=nation, grade=force["quality"])
    return AN.sub("an", words).replace("a(n)", "a")
