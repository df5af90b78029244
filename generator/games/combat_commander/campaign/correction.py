"""Correction of an old answer: replay everything after it and list the changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.table import Answer, Entry, Table
from schemas.errors import HorahError

from .play import Campaign, fill
from .state import RESULT


@dataclass(frozen=True, slots=True)
class Change:
    """A difference after a battle caused by the correction."""

    battle: int
    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrected campaign, with the answers that no longer fit and are asked again."""

    campaign: Campaign
    changes: tuple[Change, ...]
    unfit: tuple[Entry, ...]  # old answers of people that could not be reused
    rolled_again: tuple[Entry, ...]  # dice and draws that had to be made again


def find_result_entry(campaign: Campaign, battle: int) -> Entry:
    """Return the report of a battle from the transcript."""
    entries = list_reports(campaign.table)
    if not 1 <= battle <= len(entries):
        raise HorahError("NO_RESULT", battle=battle, reported=len(entries))
    return entries[battle - 1]


def list_reports(table: Table[Any]) -> list[Entry]:
    """Return the reports of the battles fought, in order."""
    return [entry for entry in table.entries if entry.ask == RESULT]


def correct(campaign: Campaign, place: int, given: Answer) -> Correction:
    """Replace an old answer and replay the later ones as far as they fit."""
    correction = campaign.session.correct(place, given)
    new = replace(campaign, session=correction.session)
    return Correction(new, tuple(_list_changes(campaign, new)), correction.unfit, correction.rolled_again)


def _list_changes(old: Campaign, new: Campaign) -> list[Change]:
    """List the differences, battle by battle and at the end."""
    before, after = old.state.json(), new.state.json()
    changes: list[Change] = []
    for past, now in zip(before["history"], after["history"], strict=False):
        changes += _compare(past["battle"], past, now)
    shorter = min(len(before["history"]), len(after["history"]))
    changes += [
        Change(past["battle"], "battle", past["position"], None) for past in before["history"][shorter:]
    ]
    changes += [Change(now["battle"], "battle", None, now["position"]) for now in after["history"][shorter:]]
    battle = after["battle"]
    own = {name: value for name, value in before.items() if name not in ("history", "stage")}
    return changes + _compare(battle, own, {name: after[name] for name in own})


def _compare(battle: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    changes = []
    for name, value in before.items():
        if name == "events":
            changes += _compare(
                battle, {**dict.fromkeys(after[name]), **value}, {**dict.fromkeys(value), **after[name]}
            )
        elif value != after[name]:
            changes.append(Change(battle, name, value, after[name]))
    return changes


def settle(correction: Correction) -> Campaign:
    """Accept the corrected campaign and go on to the next question for a person."""
    fill(correction.campaign)
    return correction.campaign
