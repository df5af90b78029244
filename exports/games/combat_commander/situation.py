"""Title, date and place, and the situation of a battle in two or three sentences, from its facts.

The same facts always give the same words. No hidden facts are used: every seat reads the same text.
"""

from __future__ import annotations

from datetime import date as Day

from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.hexes import span

from .forces import count_works
from .messages import Card, MessageFormatter, nation_of
from .title import ROLES, draw_title


def card_title(card: Card, formatter: MessageFormatter) -> str:
    """Return the card's own title, or one derived from its facts."""
    return formatter.text(card.get("title")) or draw_title(card, formatter)


def format_place(card: Card, formatter: MessageFormatter) -> str:
    """Return date and place as on the card, or the year and the map."""
    when = format_date(card, formatter)
    where = formatter.text(card.get("place")) or _position(card, formatter) or _printed_place(card, formatter)
    sheet = formatter.map_name(card)
    return " · ".join(part for part in (when, where, sheet) if part)


def format_matchup(card: Card, formatter: MessageFormatter) -> str:
    """Return who fights whom."""
    names = [formatter.faction(card, side) for side in SIDES]
    return f"{names[0]} {formatter.phrase('vs')} {names[1]}"


def format_date(card: Card, formatter: MessageFormatter) -> str:
    """Return the date with its year, even if the author left the year out."""
    date, year = str(card.get("date") or "").strip(), str(card["year"])
    if _is_day(date):
        return formatter.phrase("date_year", date=formatter.day(date), year=date[:4])
    if not date or year in date:
        return date or year
    return formatter.phrase("date_year", date=date, year=year) if date[-1].isalpha() else f"{date}, {year}"


def _is_day(date: str) -> bool:
    """Return whether a date has the format of campaigns: 1944-07-11."""
    try:
        return Day.fromisoformat(date).isoformat() == date
    except ValueError:
        return False


def _position(card: Card, formatter: MessageFormatter) -> str:
    source = card.get("source", {})
    if not (source.get("campaign") and source.get("position")):
        return ""
    return formatter.term(f"position.{source['campaign']}.{source['position']}")


def _printed_place(card: Card, formatter: MessageFormatter) -> str:
    """Return the place of a printed map; it is known in English only, so Spanish cards omit it."""
    sheet = formatter.catalog.maps.get(card["map"]["number"] or 0)
    if sheet is None or not sheet.place or formatter.lang != "en":
        return ""
    return sheet.place.partition(" (")[0]


def describe_situation(card: Card, formatter: MessageFormatter) -> str:
    """Return the card's own text, or who meets whom, with what, and for what."""
    if own := formatter.text(card.get("situation")):
        return own
    sentences = [
        _describe_sides(card, formatter),
        _describe_means(card, formatter),
        _describe_stakes(card, formatter),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _describe_sides(card: Card, formatter: MessageFormatter) -> str:
    """Return who does what to whom, by both postures."""
    roles = {side: ROLES[card["sides"][side]["posture"]] for side in SIDES}
    forces = {side: describe_force(card, formatter, side) for side in SIDES}
    sheet = _map_phrase(card, formatter)
    if roles["axis"] == roles["allied"]:
        return formatter.phrase(f"who_{roles['axis']}_both", year=card["year"], map=sheet, **forces)
    acting, facing = sorted(SIDES, key=lambda side: list(ROLES.values()).index(roles[side]))
    return formatter.phrase(
        f"who_{roles[acting]}_{roles[facing]}",
        year=card["year"],
        acting=forces[acting],
        facing=forces[facing],
        map=sheet,
        edge=formatter.phrase(f"edge.{card['map']['friendly_edge'][facing]}"),
    )


def _map_phrase(card: Card, formatter: MessageFormatter) -> str:
    number = card["map"]["number"]
    if number is None:
        return formatter.phrase("custom_map", name=formatter.map_name(card))
    return formatter.phrase("the_map", number=number)


def _describe_means(card: Card, formatter: MessageFormatter) -> str:
    """Return works, radios and reinforcements, or the zones if there are none."""
    parts: list[str] = []
    for side in SIDES:
        if total := count_works(card, side):
            words = formatter.list([formatter.works(kind, count) for kind, count in total.items()])
            parts.append(formatter.phrase("means_works", faction=formatter.faction(card, side), works=words))
    for side in SIDES:
        if radio := card["sides"][side]["radio"]:
            counter = formatter.catalog.counters.get(radio)
            caliber = radio.rpartition("_")[2].replace("mm", " mm") if counter else radio
            parts.append(
                formatter.phrase("means_radio", faction=formatter.faction(card, side), caliber=caliber)
            )
    later = [
        formatter.form("faction", card["sides"][side]["faction"], "the")
        for side in SIDES
        if card["sides"][side].get("reinforcements")
    ]
    if later:
        parts.append(formatter.phrase("means_later", who=formatter.list(later)))
    return _join_sentence(formatter, parts) if parts else _describe_zones(card, formatter)


def _describe_zones(card: Card, formatter: MessageFormatter) -> str:
    sides = {card["sides"][side]["posture"]: side for side in SIDES}
    if set(sides) == {"attack", "defend"}:
        words = formatter.phrase(
            "means_depth",
            attacker_depth=formatter.zone(card, sides["attack"]),
            defender_depth=card["sides"][sides["defend"]]["setup"]["depth"],
        )
        return words + "."
    board = formatter.catalog.board
    between = span(board, card["map"]["friendly_edge"]["axis"]) - sum(
        card["sides"][side]["setup"]["depth"] for side in SIDES
    )
    return (
        formatter.phrase("means_gap", count=between, gap=formatter.depth(card, between)) + "."
        if between > 0
        else ""
    )


def _describe_stakes(card: Card, formatter: MessageFormatter) -> str:
    parts: list[str] = []
    marker = card["marker"]
    if marker == 0:
        parts.append(formatter.phrase("stakes_even"))
    elif marker is not None:
        side = "axis" if marker > 0 else "allied"
        words = formatter.phrase("stakes_marker", faction=formatter.faction(card, side), value=abs(marker))
        parts.append(words)
    if card["sudden_death"] is not None:
        parts.append(formatter.phrase("stakes_death", death=card["sudden_death"]))
    return _join_sentence(formatter, parts)


def _join_sentence(formatter: MessageFormatter, parts: list[str]) -> str:
    if not parts:
        return ""
    words = formatter.list(parts, "semicolon")
    return words[0].upper() + words[1:] + "."


def describe_force(card: Card, formatter: MessageFormatter, side: str) -> str:
    """Return a force in words: "an elite British company"."""
    force = card["sides"][side]
    nation = force["nationality"] or nation_of(force["faction"])
    return formatter.phrase(f"force.{force['size'] or 'any'}", nation=nation, grade=force["quality"])
