"""A correction of an old answer: everything after it is played again, and what changed is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.table import NO_ANSWER, Answer, Answerer, Entry, Prompt, Refused
from schemas.errors import HorahError

from .play import Campaign, answerers, by_person, fill
from .state import RESULT


@dataclass(frozen=True, slots=True)
class Change:
    """Something that stands differently after a battle than it did before the correction."""

    battle: int
    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Correction:
    """The corrected campaign; answers that no longer fit are asked again and listed."""

    campaign: Campaign
    changes: tuple[Change, ...]
    unfit: tuple[Entry, ...]  # old answers of people that found no place
    rolled_again: tuple[Entry, ...]  # dice and draws that had to be made anew


def result_entry(campaign: Campaign, battle: int) -> Entry:
    """The report of a battle in the transcript."""
    reports = [entry for entry in campaign.table.entries if entry.ask == RESULT]
    if not 1 <= battle <= len(reports):
        raise HorahError(
            f"There is no result of battle {battle}; {len(reports)} battles have been reported.",
            f"No hay resultado de la batalla {battle}; se han comunicado {len(reports)} batallas.",
            code="NO_RESULT",
        )
    return reports[battle - 1]


def correct(campaign: Campaign, place: int, given: Answer) -> Correction:
    """Put another answer in the place of an old one and play on with the old answers as far as they fit.

    After the correction each question takes the next old answer to the same question of the same seat in the
    same battle. Dice that were never rolled are rolled; a choice nobody has made stays open and ends it.
    """
    old = campaign.table.entries
    if not 0 <= place < len(old):
        raise Refused(
            f"There is no answer {place}; the transcript has {len(old)}.",
            f"No hay respuesta {place}; la transcripción tiene {len(old)}.",
            code="UNDO",
        )
    new = campaign.again(old[:place])
    new.table.answer(old[place].seat, given)
    spare = _by_question(old[place + 1 :])
    again = _play_on(new, spare)
    left = sorted((entry for entries in spare.values() for entry in entries), key=lambda entry: entry.n)
    unfit = tuple(entry for entry in left if by_person(campaign.settings, entry))
    return Correction(new, tuple(_changes(campaign, new)), unfit, tuple(again))


Question = tuple[int, str, str, str]  # the battle, counted in reports; rule, ask and seat
Spare = dict[Question, list[Entry]]


def _by_question(entries: list[Entry]) -> Spare:
    """Old answers by what they answered; battles are counted from the correction on."""
    found: Spare = {}
    battle = 0
    for entry in entries:
        found.setdefault((battle, entry.rule, entry.ask, entry.seat), []).append(entry)
        battle += entry.ask == RESULT
    return found


def _play_on(campaign: Campaign, spare: Spare) -> list[Entry]:
    """Answer with old answers while they fit; what dice and commanders answer anew is given back."""
    table, again = campaign.table, []
    battle = 0
    filling = answerers(campaign.catalog, campaign.settings, campaign.seed)
    while table.pending:
        prompt = table.pending[0]
        entry = _old_answer(campaign, prompt, spare.get((battle, prompt.rule, prompt.ask, prompt.seat), []))
        if entry is None:
            before = len(table.entries)
            if not any(_answered(campaign, prompt, one) for one in filling):
                break
            again.append(table.entries[before])
        battle += prompt.ask == RESULT
    return again


def _answered(campaign: Campaign, prompt: Prompt, one: Answerer) -> bool:
    answer = one(campaign.table, prompt)
    if answer is NO_ANSWER:
        return False
    campaign.table.answer(prompt.seat, answer)
    return True


def _old_answer(campaign: Campaign, prompt: Prompt, old: list[Entry]) -> Entry | None:
    """The next old answer to this question, if it still fits."""
    if not old:
        return None
    try:
        taken = campaign.table.answer(prompt.seat, old[0].answer)
    except Refused:
        return None
    old.pop(0)
    return taken


def _changes(old: Campaign, new: Campaign) -> list[Change]:
    """What stands differently, battle by battle and at the end."""
    before, after = old.state.json(), new.state.json()
    changes: list[Change] = []
    for past, now in zip(before["history"], after["history"], strict=False):
        changes += _differences(past["battle"], past, now)
    shorter = min(len(before["history"]), len(after["history"]))
    changes += [
        Change(past["battle"], "battle", past["position"], None) for past in before["history"][shorter:]
    ]
    changes += [Change(now["battle"], "battle", None, now["position"]) for now in after["history"][shorter:]]
    battle = after["battle"]
    own = {name: value for name, value in before.items() if name not in ("history", "stage")}
    return changes + _differences(battle, own, {name: after[name] for name in own})


def _differences(battle: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    found = []
    for name, value in before.items():
        if name == "events":
            found += _differences(
                battle, {**dict.fromkeys(after[name]), **value}, {**dict.fromkeys(value), **after[name]}
            )
        elif value != after[name]:
            found.append(Change(battle, name, value, after[name]))
    return found


def settle(correction: Correction) -> Campaign:
    """Take the corrected campaign and go on to the next question a person must answer."""
    fill(correction.campaign)
    return correction.campaign
