"""22.0, 12.0: the identity of a face-down counter is hidden even from the player."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exports.game import formatter, render
from exports.games.combat_solitaire.messages import MessageFormatter
from exports.games.combat_solitaire.sheets import make_sheets
from exports.kit.log import format_log_line as log_line
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.setup import fill_cup
from generator.session import Session, begin
from generator.table import EVERYONE, NO_ANSWER, REFEREE, Entry
from generator.table.visibility import view_prompt
from tests.generator.games.combat_solitaire.playing import catalog

PLAYER = "player"
SEEN = (PLAYER, EVERYONE)


def session(settings: dict[str, Any] | None = None, seed: str = "11.secret") -> Session:
    return begin(
        PLAY, catalog(), PLAY.read(catalog(), {"commander": True, "mode": "strict", **(settings or {})}), seed
    )


def set_up(**settings: Any) -> Session:
    """Play a game up to its first card."""
    result = session(settings)
    entries = _until(result, "friendly_card")
    again = session(settings)
    again.table.replay(entries)
    return again


def _until(found: Session, ask: str) -> list[Entry]:
    played = session({"cup": found.settings.cup})
    played.fill()
    place = next(entry.n for entry in played.table.entries if entry.ask == ask)
    return played.table.entries[:place]


def everything(found: Session, seat: str) -> str:
    """Return everything a seat can get: prompts, log, standing, documents, files of every kind."""
    shown: list[Any] = [found.log(seat), found.standing(seat), found.documents(seat)]
    shown += [view_prompt(prompt, 1) for prompt in found.table.pending]
    for document in found.documents(seat):
        for lang in ("es", "en"):
            for kind in ("text", "markdown", "pdf"):
                shown.append(render(document, kind, catalog=catalog(), lang=lang).hex())
            shown += [str(log_line(line, formatter(catalog(), lang))) for line in found.log(seat)]
    return json.dumps(shown, default=str)


def draws(found: Session) -> list[Entry]:
    return [entry for entry in found.table.entries if entry.ask == "cup"]


def test_the_draws_are_sealed() -> None:
    result = set_up()
    assert len(draws(result)) == 7
    for line in (line for line in result.log(PLAYER) if line.get("ask") == "cup"):
        assert line["answer"] == {"hidden": True}
    assert all(
        line["answer"] == entry.answer
        for line, entry in zip(
            (line for line in result.log(REFEREE) if line.get("ask") == "cup"), draws(result), strict=True
        )
    )


@pytest.mark.parametrize("seat", SEEN)
def test_sealed_counter_leaks_nowhere(seat: str) -> None:
    shown = everything(set_up(), seat)
    for entry in draws(set_up()):
        number = entry.answer.partition(":")[2]
        assert f"{entry.answer}" not in shown
        assert f":{number}@" not in shown


def swapped(found: Session, entries: list[Entry]) -> list[Entry]:
    """Return the same answers with one face-down counter replaced by another of its team, or a decoy."""
    place = next(n for n, entry in enumerate(entries) if entry.ask == "cup")
    team = entries[place].answer.partition(":")[0]
    taken = {entry.answer for entry in entries if entry.ask == "cup"}
    other = next(
        one
        for one in fill_cup(catalog().scenarios["crossroads"])
        if one.startswith(team) and one not in taken
    )
    return [entry._replace(answer=other) if n == place else entry for n, entry in enumerate(entries)]


@pytest.mark.parametrize("seat", SEEN)
def test_games_with_swapped_counters_look_alike_before_reveal(seat: str) -> None:
    """No prompt, log, standing, document or file byte differs before the counter is revealed."""
    entries = _until(session(), "friendly_card")
    one, other = session(), session()
    one.table.replay(entries)
    other.table.replay(swapped(one, entries))
    assert [entry.answer for entry in draws(one)] != [entry.answer for entry in draws(other)]
    assert everything(one, seat) == everything(other, seat)
    assert everything(one, REFEREE) != everything(other, REFEREE)


@pytest.mark.parametrize("seed", ["3.secret", "8.secret", "9.secret"])
def test_games_with_swapped_counters_look_alike_for_a_turn(seed: str) -> None:
    """Play a whole turn with another identity under a counter that is neither checked nor spotted in it."""
    settings = {"sealed_tq": "4"}
    played = session(settings, seed)
    played.fill()
    turns = [entry.n for entry in played.table.entries if entry.ask == "friendly_card"]
    part = played.table.entries[: turns[1]]
    one, other = session(settings, seed), session(settings, seed)
    one.table.replay(part)
    place, counter = sealed_still(one, part)
    other.table.replay(
        [entry._replace(answer=counter) if n == place else entry for n, entry in enumerate(part)]
    )
    assert everything(one, PLAYER) == everything(other, PLAYER)
    assert everything(one, REFEREE) != everything(other, REFEREE)


def sealed_still(found: Session, part: list[Entry]) -> tuple[int, str]:
    """Return the draw of a face-down enemy, and another counter of its team left in the cup."""
    cups = [n for n, entry in enumerate(part) if entry.ask == "cup"]
    looked_at = str([line["facts"] for line in found.log(REFEREE) if line.get("what") == "looked_at"])
    taken = {part[n].answer for n in cups}
    left = [one for one in fill_cup(catalog().scenarios["crossroads"]) if one not in taken and "#" in one]
    for place, each in zip(cups, found.documents(REFEREE)[0]["enemies"], strict=False):
        down = not (each["known"] or each["looked_at"] or each["fate"]) and "#" in each["who"]
        down = down and each["who"] not in looked_at  # the enemy fired, and its numbers had to be read
        others = [one for one in left if down and one.startswith(each["team"])]
        if others:
            return place, others[0]
    raise AssertionError("no such man in this game: take another seed")


def test_the_key_is_for_the_referee_alone() -> None:
    result, voice = set_up(), MessageFormatter(catalog(), "en")
    titles = {
        seat: [sheet.title for sheet in make_sheets(result.documents(seat)[0], voice)]
        for seat in (PLAYER, REFEREE)
    }
    assert "Secret key" not in titles[PLAYER]
    assert "Secret key" in titles[REFEREE]


def test_with_a_real_cup_there_is_no_key_at_all() -> None:
    result = set_up(cup="real")
    assert draws(result) == []
    assert all(enemy["who"] == "" for enemy in result.documents(REFEREE)[0]["enemies"])


def test_the_secret_part_of_the_seed_decides_the_cup_alone() -> None:
    """Two seeds with the same open part give the same rolls but other counters."""
    one, other = session(seed="11.aaaa"), session(seed="11.bbbb")
    for each in (one, other):
        while each.table.pending and each.table.pending[0].ask != "deploy":
            prompt = each.table.pending[0]
            answers = (given(each.table, prompt) for given in each.answerers)
            answer = next(result for result in answers if result is not NO_ANSWER)
            each.table.answer(prompt.seat, answer, "dice")
    rolls = [[entry.answer for entry in each.table.entries if entry.kind == "roll"] for each in (one, other)]
    assert rolls[0] == rolls[1]
    assert [e.answer for e in draws(one)] != [e.answer for e in draws(other)]


def test_everything_is_open_at_the_end() -> None:
    result = session()
    result.fill()
    assert result.finished
    assert all(enemy["who"] for enemy in result.documents(REFEREE)[0]["enemies"])
