"""Actions of the organiser and the players, and their refusals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from catalogs.games.combat_commander import load
from generator.tournament import actions, cards, file
from generator.tournament.match import Match
from generator.tournament.model import Plan, Report, Tournament
from generator.tournament.standing import compute_standings
from schemas.errors import HorahError
from tests.words import sentence

GAME = "combat_commander"
CATALOG, MATCH = load(), cards.find_match(GAME)
PLAIN = Match(("left", "right"))
STRANGE = {"table": 1, "first": 9, "second": 1}
WON = Report("first", "surrender", {"time": 6, "casualties": 3})


def begun(system: str = "swiss", names: str = "ABCDEF", rounds: int = 3) -> Tournament:
    return actions.new_tournament(GAME, "Cup", system, rounds, list(names), "1944.omaha")


def drawn(tournament: Tournament, plan: Plan | None = None) -> Tournament:
    return actions.draw(tournament, MATCH, CATALOG, plan)


def told(tournament: Tournament, table: int, report: Report, number: int = 1) -> Tournament:
    return actions.report(tournament, MATCH, CATALOG, number, table, report)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(HorahError) as fault:
        act()
    return sentence(fault.value)


def test_to_01_as_a_round_of_a_tournament() -> None:
    """Three reports give 5, 4, 3, 2, 1 and 0 points."""
    one = drawn(begun())
    one = told(one, 1, WON)
    one = told(one, 2, Report("first", "surrender", {"time": 7, "casualties": 4}))
    one = told(one, 3, Report("first", "vp", {"time": 9, "casualties": 0, "vp": 8}))
    last = one.last
    assert last is not None
    lines = compute_standings(one, MATCH, CATALOG)
    expected = [last.pairings[table].first for table in (0, 1, 2)]
    expected += [last.pairings[table].second for table in (2, 1, 0)]  # type: ignore[misc]
    assert [(line.number, line.points, line.place) for line in lines] == [
        (number, Fraction(5 - place), place + 1) for place, number in enumerate(expected)
    ]


def test_objective_5_counts_more_than_points_and_less_than_surrender() -> None:
    one = drawn(begun())
    one = told(one, 1, Report("first", "vp", {"time": 9, "casualties": 9, "vp": 20}))
    one = told(one, 2, Report("first", "vp", {"time": 9, "casualties": 9, "vp": 1, "objective_5": 1}))
    one = told(one, 3, Report("first", "chit_v", {"time": 1, "casualties": 0}))
    last = one.last
    assert last is not None
    assert [line.number for line in compute_standings(one, MATCH, CATALOG)][:3] == [
        last.pairings[table].first for table in (2, 1, 0)
    ]


def test_bye_counts_as_a_win_by_no_show() -> None:
    one = drawn(begun(names="ABC"))
    one = told(one, 1, WON)
    points = {line.points for line in compute_standings(one, MATCH, CATALOG)}
    assert points == {Fraction(2), Fraction(1), Fraction(0)}
    last = one.last
    assert last is not None
    [bye] = [each.first for each in last.pairings if each.second is None]
    assert next(line for line in compute_standings(one, MATCH, CATALOG) if line.number == bye).points == 1


def test_equal_points_share_a_place() -> None:
    one = actions.draw(begun(), PLAIN, None)
    for table in (1, 2, 3):
        one = actions.report(one, PLAIN, None, 1, table, Report("first", "victory"))
    assert [line.place for line in compute_standings(one, PLAIN, None)] == [1, 1, 1, 4, 4, 4]


def test_players_report_their_table_once_and_the_organiser_corrects() -> None:
    one = drawn(begun())
    last = one.last
    assert last is not None
    mine, other = last.pairings[0], last.pairings[1]
    theirs = Report("second", "initiative", {"time": 5, "casualties": 1}, by=other.first)
    assert refused(lambda: told(one, 1, theirs)) == "You can report only your own table."
    one = told(one, 1, Report("first", "initiative", {"time": 5, "casualties": 1}, by=mine.first))
    again = Report("second", "initiative", {"time": 5, "casualties": 1}, by=mine.second or 0)
    assert refused(lambda: told(one, 1, again)).startswith("This table already has a result.")
    one = told(one, 1, Report("second", "initiative", {"time": 5, "casualties": 1}))
    report = actions.find_table(one, 1, 1).report
    assert report is not None and (report.winner, report.by, report.corrected) == ("second", 0, 1)


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (Report("first", "forfeit"), "“forfeit” is not how a battle ends here."),
        (Report("nobody", "vp", {"time": 1, "casualties": 1, "vp": 1}), "Someone won"),
        (
            Report("first", "vp", {"time": 1, "casualties": 1}),
            "Victory points: enter a whole number from 0 to 99.",
        ),
        (
            Report("first", "surrender", {"time": 100, "casualties": 1}),
            "Time space at the end: enter a whole number",
        ),
        (Report("first", "surrender", {"luck": 1}), "A result has no detail “luck”"),
    ],
)
def test_illegal_reports_are_refused(report: Report, words: str) -> None:
    one = drawn(begun())
    assert refused(lambda: told(one, 1, report)).startswith(words)


def test_a_round_is_drawn_when_every_table_has_reported() -> None:
    one = drawn(begun(names="ABCD"))
    one = told(one, 2, WON)
    assert refused(lambda: drawn(one)) == "Round 1 is not over. Result missing from table 1."
    one = drawn(told(one, 1, WON))
    assert refused(lambda: actions.unreport(one, 1, 1)).startswith(
        "The round after round 1 is already paired"
    )
    one = actions.undraw(one)
    assert len(one.rounds) == 1
    assert refused(lambda: actions.undraw(one)).startswith("Round 1 already has results.")


def test_knock_out_needs_a_winner_who_cannot_change() -> None:
    one = actions.draw(begun("knockout", "ABCD"), PLAIN, None)
    draw = Report("nobody", "victory")
    assert refused(lambda: actions.report(one, PLAIN, None, 1, 1, draw)).startswith("A knock-out match")
    for table in (1, 2):
        one = actions.report(one, PLAIN, None, 1, table, Report("first", "victory"))
    one = actions.draw(one, PLAIN, None)
    other = Report("second", "victory")
    assert refused(lambda: actions.report(one, PLAIN, None, 1, 1, other)).startswith(
        "The round after round 1"
    )
    one = actions.report(one, PLAIN, None, 2, 1, Report("first", "victory"))
    assert actions.is_finished(one)
    assert [line.place for line in compute_standings(one, PLAIN, None)] == [1, 2, 3, 3]


def test_player_who_left_is_not_drawn_and_may_return() -> None:
    one = actions.draw(begun(names="ABCDE"), PLAIN, None)
    for table in (1, 2):
        one = actions.report(one, PLAIN, None, 1, table, Report("first", "victory"))
    gone = actions.leave(one, 1)
    second = actions.draw(gone, PLAIN, None)
    assert 1 not in {number for each in second.rounds[1].pairings for number in each.players}
    assert 1 in actions.draw(actions.come_back(gone, 1), PLAIN, None).playing(2)
    late = actions.enter(one, "Z")
    assert late.players[-1].since == 2
    assert refused(lambda: actions.enter(late, "z")) == "There is already a player called z."


def test_round_robin_gives_a_bye_to_the_opponent_of_a_player_who_left() -> None:
    one = actions.draw(begun("round_robin", "ABCD"), PLAIN, None)
    for table in (1, 2):
        one = actions.report(one, PLAIN, None, 1, table, Report("second", "victory"))
    one = actions.draw(actions.leave(one, 1), PLAIN, None)
    assert [each.second is None for each in one.rounds[1].pairings] == [False, True]


def test_the_organiser_swaps_two_players() -> None:
    one = drawn(begun(names="ABCD"))
    last = one.last
    assert last is not None
    upper, lower = last.pairings
    swapped = actions.swap(one, upper.first, lower.first).rounds[0].pairings
    assert (swapped[0].first, swapped[1].first) == (lower.first, upper.first)
    turned = actions.swap(one, upper.first, upper.second or 0).rounds[0].pairings[0]
    assert (turned.first, turned.second) == (upper.second, upper.first)


def test_every_table_has_its_battle_without_secrets() -> None:
    one = drawn(begun(names="ABCD"), Plan("each"))
    same = drawn(begun(names="ABCD"), Plan("same"))
    assert cards.table_seed(one, 1, 1) != cards.table_seed(one, 1, 2)
    assert cards.table_seed(same, 1, 1) == cards.table_seed(same, 1, 2)
    whole = cards.generate_card(one, CATALOG, 1, 1)
    for seat in ("axis", "everyone"):
        seen = cards.view_table_card(one, CATALOG, 1, 1, seat)
        assert seen["objectives"]["secret"]["allied"] in ("hidden", [])
        assert seen["map"] == whole["map"]
    assert one.seed not in str(whole)


def test_linked_plan_needs_two_cards() -> None:
    assert refused(lambda: drawn(begun(), Plan("linked", ("Hill 236",)))).startswith(
        "Name both linked scenarios"
    )
    assert (
        drawn(begun(), Plan("linked", ("Hill 236", "Castle Hill"))).rounds[0].plan.names[1] == "Castle Hill"
    )
    assert MATCH.linked(CATALOG)[0][1]["en"] == "Montecassino: Castle Hill"


def test_file_round_trip() -> None:
    one = told(drawn(begun(), Plan("each", settings={"years": [1944]})), 1, WON)
    assert file.read_untrusted(file.write(one)) == one
    assert "seed" not in file.view_publicly(one)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "There are no tournaments for “chess”. Choose from: "),
        ({"system": "ladder"}, "This tournament file has an error at /system: "),
        ({"players": [{"number": 1, "name": "A"}, {"number": 1, "name": "B"}]}, "Two players in this file"),
        (
            {
                "rounds": [
                    {
                        "number": 1,
                        "plan": {"kind": "own"},
                        "pairings": [{"table": 1, "first": 9, "second": 1}],
                    }
                ]
            },
            "Round 1 in this file is wrong",
        ),
    ],
)
def test_bad_files_are_refused(change: dict[str, object], words: str) -> None:
    document = {**file.write(begun()), **change}
    assert refused(lambda: file.read_untrusted(document)).startswith(words)
    assert refused(lambda: file.read_file("{")) == "This file is not a Hora H tournament."
