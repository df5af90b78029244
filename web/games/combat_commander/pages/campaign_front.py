"""The front page of a campaign: the ladder of its positions, its leaders, and what a win would mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from exports.games.combat_commander.campaign_path import battle_path, current_position
from exports.games.combat_commander.graph import list_nodes, open_roads
from exports.games.combat_commander.messages import MessageFormatter
from generator.games.combat_commander.battle.state import SIDES
from generator.games.combat_commander.campaign.positions import POSTURES

from .card import draw_face

WIDTH, ROW_HEIGHT, MARGIN = 360.0, 46.0, 26.0  # units of the drawing, which fits a phone one to one
LINE_HEIGHT = 32.0  # of a position's line below the top of its row
MAX_STEP = 38.0  # between two battles
LEADER_SCALE = 1.1
BOXES = ("committed", "pool", "division", "exhausted")  # where a leader may be
Seen = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rung:
    """A position of the ladder."""

    title: str
    y: float
    now: bool


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle on the ladder."""

    number: int
    side: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """The positions from one end to the other, with the path of the front."""

    height: float
    rungs: tuple[Rung, ...]
    battles: tuple[Fought, ...]
    path: str  # points of the line through all battles
    now: tuple[float, float] | None
    words: str


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader with a record: where they are, their battles and victories."""

    counter: Markup
    name: str
    box: str
    battles: int
    won: int


def make_ladder(seen: Seen, formatter: MessageFormatter) -> Ladder:
    """Return the ladder of a campaign; printed scenarios are its rungs where it has no positions."""
    nodes = list_nodes(seen, formatter)
    current = current_position(seen) if seen["state"]["verdict"] is None else None
    rows = {node.name: n * ROW_HEIGHT for n, node in enumerate(nodes)}
    walked = battle_path(seen)
    step = min(MAX_STEP, (WIDTH - 2 * MARGIN) / max(1, len(walked)))
    fought = tuple(
        Fought(n, winner, round(MARGIN + (n - 1) * step, 1), rows[name] + LINE_HEIGHT)
        for n, (name, winner) in enumerate(walked, 1)
        if name in rows
    )
    now = (round(MARGIN + len(walked) * step, 1), rows[current] + LINE_HEIGHT) if current in rows else None
    stops = [(battle.x, battle.y) for battle in fought] + ([now] if now else [])
    titles = {node.name: place_name(seen, formatter, node.name) for node in nodes}
    return Ladder(
        height=len(nodes) * ROW_HEIGHT + 6,
        rungs=tuple(
            Rung(f"{titles[node.name]} · {node.sheet}", rows[node.name], node.name == current)
            for node in nodes
        ),
        battles=fought,
        path=" ".join(f"{x},{y}" for x, y in stops),
        now=now,
        words=formatter.format(
            "campaign_record.graph_alt",
            positions="; ".join(titles.values()),
            path=", ".join(f"{titles.get(name, name)} ({formatter.side(winner)})" for name, winner in walked)
            or titles.get(current or "", ""),
        ),
    )


def place_name(seen: Seen, formatter: MessageFormatter, position: str) -> str:
    """Return the name of a position, or the title of a printed scenario."""
    sheet = formatter.catalog.campaigns[seen["campaign"]]
    if position in sheet.positions:
        return formatter.text(sheet.positions[position].place)
    return formatter.format("campaign_record.scenario", number=position)


def list_prospects(seen: Seen, formatter: MessageFormatter) -> dict[str, list[str]]:
    """ST-C3.2, NO-C3.3: return what a win of the present battle would mean for each side."""
    lines: dict[str, list[str]] = {side: [] for side in SIDES}
    for road in open_roads(seen, formatter):
        postures = [formatter.term(f"posture.{posture}").lower() for posture in road.postures]
        how = f" ({formatter.list(postures)})" if len(postures) < len(POSTURES) else ""
        if road.end.startswith("won:"):
            words = formatter.term("campaign_front.won")
        elif road.end == road.start:
            words = formatter.term("campaign_front.stays")
        else:
            words = formatter.format("campaign_front.to", place=place_name(seen, formatter, road.end))
        lines[road.winner].append(f"{words}{how}")
    return lines


def list_leaders(seen: Seen, formatter: MessageFormatter, side: str) -> Iterator[Leader]:
    """Yield the leaders of a side with their battles and victories, those in the battle first."""
    state, factions = seen["state"], formatter.catalog.campaigns[seen["campaign"]].factions
    commands = [state["command"][side]] if "command" in state else []
    named = [(ref, "command") for ref in commands]
    named += [(ref, box) for box in BOXES for ref in state.get(box, {}).get(side, ())]
    for ref, box in named:
        fought = [past for past in state["history"] if box == "command" or ref in _committed(past, side)]
        yield Leader(
            draw_face(formatter, ref, side, factions[side], LEADER_SCALE),  # type: ignore[index]
            formatter.piece(ref).label,
            formatter.term(f"campaign_front.box.{box}"),
            len(fought),
            sum(past["winner"] == side for past in fought),
        )


def _committed(past: Mapping[str, Any], side: str) -> Sequence[str]:
    leaders: Sequence[str] = past["committed"].get(side, ())
    return leaders


def list_veterans(seen: Seen, formatter: MessageFormatter, side: str) -> Iterator[tuple[Markup, str]]:
    """ST-C3.4: yield the surviving units that come back, with their counter and name."""
    factions = formatter.catalog.campaigns[seen["campaign"]].factions
    for unit in seen["state"].get("reinforcements", {}).get(side, ()):
        name = formatter.piece(unit["piece"]).name
        words = f"{name} ({formatter.term('campaign_record.veteran')})" if unit["veteran"] else name
        yield draw_face(formatter, unit["piece"], side, factions[side], LEADER_SCALE), words  # type: ignore[index]
