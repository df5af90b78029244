"""A fight on its page: counters and markers on the map, the hand, the question, the tracks and the news."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import request, url_for
from flask_babel import gettext

from catalogs.games.combat_commander.model import Board
from exports.games.combat_commander.drawings.board import HEX_SIZE_POINTS
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.ground.map_sheet import FRAME_WIDTH
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.situation import card_title
from exports.kit.shapes import Point
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.play.analysis import analyse
from schemas.messages import say
from web.games.table_ui import TablePage
from web.http.request_context import language
from web.pages.prompts import describe_choice_count
from web.pages.template_helpers import describe_log
from web.service.tables import View

from ..request_context import formatter
from .page_text import term

COUNTER_SIZE, WEAPON_SIZE = 27.0, 15.0  # points on the map, whose hexes are 42 points high
STACK_STEP = 3.2  # points between two counters of a stack
MAX_VISIBLE = 4  # counters of one side in a hex that lie apart; all are listed when the stack is opened
MAX_NEWS, MIN_NEWS = 40, 8  # lines: of new events at most, and with older ones
WEAPON_OPTIONS = ("drop:", "give:", "take:")
HEX = re.compile(r"[A-Z]\d+")
CAMPAIGN_COOKIE = "campaign"  # link of the campaign that a fight belongs to, on the pages of that fight
SCENE = "fight"  # marks the questions of a fight
State = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Token:
    """A counter on the map, drawn from its upper left corner."""

    unit: State
    x: float
    y: float
    face: str  # address of its picture
    weapon: str
    words: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A marker in a hex: smoke, fire, fortification, objective."""

    hex: str
    x: float
    y: float
    kind: str
    value: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be chosen: where it lies, its words, and what it would bring."""

    id: str
    kind: str
    hex: str
    unit: str
    label: str
    sum: str  # what it costs and brings, in one line
    figure: str  # the one number shown on the map
    lines: str  # lines of sight: "B3-C5"
    able: str  # hexes of the units that would take part
    token: Token | None = None


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand, in words, with the answer that plays it."""

    card: State
    order: str
    action: str
    event: str
    trigger: str
    option: Option | None


@dataclass(frozen=True, slots=True)
class News:
    """An event: its hex, if it has one, and its words; fresh since the last answer."""

    hex: str
    words: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """The question to this seat."""

    prompt: State
    words: str
    about: str
    subjects: Sequence[Token]  # the units that it is about
    count: str  # how many may be chosen
    options: Sequence[Option]

    @property
    def many(self) -> bool:
        return not (self.prompt["least"] == self.prompt["most"] == 1)

    def of(self, *kinds: str) -> list[Option]:
        return [option for option in self.options if option.kind in kinds]

    @property
    def buttons(self) -> list[Option]:
        """Return the options that answer when pressed; 9.1: to keep a roll is the usual answer."""
        plain = [option for option in self.of("word") if not option.id.startswith(WEAPON_OPTIONS)]
        return plain[::-1] if self.prompt["ask"] == "reroll" else plain

    @property
    def weapons(self) -> list[Option]:
        """11.3: return the options to hand over or drop a weapon."""
        return [option for option in self.of("word") if option.id.startswith(WEAPON_OPTIONS)]

    @property
    def hexes(self) -> dict[str, list[Option]]:
        """Return the options that a hex of the map stands for."""
        places: dict[str, list[Option]] = {}
        for option in self.options:
            if option.hex:
                places.setdefault(option.hex, []).append(option)
        return places


def view_fight(view: View) -> TablePage:
    """Return the page of a fight as a seat sees it."""
    words, state = formatter(), view.state["state"]
    settings = view.state["settings"]
    tokens = list_tokens(state, words)
    ask = make_ask(view, tokens, words)
    over = state["over"]
    return TablePage(
        template="fights/board.html",
        question_context=SCENE,
        variables={
            "name": card_title(settings["card"], words) if settings.get("card") else "",
            "fight": state,
            "board_size": board_size(words.catalog.board),
            "hex_outline": outline_hex(words.catalog.board),
            "tokens": tokens,
            "spots": [*list_spots(state, words)],
            "centre": lambda hex_id: hex_centre(words.catalog.board, hex_id),
            "ask": ask,
            "hand": [make_card(card, ask, words) for card in state["hand"]],
            "told": list_news(view, words),
            "sides": {side: describe_side(state, side, words) for side in SIDES},
            "campaign": request.cookies.get(CAMPAIGN_COOKIE, ""),
            "own": state["seat"] if state["seat"] in SIDES else "",
            "over": over,
            "result": _analyse(view) if over else None,
            "tell": lambda event: words.sentence(f"note.{event['what']}", event["facts"]),
            "say": lambda message: say_words(message, words),
        },
    )


def _analyse(view: View) -> State:
    """Return how the odds went in a finished fight; cached, because the fight is replayed for it."""
    return view.live.cached("analysis", lambda: analyse(view.live.session))


def say_words(message: State | None, words: MessageFormatter) -> str:
    """Return a message of the rules in words."""
    return words.say(say(message["term"], **message.get("facts", {}))) if message else ""


@lru_cache(maxsize=8)
def board_size(board: Board) -> tuple[float, float]:
    """Return the width and height of the map's picture."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    return round(grid.wide + 2 * FRAME_WIDTH, 2), round(grid.tall + 2 * FRAME_WIDTH, 2)


@lru_cache(maxsize=4096)
def hex_centre(board: Board, hex_id: str) -> Point:
    """Return the centre of a hex in the picture, counted from the upper left corner."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    x, y = grid.centre(hex_id)
    return round(x + FRAME_WIDTH, 1), round(grid.tall + FRAME_WIDTH - y, 1)


@lru_cache(maxsize=8)
def outline_hex(board: Board) -> str:
    """Return the outline of a hex around the origin."""
    grid = HexGrid(board, HEX_SIZE_POINTS)
    hex_id = f"{board.columns[0]}1"
    x, y = grid.centre(hex_id)
    return " ".join(f"{corner_x - x:.1f},{y - corner_y:.1f}" for corner_x, corner_y in grid.corners(hex_id))


def picture_address(ref: str, side: str, faction: str, broken: bool) -> str:
    """Return the address of a counter's picture."""
    return url_for(
        "fight_pages.counter",
        side=side,
        faction=faction,
        ref=ref,
        face="broken" if broken else "front",
        lang=language(),
    )


def list_tokens(state: State, words: MessageFormatter) -> list[Token]:
    """Return the counters of both sides; those on the map with the lowest of each stack first."""
    stacks: dict[str, dict[str, list[State]]] = {}
    for unit in state["units"]:
        stacks.setdefault(unit["hex"] or "", {}).setdefault(unit["side"], []).append(unit)
    tokens: list[Token] = []
    for side, waiting in stacks.pop("", {}).items():
        tokens += _stack_tokens(waiting, (0.0, 0.0), state["sides"][side], words)
    for hex_id, by_side in sorted(stacks.items()):
        centre = hex_centre(words.catalog.board, hex_id)
        shared = len(by_side) > 1
        for place, (side, units) in enumerate(sorted(by_side.items(), reverse=True)):
            shift = (place - 0.5) * 17 if shared else 0.0
            tokens += _stack_tokens(units, (centre[0] + shift, centre[1]), state["sides"][side], words)
    return tokens


def _stack_tokens(
    units: Sequence[State], centre: Point, force: State, words: MessageFormatter
) -> Iterator[Token]:
    """3.1: lay the counters of a stack on each other, leaders on top."""
    rank = {"squad": 0, "team": 1, "leader": 2, "hero": 3}
    ordered = sorted(units, key=lambda unit: rank[unit["kind"]])
    visible = min(len(ordered), MAX_VISIBLE)
    for place, unit in enumerate(ordered):
        up = max(0, place - (len(ordered) - visible))
        offset = (up - (visible - 1) / 2) * STACK_STEP
        weapon = unit["weapon"]
        yield Token(
            unit,
            round(centre[0] + offset - COUNTER_SIZE / 2, 1),
            round(centre[1] - offset - COUNTER_SIZE / 2 + 1.5, 1),
            picture_address(unit["ref"], unit["side"], force["faction"], unit["broken"]),
            picture_address(weapon["ref"], unit["side"], force["faction"], weapon["broken"])
            if weapon
            else "",
            describe_unit(unit, words),
        )


def describe_unit(unit: State, words: MessageFormatter) -> str:
    """Return a unit in words: name, figures now, weapon and state."""
    names = {
        "fp": gettext("FP"),
        "range": gettext("range"),
        "move": gettext("movement"),
        "morale": gettext("morale"),
        "command": gettext("command"),
    }
    figures = [
        f"{name} {unit[key]}"
        for key, name in names.items()
        if unit[key] is not None and (key != "command" or unit["kind"] == "leader")
    ]
    if unit.get("cover"):
        figures.append(f"{gettext('cover')} {unit['cover']}")
    states = {
        "broken": gettext("broken"),
        "suppressed": gettext("suppressed"),
        "veteran": gettext("veteran"),
        "active": gettext("already activated"),
    }
    marks = [name for key, name in states.items() if unit[key]]
    weapon = unit["weapon"]
    if weapon:
        gun = words.thing(weapon["ref"])
        marks.append(f"{gun} ({gettext('out of action')})" if weapon["broken"] else gun)
    return f"{words.thing(unit['ref'])}: {', '.join([*figures, *marks])}"


def list_spots(state: State, words: MessageFormatter) -> Iterator[Spot]:
    """Return the markers on the map."""
    board = words.catalog.board
    for objective in state["objectives"]:
        for hex_id in objective["hexes"][:1]:
            x, y = hex_centre(board, hex_id)
            control = objective["control"] or "none"
            holder = words.term(f"side.{control}")
            text = f"{gettext('Objective')} {objective['number']}: {holder}"
            yield Spot(hex_id, x, y, f"objective of-{control}", str(objective["number"]), text)
    for hex_id, kind in state["works"].items():
        yield Spot(
            hex_id, *hex_centre(board, hex_id), f"work {kind}", kind, words.term(f"fortification.{kind}")
        )
    for hex_id in state["rubble"]:
        yield Spot(hex_id, *hex_centre(board, hex_id), "work rubble", "rubble", words.term("marker.rubble"))
    for hex_id, value in state["smoke"].items():
        yield Spot(hex_id, *hex_centre(board, hex_id), "smoke", str(value), words.term("marker.smoke"))
    for hex_id in state["blaze"]:
        yield Spot(hex_id, *hex_centre(board, hex_id), "blaze", "", words.term("marker.blaze"))


def make_ask(view: View, tokens: Sequence[Token], words: MessageFormatter) -> Ask | None:
    """Return the question to this seat, each option with its place and its odds."""
    state = view.state["state"]
    prompt = state["prompt"]
    if prompt is None or not view.yours:
        return None
    by_unit = {token.unit["id"]: token for token in tokens}
    options = [_make_option(option, by_unit, words) for option in prompt["options"]]
    return Ask(
        {**prompt, "number": view.live.number},
        words.term(f"ask.fight_{prompt['ask']}"),
        _describe_subject(prompt, state, words),
        [by_unit[unit] for unit in _list_subjects(prompt) if unit in by_unit],
        describe_choice_count({**prompt, "options": options}),
        options,
    )


def _make_option(option: State, by_unit: Mapping[str, Token], words: MessageFormatter) -> Option:
    preview = option.get("preview") or {}
    token = by_unit.get(option.get("unit") or "")
    hex_id = option.get("hex") or (
        (token.unit["hex"] or "") if token and option["kind"] in ("unit", "piece") else ""
    )
    members = {unit.removesuffix("w") for key in ("able", "units", "group") for unit in preview.get(key, ())}
    able = {by_unit[unit].unit["hex"] for unit in members if unit in by_unit} - {None}
    figure = ""
    if "chance" in preview:
        figure = f"{round(100 * preview['chance'])}%"
    elif "cost" in preview:
        figure = str(preview["cost"])
    return Option(
        option["id"],
        option["kind"],
        hex_id if option["kind"] != "card" else "",
        option.get("unit") or "",
        say_words(option["label"], words),
        say_words(preview.get("sum"), words),
        figure,
        " ".join(f"{line['from']}-{line['to']}" for line in preview.get("sight", ())),
        " ".join(sorted(able - {hex_id})),
        token,
    )


def _list_subjects(prompt: State) -> list[str]:
    subject = prompt.get("subject") or {}
    return [unit for unit in (*(subject.get("units") or ()), subject.get("unit")) if unit]


def _describe_subject(prompt: State, state: State, words: MessageFormatter) -> str:
    """Return what a question is about: unit, weapon or fortification, and the movement points left."""
    subject = prompt.get("subject") or {}
    units = {unit["id"]: unit for unit in state["units"]}
    named = [units[key] for key in _list_subjects(prompt) if key in units]
    parts = [words.thing(unit["ref"]) for unit in named]
    if subject.get("weapon"):
        parts.append(words.thing(subject["weapon"]))
    if subject.get("work"):
        parts.append(words.term(f"fortification.{subject['work']}"))
    if subject.get("hex"):
        parts.append(subject["hex"])
    if subject.get("left") is not None:
        parts.append(gettext("%(points)s movement points left", points=subject["left"]))
    return " · ".join(parts)


def make_card(card: State, ask: Ask | None, words: MessageFormatter) -> HandCard:
    """Return a card of the hand, with the option that plays it now."""
    options = ask.of("card") if ask else []
    number = str(card["number"])
    option = next((option for option in options if option.id.rpartition(":")[2] == number), None)
    return HandCard(
        card,
        words.term(f"order.{card['order']}"),
        words.term(f"action.{card['action']}"),
        words.term(f"event.{card['event']}"),
        words.term(f"trigger.{card['trigger']}") if card["trigger"] else "",
        option,
    )


def describe_side(state: State, side: str, words: MessageFormatter) -> dict[str, Any]:
    """Return the figures of a side for the tracks."""
    force = state["sides"][side]
    return {
        **force,
        "name": term(f"faction.{force['faction']}"),
        "lost": len(force["casualties"]),
        "fallen": ", ".join(words.thing(unit["ref"]) for unit in force["casualties"]),
        "level": state["players"][side],
    }


def list_news(view: View, words: MessageFormatter) -> list[News]:
    """Return the latest events; those since this seat last answered are fresh."""
    entries = view.live.table.entries
    own = next((n for n in reversed(view.by_people) if entries[n].seat == view.seat), -1)
    notes: list[Mapping[str, Any]] = []
    fresh, is_fresh, log = 0, True, view.log
    for place in range(len(log) - 1, -1, -1):
        line = log[place]
        if "what" in line:
            notes.append(line)
            fresh += is_fresh
        elif line["n"] <= own:
            is_fresh = False
        if len(notes) >= (MAX_NEWS if is_fresh else MIN_NEWS):
            break
    notes.reverse()
    lines = describe_log(notes, words.catalog, language(), view.state["settings"])
    return [
        News(_find_hex(note["facts"]), described.line.text, place >= len(notes) - fresh)
        for place, (note, described) in enumerate(zip(notes, lines, strict=True))
    ]


def _find_hex(facts: Mapping[str, Any]) -> str:
    place = facts.get("aim") or facts.get("hex")
    return place if isinstance(place, str) and HEX.fullmatch(place) else ""
