"""The record of a campaign: one page with the state of everything, the path so far, and the history.

It is made from what a seat may see of it (``view`` in the campaign's rules), as PDF and as text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from catalogs.games.combat_commander import Catalog
from catalogs.games.combat_commander.model import Language, Side
from exports.kit.log import line
from generator.games.combat_commander.campaign.registry import campaigns

from .scribe import Scribe
from .way import Seen, path, present

if TYPE_CHECKING:
    from generator.games.combat_commander.campaign.correction import Correction
    from generator.games.combat_commander.campaign.outlook import Outlook

Fact = tuple[str, str]  # name, value
SIDES: tuple[Side, Side] = ("axis", "allied")
WIDE = 78
FOUGHT, UNFOUGHT = "fight", "unfought"  # who tells of battles that no person does


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle of the history: its head line, and what followed."""

    number: int
    position: str
    winner: Side
    head: str
    rest: str


@dataclass(frozen=True, slots=True)
class Record:
    """Everything the page says, in words."""

    title: str
    standing: str
    general: tuple[Fact, ...]
    sides: Mapping[Side, tuple[Fact, ...]]
    history: tuple[Fought, ...]
    asked: tuple[str, ...]
    below: str


def record_of(seen: Seen, catalog: Catalog, lang: Language) -> Record:
    """The record in words, the same for every rendering."""
    scribe = Scribe(catalog, lang)
    state, name = seen["state"], scribe.term(f"campaign.{seen['campaign']}")
    return Record(
        title=f"{name} · {scribe.term('campaign_record.title')}",
        standing=_standing(scribe, state),
        general=tuple(general_facts(scribe, seen)),
        sides={side: tuple(_side(scribe, seen, side)) for side in SIDES},
        history=tuple(
            _fought(scribe, past, by) for past, by in zip_longest(state["history"], _reported(state))
        ),
        asked=tuple(asked_lines(seen, catalog, lang)),
        below=_below(scribe, seen),
    )


def asked_lines(seen: Seen, catalog: Catalog, lang: Language) -> list[str]:
    """What is asked of whom."""
    scribe = Scribe(catalog, lang)
    lines = [
        scribe.said(
            "campaign_record.asked",
            seat=scribe.term(f"seat.{asked['seat']}"),
            ask=scribe.term(f"ask.{asked['ask']}"),
            rule=asked["rule"],
        )
        for asked in seen["asked"]
    ]
    for seat in seen["sealed"]:
        lines.append(scribe.said("campaign_record.sealed", seat=scribe.term(f"seat.{seat}")))
    if not lines and not seen["finished"]:
        lines.append(scribe.term("campaign_record.nothing_asked"))
    return lines


def _standing(scribe: Scribe, state: Mapping[str, Any]) -> str:
    verdict = state["verdict"]
    if verdict is not None:
        grade = scribe.term(f"victory.{verdict['grade']}")
        over = scribe.term("campaign_record.stage.over")
        said = scribe.said("campaign_record.verdict", side=scribe.side(verdict["winner"]), grade=grade)
        return f"{over}. {said}."
    return scribe.said(f"campaign_record.stage.{state['stage']}", battle=state["battle"]) + "."


def general_facts(scribe: Scribe, seen: Seen) -> list[Fact]:
    """What belongs to neither side."""
    state, campaign = seen["state"], scribe.catalog.campaigns[seen["campaign"]]
    unit = "phase" if campaign.scenarios else "battle"
    facts = [(scribe.term(f"campaign_word.{unit}"), str(state["battle"]))]
    if position := state.get("position"):
        sheet = campaign.positions[position]
        where = scribe.said("campaign_record.map", number=sheet.map)
        facts.append(
            (scribe.term("campaign_word.position"), f"{position}, {scribe.text(sheet.place)} ({where})")
        )
    if state.get("scenario"):
        facts.append(
            (
                scribe.term("campaign_record.graph"),
                scribe.said("campaign_record.scenario", number=state["scenario"]),
            )
        )
    if "date" in state:
        facts.append((scribe.term("campaign_word.date"), scribe.day(state["date"])))
    if "air_superiority" in state:
        air = scribe.term(f"air.{state['air_superiority']}")
        facts.append((scribe.term("campaign_word.air_superiority"), air))
    if "urban_sniper" in state:
        facts.append(
            (
                scribe.term("campaign_word.urban_sniper"),
                scribe.term(f"campaign_word.{state['urban_sniper']}"),
            )
        )
    return facts


def _side(scribe: Scribe, seen: Seen, side: Side) -> list[Fact]:
    """What a side has."""
    state, facts = seen["state"], []
    if "wins" in state:
        facts.append((scribe.term("campaign_word.wins"), str(state["wins"][side])))
    if "net" in state:
        facts.append((scribe.term("campaign_word.net_vp"), f"{state['net'][side]:+d}"))
    if "quality" in state:
        grade = scribe.term(f"quality.{state['quality'][side]}")
        facts.append((scribe.term("campaign_word.quality"), grade))
    if "command" in state:
        leader = scribe.piece(state["command"][side]).label
        facts.append((scribe.term("campaign_record.command"), leader))
    for box, key in (
        ("pool", "force.pool"),
        ("committed", "campaign_record.in_battle"),
        ("division", "force.division"),
        ("exhausted", "force.exhausted"),
    ):
        if box in state:
            facts.append((scribe.term(key), _leaders(scribe, seen, state[box][side])))
    if "reinforcements" in state:
        facts.append((scribe.term("force.reinforcements"), _units(scribe, state["reinforcements"][side])))
    campaign = scribe.catalog.campaigns[seen["campaign"]]
    points = state.get("fortification_points", {}).get(side, 0)
    had = _points_at_start(campaign.figures, side)
    if had:
        words = scribe.said("campaign_record.of", number=points, all=had)
        facts.append((scribe.term("campaign_word.fortification_points"), words))
    for asset in campaign.assets.values():
        if asset.side == side:
            left = state["assets"][asset.id]
            words = scribe.said("campaign_record.of", number=left, all=asset.points)
            facts.append((scribe.term(f"asset.{asset.id}"), words))
    for name in state.get("resources", {}).get(side, ()):
        facts.append((scribe.term("campaign_word.resource"), scribe.thing(name)))
    return facts


def _points_at_start(figures: Any, side: Side) -> int:
    fortification = getattr(figures, "fortification", None)
    return int(fortification.points[side]) if fortification else 0


def _leaders(scribe: Scribe, seen: Seen, leaders: Sequence[str]) -> str:
    """Leaders with the letter of what they lead: "Sgt Esser (D)"."""
    forces = scribe.catalog.campaigns[seen["campaign"]].forces.values()
    letters = {force.leaders[0]: force.letter for force in forces if force.letter}
    names = [f"{scribe.piece(ref).label} ({letters[ref]})" for ref in leaders]
    return ", ".join(names) or scribe.term("campaign_record.none")


def _units(scribe: Scribe, units: Sequence[Mapping[str, Any]]) -> str:
    words = []
    for unit in units:
        marks = [scribe.piece(unit["piece"]).name]
        if unit["weapon"]:
            marks.append(f"+ {scribe.piece(unit['weapon']).name}")
        if unit["veteran"]:
            marks.append(f"({scribe.term('campaign_record.veteran')})")
        words.append(" ".join(marks))
    return ", ".join(words) or scribe.term("campaign_record.none")


def _reported(state: Mapping[str, Any]) -> list[str | None]:
    """Who told of each battle, where it is known."""
    return list(state.get("reported", ()))[: len(state["history"])]


def _told_by(scribe: Scribe, past: Mapping[str, Any], by: str | None) -> str:
    """Whether a battle that no person told of was fought out, or why it was left to chance."""
    if by == FOUGHT:
        return scribe.term("campaign_record.by_fight")
    if by != UNFOUGHT:
        return ""
    if past["map"] is None:
        return scribe.term("campaign_record.by_chance.scenario")
    if str(past["map"]) not in scribe.catalog.ground:
        return scribe.said("campaign_record.by_chance.map", number=past["map"])
    return scribe.term("campaign_record.by_chance")


def _fought(scribe: Scribe, past: Mapping[str, Any], by: str | None = None) -> Fought:
    winner: Side = past["winner"]
    posture = past["postures"].get(winner)
    who = scribe.side(winner)
    if posture:
        who = f"{who} ({scribe.term(f'posture.{posture}').lower()})"
    parts = [
        f"{past['battle']}. {past['position']}",
        scribe.day(past["date"]) if past["date"] else "",
        scribe.said("campaign_record.won_by", winner=who),
        _lower(scribe.term(f"ended.{past['ended']}")),
        scribe.said("campaign_record.marker", marker=scribe.marker(past["marker"])),
        _told_by(scribe, past, by),
    ]
    head = " · ".join(part for part in parts if part)
    return Fought(past["battle"], past["position"], winner, head, "; ".join(_followed(scribe, past)))


def _followed(scribe: Scribe, past: Mapping[str, Any]) -> list[str]:
    """Who was committed, and what came of the battle."""
    parts = []
    for side, leaders in past["committed"].items():
        if leaders:
            names = ", ".join(scribe.piece(ref).label for ref in leaders)
            said = scribe.said("campaign_record.committed", leaders=names)
            parts.append(f"{scribe.side(side)}: {said}")
    events = past["events"]
    if "net" in events:
        parts.append(scribe.said("campaign_record.net", value=f"{events['net']:+d}"))
    parts += [scribe.thing(name) for name in events.get("in_force", ())]
    parts += [scribe.term(f"asset.{name}") for name, spent in events.get("assets", {}).items() if spent]
    if next_position := events.get("next_position"):
        parts.append(scribe.said("campaign_record.next", position=next_position))
    for side, grade in events.get("quality_changed", {}).items():
        parts.append(f"{scribe.side(side)}: {scribe.term(f'quality.{grade}').lower()}")
    for side in SIDES:
        if kept := events.get("kept", {}).get(side):
            survivors = events["survivors"][side]
            of = scribe.said("campaign_record.of", number=kept, all=survivors)
            parts.append(f"{scribe.side(side)}: {scribe.term('force.reinforcements').lower()} {of}")
        if leader := events.get("reserve", {}).get(side):
            parts.append(f"{scribe.side(side)}: + {scribe.piece(leader).label}")
        if rested := events.get("rested", {}).get(side):
            names = ", ".join(scribe.piece(ref).label for ref in rested)
            parts.append(f"{scribe.side(side)}: {scribe.term('campaign_word.rest_day').lower()}, {names}")
    return parts


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _below(scribe: Scribe, seen: Seen) -> str:
    parts = ["Hora H"]
    if seen["commitment"]:
        parts.append(f"{scribe.term('campaign_record.commitment')} {seen['commitment'][:16]}")
    if seen["seed"]:
        parts.insert(1, f"{scribe.term('campaign_record.seed')} {seen['seed']}")
    return " · ".join(parts)


def record_text(seen: Seen, catalog: Catalog, lang: Language) -> str:
    """The record for a terminal."""
    scribe, record = Scribe(catalog, lang), record_of(seen, catalog, lang)
    out = ["═" * WIDE, record.title.upper(), record.standing, "═" * WIDE, ""]
    out += [f"{name}: {value}" for name, value in record.general]
    for side in SIDES:
        heading = f"{scribe.side(side)} · {_faction(scribe, seen, side)}"
        out += ["", heading.upper(), "─" * len(heading)]
        for name, value in record.sides[side]:
            out += wrap(f"{name}: {value}", WIDE, subsequent_indent="    ")
    heading = scribe.term("campaign_word.history")
    out += ["", heading.upper(), "─" * len(heading)]
    if not record.history:
        out.append(scribe.term("campaign_record.no_history"))
    for fought in record.history:
        out += wrap(fought.head, WIDE)
        out += wrap(fought.rest, WIDE, initial_indent="    ", subsequent_indent="    ")
    if record.history:
        out += ["", _path_line(scribe, seen)]
    out += ["", *(line for asked in record.asked for line in wrap(asked, WIDE)), "", record.below]
    return "\n".join(out) + "\n"


def _faction(scribe: Scribe, seen: Seen, side: Side) -> str:
    return scribe.term(f"faction.{scribe.catalog.campaigns[seen['campaign']].factions[side]}")


def _path_line(scribe: Scribe, seen: Seen) -> str:
    steps = [name for name, _ in path(seen)]
    here = present(seen)
    if here and seen["state"]["verdict"] is None:
        steps.append(f"[{here}]")
    return f"{scribe.term('campaign_record.path')}: {' → '.join(steps)}"


@dataclass(frozen=True, slots=True)
class Prospects:
    """The outlook in words: what it assumes, the chances of each side and kind, how long it may last."""

    title: str
    assumed: str
    sides: tuple[tuple[str, str, tuple[Fact, ...]], ...]
    expected: str
    battles: tuple[str, ...]


def outlook_rows(found: Outlook, campaign: str, catalog: Catalog, lang: Language) -> Prospects:
    """The outlook: assumptions first, then every kind of victory."""
    scribe, assumed = Scribe(catalog, lang), found.assumptions
    return Prospects(
        scribe.term("campaign_record.chances"),
        scribe.said(
            f"campaign_record.{campaigns()[campaign].assumes}",
            wins=scribe.percent(assumed.axis_wins),
            policy=scribe.term(f"campaign_record.policy.{assumed.policy}"),
            automatic=scribe.percent(assumed.automatic),
            margin=assumed.most_margin,
            **{posture: scribe.percent(chance) for posture, chance in assumed.postures.items()},
        ),
        tuple(
            (
                scribe.side(side),
                scribe.percent(found.side(side)),
                tuple(
                    (scribe.term(f"victory.{grade}"), scribe.percent(chance))
                    for (winner, grade), chance in found.victories.items()
                    if winner == side
                ),
            )
            for side in SIDES
        ),
        scribe.said("campaign_record.expected", number=scribe.decimal(found.expected_battles(), 2)),
        tuple(
            scribe.said("campaign_record.battles_chance", number=battles, chance=scribe.percent(chance))
            for battles, chance in found.battles.items()
        ),
    )


def outlook_text(found: Outlook, campaign: str, catalog: Catalog, lang: Language) -> str:
    """The outlook for a terminal."""
    rows = outlook_rows(found, campaign, catalog, lang)
    out = [rows.title.upper(), rows.assumed, ""]
    for side, chance, kinds in rows.sides:
        out.append(f"{side}: {chance}")
        out += [f"    {grade}: {part}" for grade, part in kinds]
    out += ["", rows.expected, *(f"    {said}" for said in rows.battles)]
    return "\n".join(out) + "\n"


def correction_text(found: Correction, catalog: Catalog, lang: Language) -> str:
    """What a correction changes, what no longer fits, and what was rolled anew."""
    scribe = Scribe(catalog, lang)
    out = [
        scribe.said(
            "campaign_record.change",
            battle=change.battle,
            what=scribe.term(f"change.{change.what}"),
            before=value_words(scribe, change.before),
            after=value_words(scribe, change.after),
        )
        for change in found.changes
    ]
    for key, entries in (("unfit", found.unfit), ("rolled_again", found.rolled_again)):
        for entry in entries:
            said = line(entry.json(), scribe)
            facts = {"ask": said.text, "seat": said.seat, "answer": said.answer}
            out.append(scribe.sentence(f"campaign_record.{key}", facts))
    return "\n".join(out or [scribe.term("campaign_record.no_changes")]) + "\n"


def value_words(scribe: Scribe, value: Any) -> str:
    """A value of a campaign's state in words."""
    if value is None or value in ((), [], {}):
        return scribe.term("campaign_record.none")
    if isinstance(value, Mapping) and set(value) <= set(SIDES):
        return "; ".join(f"{scribe.side(side)}: {value_words(scribe, part)}" for side, part in value.items())
    if isinstance(value, Mapping):
        return ", ".join(value_words(scribe, part) for part in value.values() if part not in (None, False))
    if isinstance(value, list | tuple):
        return ", ".join(value_words(scribe, part) for part in value)
    if value in SIDES:
        return scribe.side(value)
    return scribe.thing(str(value))


def changes_text(sheet: Mapping[str, Any], catalog: Catalog, lang: Language) -> str:
    """What a campaign changes in a printed scenario."""
    scribe = Scribe(catalog, lang)
    out = [scribe.said("campaign_record.changes", number=sheet["scenario"]).upper()]
    out += [scribe.text(sheet["dates"]), "", f"{scribe.term('campaign_record.patches')}:"]
    out += [f"  - {scribe.text(patch)}" for patch in sheet["patches"]] or [_none(scribe)]
    out += ["", f"{scribe.term('campaign_record.resources')}:"]
    out += [
        f"  - {scribe.side(one['side'])}: {scribe.text(one['title'])}. {scribe.text(one['summary'])}"
        for one in sheet["resources"]
    ] or [_none(scribe)]
    return "\n".join(out) + "\n"


def _none(scribe: Scribe) -> str:
    return f"  - {scribe.term('campaign_record.none')}"
