"""View of a card in the scenario editor: choices of fields, map tools, and panels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any

from flask_babel import gettext
from markupsafe import Markup, escape

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Board, Rule
from exports.games.combat_commander.change_text import change_text
from exports.games.combat_commander.drawings.hexgrid import HexGrid
from exports.games.combat_commander.drawings.map import (
    FRAME_HEIGHT,
    LEGEND_HEIGHT,
    SIDE_MARGIN,
    draw_battle_map,
)
from exports.games.combat_commander.ground.drawing import BUILDING_KINDS, ROOF, TERRAIN_LOOKS
from exports.games.combat_commander.messages import MessageFormatter
from exports.kit.svg import to_svg
from generator.authoring import SEVERITIES
from generator.diff import Change
from generator.findings import Finding
from generator.games.combat_commander.authoring.actions import (
    CARD_PARTS,
    CARRIED_KINDS,
    CARRIER_KINDS,
    MARKER_TYPES,
)
from generator.games.combat_commander.authoring.checks import get_rule
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.authoring.form_reader import get_field_kind
from generator.games.combat_commander.authoring.pricing import get_piece_value
from generator.games.combat_commander.ground.card_ground import get_card_ground
from generator.games.combat_commander.hexes import all_hexes
from schemas.json_pointer import get, to_pointer
from schemas.messages import Message as Sentence

from .ground_view import HEX_SIZE_POINTS, HexNet, Spot, outline_hexes
from .page_text import Choice
from .style import css_colour

Card = Mapping[str, Any]
KINDS = ("squad", "team", "hero", "weapon")
MAX_SHORT_TEXT = 80  # characters that every text of a card may have
LEVELS = range(CARD_PARTS["custom_hex"]["properties"]["level"]["maximum"] + 1)
EXIT_VALUES = range(CARD_PARTS["exit_point"]["properties"]["value"]["maximum"] + 1)
FIELD_LABEL = re.compile(r'<label for="f(/[^"]*)">(.*?)</label>', re.DOTALL)
FIELD_NAME = re.compile(r'<(?:input|select|textarea)\b[^>]*\bid="f(/[^"]*)"[^>]*\baria-label="([^"]*)"')
TAGS = re.compile(r"<[^>]*>")
FIELD_ID = re.compile(r'\bid="f(/[^"]*)"')


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under a heading."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A finding in words, with the field it links to."""

    severity: str
    code: str
    place: str
    rule: str
    sentence: str
    field: str
    fix: str


class Bench:
    """A card in the editor, in one language."""

    def __init__(self, card: Card, formatter: MessageFormatter) -> None:
        self.card = card
        self.formatter = formatter
        self.catalog: Catalog = formatter.catalog

    def name(self, ref: str) -> str:
        """Return a piece in words."""
        return self.formatter.name("piece", ref)

    def say(self, message: Sentence) -> str:
        """Return a sentence in words."""
        return self.formatter.say(message)

    def change(self, change: Change) -> str:
        """Return a difference between two versions in words."""
        return change_text(change, self.formatter)

    def factions(self, side: str) -> list[Choice]:
        own = [faction for faction in self.catalog.factions.values() if faction.side == side]
        return [Choice(faction.id, self.formatter.term(f"faction.{faction.id}")) for faction in own]

    def maps(self) -> list[int]:
        return list(self.catalog.maps)

    def leaders(self, side: str) -> list[Choice]:
        """Return the leaders of a side's faction with their values."""
        faction = self.card["sides"][side]["faction"]
        own = [leader for leader in self.catalog.leaders.values() if leader.faction == faction]
        return [
            Choice(leader.ref, f"{self.name(leader.ref)} · {leader.points}")
            for leader in sorted(own, key=lambda leader: (-leader.points, leader.id))
        ]

    def counters(self, side: str) -> list[Group]:
        """Return the counters of a side's faction by kind, with their values."""
        return [self._group(side, kind) for kind in KINDS]

    def _group(self, side: str, kind: str) -> Group:
        faction = self.card["sides"][side]["faction"]
        own = [
            counter
            for counter in self.catalog.counters.values()
            if counter.kind == kind and counter.faction in (faction, "common")
        ]
        return Group(
            self.formatter.term(f"kinds.{kind}"),
            tuple(
                Choice(
                    counter.ref,
                    f"{self.name(counter.ref)} · {get_piece_value(self.catalog, counter.ref, faction) or 0}",
                )
                for counter in own
            ),
        )

    def radios(self, side: str) -> list[Choice]:
        faction = self.card["sides"][side]["faction"]
        return [
            Choice(radio.ref, f"{self.name(radio.ref)} · {radio.points}")
            for radio in self.catalog.counters.values()
            if radio.kind == "radio" and radio.faction in (faction, "common")
        ]

    def there(self, side: str, kinds: Iterable[str]) -> list[Choice]:
        """Return the pieces of some kinds that a side has on the card, at the start or later."""
        from generator.games.combat_commander.authoring.force import list_lots

        refs = {
            lot.ref: None
            for lot in list_lots(self.card, side, self.catalog)  # type: ignore[arg-type]
            if lot.kind in kinds
        }
        return [Choice(ref, self.name(ref)) for ref in refs]

    def weapons(self, side: str) -> list[Choice]:
        return self.there(side, CARRIED_KINDS)

    def carriers(self, side: str) -> list[Choice]:
        return self.there(side, CARRIER_KINDS)

    def works(self) -> list[Choice]:
        return [
            Choice(kind, self.formatter.term(f"fortification.{kind}")) for kind in self.catalog.fortifications
        ]

    def chits(self) -> list[Choice]:
        return [Choice(letter, self.formatter.term(f"chit.{letter}")) for letter in self.catalog.chits]

    def rules(self, kind: str) -> list[Rule]:
        return [rule for rule in self.catalog.rules.values() if rule.kind == kind]

    def rule_groups(self) -> list[tuple[str, list[Rule]]]:
        """Return the rules that can be selected one by one, grouped by module."""
        groups: dict[str, list[Rule]] = {}
        for rule in self.catalog.rules.values():
            if rule.kind in ("rule", "house", "formation"):
                module = self.catalog.rules.get(rule.module or "")
                title = (
                    module.title[self.formatter.lang]
                    if module
                    else self.formatter.term(f"rule_kind.{rule.kind}")
                )
                groups.setdefault(title, []).append(rule)
        return list(groups.items())

    def tools(self) -> list[Group]:
        """Return the things that can be placed on the map with a click."""
        term = self.formatter.term
        groups = []
        for side in SIDES:
            pieces = self.there(side, (*CARRIER_KINDS, *CARRIED_KINDS))
            choices = [Choice(f"piece:{side}:{choice.value}", choice.label) for choice in pieces]
            choices += [Choice(f"work:{side}:{choice.value}", choice.label) for choice in self.works()]
            groups.append(Group(self.formatter.faction(self.card, side), tuple(choices)))
        spots = [
            Choice(f"objective:{n}", f"{term('card.objective')} {n}") for n in self.catalog.board.objectives
        ]
        groups.append(Group(term("card.objectives"), tuple(spots)))
        groups.append(
            Group(
                term("card.markers"), tuple(Choice(f"marker:{m}", term(f"marker.{m}")) for m in MARKER_TYPES)
            )
        )
        exits = tuple(
            Choice(f"exit:{value}", f"{term('card.exit_points')}: {value}") for value in EXIT_VALUES
        )
        groups.append(Group(term("card.exit_points"), exits))
        return [*groups, *self._ground()] if self.card["map"].get("custom") else groups

    def _ground(self) -> list[Group]:
        term = self.formatter.term
        kinds: dict[str, list[Choice]] = {"type": [], "feature": [], "side": []}
        for row in self.catalog.terrain.values():
            if row.kind == "side":
                kinds["side"] += [
                    Choice(f"side:{row.id}:{edge}", f"{term(f'terrain.{row.id}')} · {edge}")
                    for edge in self.catalog.board.edges
                ]
            elif row.kind in kinds:
                tool = "terrain" if row.kind == "type" else "feature"
                kinds[row.kind].append(Choice(f"{tool}:{row.id}", term(f"terrain.{row.id}")))
        groups = [Group(term(f"terrain_kind.{kind}"), tuple(choices)) for kind, choices in kinds.items()]
        levels = tuple(Choice(f"level:{level}", f"{term('terrain.hill')}: {level}") for level in LEVELS)
        return [*groups, Group(term("terrain.hill"), levels)]

    def palette(self) -> list[tuple[Choice, str]]:
        """Return the terrain to paint with and its colours.

        Terrain of a module is offered only on cards with that module.
        """
        modules = (None, *self.card["rules"].get("modules", ()))
        rows = [row for row in self.catalog.terrain.values() if row.kind == "type" and row.module in modules]
        paper = {"open": "#ffffff", **dict.fromkeys(BUILDING_KINDS, css_colour(ROOF))}
        return [
            (
                Choice(f"terrain:{row.id}", self.formatter.term(f"terrain.{row.id}")),
                css_colour(TERRAIN_LOOKS[row.id].tint)
                if row.id in TERRAIN_LOOKS
                else paper.get(row.id, "#ffffff"),
            )
            for row in rows
        ]

    def map(self) -> Markup:
        """Draw the map as it will print."""
        return Markup(to_svg(draw_battle_map(self.card, self.formatter, HEX_SIZE_POINTS), "", "map"))

    def spots(self) -> tuple[str, tuple[Spot, ...]]:
        """Return the frame of the map and its hexes, to lay over the picture."""
        frame, hexes = hex_net(self.catalog.board, self.card["map"]["orientation"] == "wide")
        inside = self._inside()
        return frame, tuple(
            Spot(hex_id, points, f"{hex_id}: {', '.join(inside[hex_id])}" if hex_id in inside else hex_id)
            for hex_id, points in hexes
        )

    def _inside(self) -> dict[str, list[str]]:
        """Return the contents of each hex in words."""
        contents: dict[str, list[str]] = {}
        term = self.formatter.term
        ground = get_card_ground(self.catalog, self.card)
        for hex_id, kinds in ground.terrain.items() if ground else ():
            contents.setdefault(hex_id, []).extend(term(f"terrain.{kind}") for kind in kinds)
        for hex_id, level in ground.levels.items() if ground else ():
            contents.setdefault(hex_id, []).append(self.formatter.format("ground.level", n=level))
        for number, hex_id in (self.card["map"].get("objectives") or {}).items():
            contents.setdefault(hex_id, []).append(f"{term('card.objective')} {number}")
        for row in self.card["fortifications"]:
            for hex_id in row.get("hexes", ()):
                contents.setdefault(hex_id, []).append(term(f"fortification.{row['type']}"))
        for row in self.card.get("markers", ()):
            contents.setdefault(row["hex"], []).append(term(f"marker.{row['type']}"))
        for side in SIDES:
            for row in self.card["sides"][side]["setup"].get("fixed", ()):
                contents.setdefault(row["hex"], []).extend(
                    map(self.name, (*row["leaders"], *row["counters"]))
                )
        return contents


@lru_cache(maxsize=4)
def hex_net(board: Board, wide: bool) -> HexNet:
    """Return the frame and the outlines of all hexes, in the coordinates of the map picture."""
    grid, bottom = HexGrid(board, HEX_SIZE_POINTS, not wide), FRAME_HEIGHT + LEGEND_HEIGHT
    return outline_hexes(board, grid, SIDE_MARGIN, bottom, grid.tall + FRAME_HEIGHT + bottom)


def list_fields(html: str) -> frozenset[str]:
    """Return the places for which a form has a field or a heading."""
    return frozenset(place.replace("&#34;", '"').replace("&amp;", "&") for place in FIELD_ID.findall(html))


def list_labels(html: str) -> dict[str, str]:
    """Return the label of every field of a form, by its place."""
    named = FIELD_NAME.findall(html) + FIELD_LABEL.findall(html)
    return {unescape(place): unescape(TAGS.sub("", words)).strip() for place, words in reversed(named)}


def mark_fields(html: str, messages: Iterable[Message]) -> Markup:
    """Write each error below its field, for readers without a script too."""
    for message in messages:
        if message.severity != "error" or not message.field:
            continue
        field = str(escape(message.field))
        tag = re.search(rf'<(input|select|textarea)\b[^>]*\bid="{re.escape(field)}"[^>]*>', html)
        if tag is None or "aria-invalid" in tag[0]:
            continue
        end = tag.end() if tag[1] == "input" else html.index(f"</{tag[1]}>", tag.end()) + len(tag[1]) + 3
        opened = f'{tag[0][:-1]} aria-invalid="true" aria-describedby="why-{field}" data-mark="error">'
        words = Markup('<p class="at-field" id="why-{}">{}</p>').format(message.field, message.sentence)
        html = f"{html[: tag.start()]}{opened}{html[tag.end() : end]}{words}{html[end:]}"
    return Markup(html)


def find_nearest_field(place: str, fields: frozenset[str]) -> str:
    """Return the field of a place, or of the nearest enclosing place."""
    while place and place not in fields:
        place = place.rpartition("/")[0]
    return f"f{place}" if place else ""


def describe_findings(findings: Iterable[Finding], form: str, bench: Bench) -> list[Message]:
    """Return the findings in words, most severe first; ``form`` is the page of the card's fields."""
    fields, labels = list_fields(form), list_labels(form)
    return [
        Message(
            finding.severity,
            finding.code,
            to_pointer(finding.place),
            get_rule(finding.code),
            _describe_value(finding, labels, bench) or bench.say(finding.message),
            find_nearest_field(to_pointer(finding.place), fields),
            bench.say(finding.remedy) if finding.remedy else "",
        )
        for finding in sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
    ]


def _describe_value(finding: Finding, labels: Mapping[str, str], bench: Bench) -> str:
    """Describe a value that its field cannot hold: "Objective 1: there is no hex Z99."."""
    label = labels.get(to_pointer(finding.place))
    if finding.message.key != "finding.structure" or not label:
        return ""
    problem, expected = finding.message.facts["problem"], finding.message.facts["expected"]
    board, given = bench.catalog.board, str(problem.facts.get("value", "")).strip('"')
    words = ""
    if get_field_kind(to_pointer(finding.place)) == "hex" or finding.place[-1] == "hex":
        hexes = all_hexes(board)
        label = label.partition(":")[0]
        words = gettext(
            "there is no hex %(hex)s. Hexes go from %(first)s to %(last)s.",
            hex=given,
            first=hexes[0],
            last=hexes[-1],
        )
    elif "integer" in expected.facts.get("kinds", ()):
        words = gettext("enter a number.")
    elif problem.key == "wrong.too_low":
        words = gettext(
            "%(given)s is too low; the least is %(limit)s.", given=given, limit=expected.facts["least"]
        )
    elif problem.key == "wrong.too_high":
        words = gettext(
            "%(given)s is too high; the most is %(limit)s.", given=given, limit=expected.facts["most"]
        )
    elif isinstance(text := get(bench.card, to_pointer(finding.place)), str) and len(text) > MAX_SHORT_TEXT:
        words = gettext("this text is too long.")
    if not words:
        return ""
    side = finding.place[1] if finding.place[0] == "sides" else ""
    return f"{bench.formatter.term(f'side.{side}')}, {label}: {words}" if side else f"{label}: {words}"
