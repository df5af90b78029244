"""Results files: the way out and back, formulas, and files that are wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogs import Catalogs
from generator import results
from generator.diary import actions as diary_actions
from generator.diary.model import Battle, Diary, Fighter
from generator.results import Results
from generator.tournament import actions
from generator.tournament.cards import find_match
from generator.tournament.model import Report, Tournament
from generator.tournament.standing import compute_standings
from generator.tournament.trf import write_trf
from schemas.errors import HorahError
from schemas.limits import MAX_RESULTS_FILE_LENGTH, MAX_RESULTS_ROWS
from tests.words import sentence

GAME = "combat_commander"
CATALOGS, MATCH = Catalogs(), find_match(GAME)
CATALOG = CATALOGS[GAME]
HEAD = ",".join(results.COLUMNS)

LINES = st.text(max_size=30) | st.sampled_from(
    ("=1+1", "'=1", "+34 600", "-", "@a", "a;b", '"', "É,é", "\t=x")
)
PLAYERS = LINES.filter(lambda text: diary_actions.clean_line(text, 60))
BATTLES = st.builds(
    Battle,
    st.builds(Fighter, PLAYERS.map(lambda name: f"1{name}"), st.sampled_from(("", "german")), st.just("")),
    st.builds(Fighter, PLAYERS, st.just(""), st.sampled_from(("", "defend"))),
    day=st.dates().map(str) | st.just(""),
    evening=LINES,
    title=LINES,
    winner=st.sampled_from(("first", "second", "")),
    how=st.sampled_from(("", "surrender")),
    vp=st.none() | st.integers(0, 99),
    odds=st.none() | st.floats(0, 1),
    story=LINES,
    address=st.sampled_from(("", "https://club.example/battles/x")),
    private=st.booleans(),
)


def fill(battles: list[Battle]) -> Diary:
    diary = Diary(GAME, "")
    for battle in battles:
        if battle.first.name.casefold() != battle.second.name.casefold():
            diary = diary_actions.enter(diary, MATCH, CATALOG, battle)
    return diary


@given(st.lists(BATTLES, max_size=6))
def test_a_diary_comes_back_from_csv_and_json(battles: list[Battle]) -> None:
    diary = fill(battles)
    given = results.list_diary_results(diary)
    for text in (results.write_csv(given), results.dump_json(given)):
        read = results.read_file(text, CATALOGS, GAME)
        assert read == given
        copy = results.add_to_diary(Diary(GAME, ""), MATCH, CATALOG, read)
        assert results.list_diary_results(copy) == given
        assert results.add_to_diary(diary, MATCH, CATALOG, read) == diary


@given(st.lists(BATTLES, min_size=1, max_size=3))
def test_no_cell_runs_in_a_spreadsheet(battles: list[Battle]) -> None:
    import csv
    from io import StringIO

    table = csv.reader(StringIO(results.write_csv(results.list_diary_results(fill(battles))), newline=""))
    assert not [cell for row in table for cell in row if cell[:1] in tuple("=+-@\t\r")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Columns are missing: first and second."),
        ("first,second,vinner\nAna,Berta,first", "There is no column “vinner”. Possible columns: game, day"),
        ("first,first,second\n", "Columns appear twice: first."),
        ("first,second\nAna,Berta,x,y", "Row 1 has 4 cells; the table has 2 columns."),
        ("first,second,vp\nAna,Berta,many", "Row 1, column vp: “many” is not a whole number."),
        ("first,second,odds\nAna,Berta,1.5", "Row 1, column odds: “1.5” is not a number from 0 to 1."),
        ("first;second;odds\nAna;Berta;50 %", "Row 1, column odds: “50 %” is not a number from 0 to 1."),
        ("first,second,figures\nAna,Berta,vp", "write figures like vp=7;time=5, not “vp”"),
        ("first,second,private\nAna,Berta,perhaps", "write yes or leave the cell empty, not “perhaps”"),
        ("first,second,day\nAna,Berta,tomorrow", "is not a date"),
        ("first,second\nAna,Berta\nAna,ANA", "Row 2: Ana is on both sides."),
        ("game,first,second\na,Ana,Berta\nb,Ana,Berta", "The rows belong to different games."),
        ("game,first,second\nchess,Ana,Berta", "chess"),
        ("{", "This file is neither complete JSON nor a CSV table."),
        ("{}", "This results file has an error at /"),
        ("first,second\n" + "Ana,Berta\n" * (MAX_RESULTS_ROWS + 1), "too many rows: 10000 at most"),
        ("x" * (MAX_RESULTS_FILE_LENGTH + 1), "The file is too large"),
        ("first,second\n" + "x" * 200_000 + ",Berta", "not a CSV table that can be read"),
        ("first,second\nA\0na,Berta", "control"),
    ],
)
def test_a_wrong_file_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(HorahError) as error:
        results.read_file(text, CATALOGS, GAME)
    assert words in sentence(error.value)


def test_a_spreadsheet_of_another_country() -> None:
    """With a byte order mark, semicolons and decimal commas; a rematch of the same evening is its own row."""
    text = "\ufefffirst;second;winner;odds\r\nAna;Berta;first;0,4\r\nBerta;Ana;first;\r\n"
    read = results.read_file(text, CATALOGS, GAME)
    assert [row.battle.odds for row in read.rows] == [0.4, None]
    diary = results.add_to_diary(Diary(GAME, ""), MATCH, CATALOG, read)
    assert len(results.add_to_diary(diary, MATCH, CATALOG, read).battles) == 2


def play(rounds: int = 2) -> Tournament:
    """Return a tournament of five in which the first of each pair wins, once by no-show."""
    names = ["Ana", "Berta", "Clara", "Dora", "Eva"]
    tournament = actions.new_tournament(GAME, "Cup", "swiss", 3, names, "seed")
    for number in range(1, rounds + 1):
        tournament = actions.draw(tournament, MATCH, CATALOG)
        for pairing in tournament.rounds[-1].pairings:
            if pairing.second is not None:
                first = pairing.table == 1
                figures = {"time": 5, "casualties": 2} if first else {}
                report = Report("first", "surrender" if first else "no_show", figures, "=1", pairing.first)
                tournament = actions.report(tournament, MATCH, CATALOG, number, pairing.table, report)
    return tournament


def test_a_tournament_takes_its_results_back() -> None:
    whole = play()
    given = results.list_tournament_results(whole, "https://club.example/tournaments/1")
    empty = replace(
        whole,
        rounds=tuple(
            replace(each, pairings=tuple(replace(one, report=None) for one in each.pairings))
            for each in whole.rounds
        ),
    )
    for text in (results.write_csv(given), results.dump_json(given)):
        read = results.read_file(text, CATALOGS, GAME)
        filled = results.report_to_tournament(empty, MATCH, CATALOG, read)
        assert results.list_tournament_results(filled, "https://club.example/tournaments/1") == given
        assert compute_standings(filled, MATCH, CATALOG) == compute_standings(whole, MATCH, CATALOG)
        assert results.report_to_tournament(whole, MATCH, CATALOG, read) == whole
    stranger = "first,second,winner,how\nAna,Zoe,first,surrender"
    with pytest.raises(HorahError) as error:
        results.report_to_tournament(whole, MATCH, CATALOG, results.read_file(stranger, CATALOGS, GAME))
    assert "Row 1: Ana and Zoe did not meet" in sentence(error.value)
    with pytest.raises(HorahError) as error:
        results.report_to_tournament(whole, MATCH, CATALOG, Results("toy", "", ()))
    assert "different game" in sentence(error.value)


def test_the_columns_of_a_trf_file() -> None:
    """FIDE C.04, Annex 2: each field in its columns, counted from one."""
    tournament = actions.draw(play(), MATCH, CATALOG)  # a third round, still open
    lines = compute_standings(tournament, MATCH, CATALOG)
    text = write_trf(tournament, lines)
    assert text.endswith("\r\n")
    rows = text.splitlines()
    assert rows[:4] == ["012 Cup", "062 5", "092 Individual: Swiss-System", "XXR 3"]
    read = [
        (
            row[4:8],
            row[14:47].strip(),
            row[80:84],
            row[85:89],
            [row[place : place + 10] for place in (89, 99)],
        )
        for row in rows[4:]
    ]
    assert [row[:3] == "001" and len(row) == 109 for row in rows[4:]] == [True] * 5
    places = {line.number: line.place for line in lines}
    opponents: dict[int, set[tuple[str, str, str]]] = {}
    for player, (number, name, points, place, cells) in zip(tournament.players, read, strict=True):
        assert (int(number), name, int(place)) == (player.number, player.name, places[player.number])
        told = [(cell[2:6], cell[7], cell[9]) for cell in cells]
        assert float(points) == sum(result in ("1", "+", "U") for _, _, result in told)
        opponents[player.number] = set(told)
    for played in tournament.rounds[:2]:
        for pairing in played.pairings:
            if pairing.second is None:
                assert ("0000", "-", "U") in opponents[pairing.first]
                continue
            won, lost = ("1", "0") if pairing.table == 1 else ("+", "-")
            assert (f"{pairing.second:4}", "w", won) in opponents[pairing.first]
            assert (f"{pairing.first:4}", "b", lost) in opponents[pairing.second]
    with pytest.raises(HorahError) as error:
        write_trf(replace(tournament, system="knockout"), lines)
    assert "only for Swiss tournaments" in sentence(error.value)
