"""The record of a campaign: one page with the state of everything, the path so far, and the history.

It is made from what a seat may see of it (``view`` in the campaign's rules), as PDF and as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from exports.kit.log import format_log_line
from exports.kit.sheet import Bullets, Facts, Heading, Paragraph, Part, Sheet
from exports.kit.text import write_text
from generator.games.combat_commander.authoring.force import SIDES
from generator.games.combat_commander.campaign.registry import campaigns

from .campaign_path import Seen, battle_path, current_position
from .messages import MessageFormatter

if TYPE_CHECKING:
    from generator.games.combat_commander.campaign.correction import Correction
    from generator.games.combat_commander.campaign.outlook import Outlook

Fact = tuple[str, str]  # name, value
REPORTED_BY_FIGHT, REPORTED_BY_CHANCE = "fight", "unfought"  # reporters of battles that no person reported


@dataclass(frozen=True, slots=True)
class BattleEntry:
    """A battle of the history: its head line, and its consequences."""

    number: int
    position: str
    winner: Side
    head: str
    rest: str


@dataclass(frozen=True, slots=True)
class Record:
    """The content of the page, in words."""

    title: str
    standing: str
    general: tuple[Fact, ...]
    sides: Mapping[Side, tuple[Fact, ...]]
    history: tuple[BattleEntry, ...]
    asked: tuple[str, ...]
    below: str


def make_record(seen: Seen, catalog: Catalog, lang: Language, *, named: bool = False) -> Record:
    """Return the record in words; ``named`` gives positions by their names, where there is room for them."""
    formatter = MessageFormatter(catalog, lang)
    state, name = seen["state"], formatter.term(f"campaign.{seen['campaign']}")
    return Record(
        title=f"{name} · {formatter.term('campaign_record.title')}",
        standing=_format_standing(formatter, state),
        general=tuple(list_general_facts(formatter, seen)),
        sides={side: tuple(_list_side_facts(formatter, seen, side)) for side in SIDES},
        history=tuple(
            _make_battle(formatter, seen, past, by, named)
            for past, by in zip_longest(state["history"], _reporters(state))
        ),
        asked=tuple(list_questions(seen, catalog, lang)),
        below=_footer(formatter, seen),
    )


def list_questions(seen: Seen, catalog: Catalog, lang: Language) -> list[str]:
    """Return which questions are open, and for whom."""
    formatter = MessageFormatter(catalog, lang)
    lines = [
        formatter.format(
            "campaign_record.asked",
            seat=formatter.term(f"seat.{asked['seat']}"),
            ask=formatter.term(f"ask.{asked['ask']}"),
            rule=asked["rule"],
        )
        for asked in seen["asked"]
    ]
    for seat in seen["sealed"]:
        lines.append(formatter.format("campaign_record.sealed", seat=formatter.term(f"seat.{seat}")))
    if not lines and not seen["finished"]:
        lines.append(formatter.term("campaign_record.nothing_asked"))
    return lines


def _format_standing(formatter: MessageFormatter, state: Mapping[str, Any]) -> str:
    verdict = state["verdict"]
    if verdict is not None:
        grade = formatter.term(f"victory.{verdict['grade']}")
        over = formatter.term("campaign_record.stage.over")
        outcome = formatter.format(
            "campaign_record.verdict", side=formatter.side(verdict["winner"]), grade=grade
        )
        return f"{over}. {outcome}."
    return formatter.format(f"campaign_record.stage.{state['stage']}", battle=state["battle"]) + "."


def list_general_facts(formatter: MessageFormatter, seen: Seen) -> list[Fact]:
    """Return the facts that belong to neither side."""
    state, campaign = seen["state"], formatter.catalog.campaigns[seen["campaign"]]
    unit = "phase" if campaign.scenarios else "battle"
    facts = [(formatter.term(f"campaign_word.{unit}"), str(state["battle"]))]
    if position := state.get("position"):
        sheet = campaign.positions[position]
        where = formatter.format("campaign_record.map", number=sheet.map)
        facts.append(
            (formatter.term("campaign_word.position"), f"{formatter.text(sheet.place)} ({position}, {where})")
        )
    if state.get("scenario"):
        facts.append(
            (
                formatter.term("campaign_record.graph"),
                formatter.format("campaign_record.scenario", number=state["scenario"]),
            )
        )
    if "date" in state:
        facts.append((formatter.term("campaign_word.date"), formatter.day(state["date"])))
    if "air_superiority" in state:
        air = formatter.term(f"air.{state['air_superiority']}")
        facts.append((formatter.term("campaign_word.air_superiority"), air))
    if "urban_sniper" in state:
        facts.append(
            (
                formatter.term("campaign_word.urban_sniper"),
                formatter.term(f"campaign_word.{state['urban_sniper']}"),
            )
        )
    return facts


def _list_side_facts(formatter: MessageFormatter, seen: Seen, side: Side) -> list[Fact]:
    """Return the facts of a side."""
    state, facts = seen["state"], []
    if "wins" in state:
        facts.append((formatter.term("campaign_word.wins"), str(state["wins"][side])))
    if "net" in state:
        facts.append((formatter.term("campaign_word.net_vp"), f"{state['net'][side]:+d}"))
    if "quality" in state:
        grade = formatter.term(f"quality.{state['quality'][side]}")
        facts.append((formatter.term("campaign_word.quality"), grade))
    if "command" in state:
        leader = formatter.piece(state["command"][side]).label
        facts.append((formatter.term("campaign_record.command"), leader))
    for box, key in (
        ("pool", "force.pool"),
        ("committed", "campaign_record.in_battle"),
        ("division", "force.division"),
        ("exhausted", "force.exhausted"),
    ):
        if box in state:
            facts.append((formatter.term(key), _format_leaders(formatter, seen, state[box][side])))
    if "reinforcements" in state:
        facts.append(
            (formatter.term("force.reinforcements"), _format_units(formatter, state["reinforcements"][side]))
        )
    campaign = formatter.catalog.campaigns[seen["campaign"]]
    points = state.get("fortification_points", {}).get(side, 0)
    had = _points_at_start(campaign.figures, side)
    if had:
        words = formatter.format("campaign_record.of", number=points, all=had)
        facts.append((formatter.term("campaign_word.fortification_points"), words))
    for asset in campaign.assets.values():
        if asset.side == side:
            left = state["assets"][asset.id]
            words = formatter.format("campaign_record.of", number=left, all=asset.points)
            facts.append((formatter.term(f"asset.{asset.id}"), words))
    for name in state.get("resources", {}).get(side, ()):
        facts.append((formatter.term("campaign_word.resource"), formatter.thing(name)))
    return facts


def _points_at_start(figures: Any, side: Side) -> int:
    fortification = getattr(figures, "fortification", None)
    return int(fortification.points[side]) if fortification else 0


def _format_leaders(formatter: MessageFormatter, seen: Seen, leaders: Sequence[str]) -> str:
    """Return leaders with the letter of their force: "Sgt Esser (D)"."""
    forces = formatter.catalog.campaigns[seen["campaign"]].forces.values()
    letters = {force.leaders[0]: force.letter for force in forces if force.letter}
    names = [f"{formatter.piece(ref).label} ({letters[ref]})" for ref in leaders]
    return ", ".join(names) or formatter.term("campaign_record.none")


def _format_units(formatter: MessageFormatter, units: Sequence[Mapping[str, Any]]) -> str:
    words = []
    for unit in units:
        marks = [formatter.piece(unit["piece"]).name]
        if unit["weapon"]:
            marks.append(f"+ {formatter.piece(unit['weapon']).name}")
        if unit["veteran"]:
            marks.append(f"({formatter.term('campaign_record.veteran')})")
        words.append(" ".join(marks))
    return ", ".join(words) or formatter.term("campaign_record.none")


def _reporters(state: Mapping[str, Any]) -> list[str | None]:
    """Return who reported each battle, if known."""
    return list(state.get("reported", ()))[: len(state["history"])]


def _format_reporter(formatter: MessageFormatter, past: Mapping[str, Any], by: str | None) -> str:
    """Return whether an unreported battle was fought by bots, or why it was left to chance."""
    if by == REPORTED_BY_FIGHT:
        return formatter.term("campaign_record.by_fight")
    if by != REPORTED_BY_CHANCE:
        return ""
    if past["map"] is None:
        return formatter.term("campaign_record.by_chance.scenario")
    if str(past["map"]) not in formatter.catalog.ground:
        return formatter.format("campaign_record.by_chance.map", number=past["map"])
    return formatter.term("campaign_record.by_chance")


def _format_position(formatter: MessageFormatter, seen: Seen, position: str, named: bool) -> str:
    positions = formatter.catalog.campaigns[seen["campaign"]].positions
    return formatter.text(positions[position].place) if named and position in positions else position


def _make_battle(
    formatter: MessageFormatter, seen: Seen, past: Mapping[str, Any], by: str | None, named: bool
) -> BattleEntry:
    winner: Side = past["winner"]
    posture = past["postures"].get(winner)
    who: str = formatter.side(winner)
    if posture:
        who = f"{who} ({formatter.form('posture', posture, 'inline')})"
    parts = [
        f"{past['battle']}. {_format_position(formatter, seen, past['position'], named)}",
        formatter.day(past["date"]) if past["date"] else "",
        formatter.format("campaign_record.won_by", winner=who),
        formatter.form("ended", past["ended"], "inline"),
        formatter.format("campaign_record.marker", marker=formatter.marker(past["marker"])),
        _format_reporter(formatter, past, by),
    ]
    head = " · ".join(part for part in parts if part)
    rest = "; ".join(_list_consequences(formatter, seen, past, named))
    return BattleEntry(past["battle"], past["position"], winner, head, rest)


def _list_consequences(
    formatter: MessageFormatter, seen: Seen, past: Mapping[str, Any], named: bool
) -> list[str]:
    """Return who was committed, and the consequences of the battle."""
    parts = []
    for side, leaders in past["committed"].items():
        if leaders:
            names = ", ".join(formatter.piece(ref).label for ref in leaders)
            committed = formatter.format("campaign_record.committed", leaders=names)
            parts.append(f"{formatter.side(side)}: {committed}")
    events = past["events"]
    if "net" in events:
        parts.append(formatter.format("campaign_record.net", value=f"{events['net']:+d}"))
    parts += [formatter.thing(name) for name in events.get("in_force", ())]
    parts += [formatter.term(f"asset.{name}") for name, spent in events.get("assets", {}).items() if spent]
    if next_position := events.get("next_position"):
        place = _format_position(formatter, seen, next_position, named)
        parts.append(formatter.format("campaign_record.next", position=place))
    for side, grade in events.get("quality_changed", {}).items():
        parts.append(f"{formatter.side(side)}: {formatter.form('quality', grade, 'inline')}")
    for side in SIDES:
        if kept := events.get("kept", {}).get(side):
            survivors = events["survivors"][side]
            of = formatter.format("campaign_record.of", number=kept, all=survivors)
            parts.append(
                f"{formatter.side(side)}: {formatter.form('force', 'reinforcements', 'inline')} {of}"
            )
        if leader := events.get("reserve", {}).get(side):
            parts.append(f"{formatter.side(side)}: + {formatter.piece(leader).label}")
        if rested := events.get("rested", {}).get(side):
            names = ", ".join(formatter.piece(ref).label for ref in rested)
            parts.append(
                f"{formatter.side(side)}: {formatter.form('campaign_word', 'rest_day', 'inline')}, {names}"
            )
    return parts


def _footer(formatter: MessageFormatter, seen: Seen) -> str:
    parts = ["Hora H"]
    if seen["commitment"]:
        parts.append(f"{formatter.term('campaign_record.commitment')} {seen['commitment'][:16]}")
    if seen["seed"]:
        parts.insert(1, f"{formatter.term('campaign_record.seed')} {seen['seed']}")
    return " · ".join(parts)


def format_record(seen: Seen, catalog: Catalog, lang: Language) -> str:
    """Return the record for a terminal."""
    formatter, record = MessageFormatter(catalog, lang), make_record(seen, catalog, lang)
    parts: list[Part] = [Facts(record.general)]
    for side in SIDES:
        parts.append(Heading(f"{formatter.side(side)} · {_faction_name(formatter, seen, side)}"))
        parts.append(Facts(record.sides[side]))
    parts.append(Heading(formatter.term("campaign_word.history")))
    for battle in record.history:
        parts += [Paragraph(battle.head), Bullets([battle.rest] if battle.rest else [])]
    parts.append(
        Paragraph(
            _path_line(formatter, seen) if record.history else formatter.term("campaign_record.no_history")
        )
    )
    parts += [Paragraph(words) for words in (*record.asked, record.below)]
    return write_text([Sheet("record", record.title, parts, subtitle=record.standing)])


def _faction_name(formatter: MessageFormatter, seen: Seen, side: Side) -> str:
    return formatter.term(f"faction.{formatter.catalog.campaigns[seen['campaign']].factions[side]}")


def _path_line(formatter: MessageFormatter, seen: Seen) -> str:
    steps = [name for name, _ in battle_path(seen)]
    position = current_position(seen)
    if position and seen["state"]["verdict"] is None:
        steps.append(f"[{position}]")
    return f"{formatter.term('campaign_record.path')}: {' → '.join(steps)}"


@dataclass(frozen=True, slots=True)
class Prospects:
    """The outlook in words: assumptions, the chances of each side and kind, the likely length."""

    title: str
    assumed: str
    sides: tuple[tuple[str, str, tuple[Fact, ...]], ...]
    expected: str
    battles: tuple[str, ...]


def make_prospects(outlook: Outlook, campaign: str, catalog: Catalog, lang: Language) -> Prospects:
    """Return the outlook: assumptions first, then every kind of victory."""
    formatter, assumed = MessageFormatter(catalog, lang), outlook.assumptions
    return Prospects(
        formatter.term("campaign_record.chances"),
        formatter.format(
            f"campaign_record.{campaigns()[campaign].assumes}",
            wins=formatter.percent(assumed.axis_wins),
            policy=formatter.term(f"campaign_record.policy.{assumed.policy}"),
            automatic=formatter.percent(assumed.automatic),
            margin=assumed.most_margin,
            **{posture: formatter.percent(chance) for posture, chance in assumed.postures.items()},
        ),
        tuple(
            (
                formatter.side(side),
                formatter.percent(outlook.side(side)),
                tuple(
                    (formatter.term(f"victory.{grade}"), formatter.percent(chance))
                    for (winner, grade), chance in outlook.victories.items()
                    if winner == side
                ),
            )
            for side in SIDES
        ),
        formatter.format("campaign_record.expected", number=formatter.decimal(outlook.expected_battles(), 2)),
        tuple(
            formatter.format(
                "campaign_record.battles_chance", number=battles, chance=formatter.percent(chance)
            )
            for battles, chance in outlook.battles.items()
        ),
    )


def format_outlook(outlook: Outlook, campaign: str, catalog: Catalog, lang: Language) -> str:
    """Return the outlook for a terminal."""
    prospects = make_prospects(outlook, campaign, catalog, lang)
    parts: list[Part] = [Paragraph(prospects.assumed)]
    for side, chance, grades in prospects.sides:
        parts += [Heading(f"{side}: {chance}", level=3), Facts(grades)]
    parts += [Heading(prospects.expected, level=3), Bullets(prospects.battles)]
    return write_text([Sheet("outlook", prospects.title, parts)])


def format_correction(correction: Correction, catalog: Catalog, lang: Language) -> str:
    """Return what a correction changes, which answers no longer fit, and what was rolled anew."""
    formatter = MessageFormatter(catalog, lang)
    out = [
        formatter.format(
            "campaign_record.change",
            battle=change.battle,
            what=formatter.term(f"change.{change.what}"),
            before=format_value(formatter, change.before),
            after=format_value(formatter, change.after),
        )
        for change in correction.changes
    ]
    for key, entries in (("unfit", correction.unfit), ("rolled_again", correction.rolled_again)):
        for entry in entries:
            entry_line = format_log_line(entry.json(), formatter)
            facts = {"ask": entry_line.text, "seat": entry_line.seat, "answer": entry_line.answer}
            out.append(formatter.sentence(f"campaign_record.{key}", facts))
    return "\n".join(out or [formatter.term("campaign_record.no_changes")]) + "\n"


def format_value(formatter: MessageFormatter, value: Any) -> str:
    """Return a value of a campaign's state in words."""
    if value is None or value in ((), [], {}):
        return formatter.term("campaign_record.none")
    if isinstance(value, Mapping) and set(value) <= set(SIDES):
        return "; ".join(
            f"{formatter.side(side)}: {format_value(formatter, part)}" for side, part in value.items()
        )
    if isinstance(value, Mapping):
        return ", ".join(
            format_value(formatter, part) for part in value.values() if part not in (None, False)
        )
    if isinstance(value, list | tuple):
        return ", ".join(format_value(formatter, part) for part in value)
    if value in SIDES:
        return formatter.side(value)
    return formatter.thing(str(value))


def format_changes(sheet: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """Return what a campaign changes in a printed scenario."""
    formatter = MessageFormatter(catalog, lang)
    none = [formatter.term("campaign_record.none")]
    resources = [
        f"{formatter.side(resource['side'])}: {formatter.text(resource['title'])}. "
        f"{formatter.text(resource['summary'])}"
        for resource in sheet["resources"]
    ]
    parts = (
        Heading(formatter.term("campaign_record.patches"), level=3),
        Bullets([formatter.text(patch) for patch in sheet["patches"]] or none),
        Heading(formatter.term("campaign_record.resources"), level=3),
        Bullets(resources or none),
    )
    title = formatter.format("campaign_record.changes", number=sheet["scenario"])
    return write_text([Sheet("changes", title, parts, subtitle=formatter.text(sheet["dates"]))])
