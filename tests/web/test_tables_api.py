"""Tables over the API, on both databases."""

from __future__ import annotations

import re
from random import Random

import pytest
from flask import Flask

from generator.chance import commitment
from web.http.request_context import CONTEXT
from web.service import tables
from web.storage.schema import seats

from .playing import Company, legal, open_table, play


@pytest.fixture
def company(app: Flask) -> Company:
    return open_table(app.test_client(), title="Club night")


def test_a_table_has_four_links(company: Company) -> None:
    links = [company.axis.link, company.allied.link, company.referee.link, company.watcher.table]
    assert len(set(links)) == 4
    assert all(re.fullmatch("[a-z2-7]{32}", link or "") for link in links)  # 160 random bits each


def test_links_are_stored_as_hashes(app: Flask, company: Company) -> None:
    with app.extensions[CONTEXT].repository.reading() as connection:
        kept = str(list(connection.execute(seats.select())))
    for player in (company.axis, company.allied, company.referee):
        assert player.link not in kept


def test_play_to_the_finished_card(company: Company) -> None:
    pick = Random(7).randrange
    end = play(company, pick)
    assert end["finished"] and not end["asked"]
    cards = {seat: company.seat(seat).get("/card.json").json for seat in ("axis", "allied", "watcher")}
    assert cards["axis"]["objectives"]["secret"]["allied"] in ("hidden", [])
    assert cards["allied"]["objectives"]["secret"]["axis"] in ("hidden", [])
    assert cards["axis"]["sides"] == cards["allied"]["sides"] == cards["watcher"]["sides"]
    assert company.axis.get("/card.pdf?lang=es").status_code == 200
    assert company.watcher.get("/map.svg").status_code == 200
    assert company.watcher.get("/card.txt").status_code == 200


@pytest.mark.parametrize("dice", ["two", "fate", "typed"])
def test_every_kind_of_dice(app: Flask, dice: str) -> None:
    company = open_table(app.test_client(), settings={"dice": dice})
    play(company, Random(3).randrange)
    verdict = company.watcher.get("/verification").json
    assert verdict["sound"], verdict
    assert (verdict["typed"] > 0) is (dice == "typed")
    assert verdict["checked"] > 0


def test_each_seat_gets_its_own_questions(company: Company) -> None:
    state = play(company, Random(1).randrange, until="order_of_battle")
    assert [asked["seat"] for asked in state["asked"]] == ["axis", "allied"]
    (mine,) = company.axis.prompts()
    (theirs,) = company.allied.prompts()
    assert mine["seat"] == "axis" and theirs["seat"] == "allied"
    assert mine["options"] and mine["options"] != theirs["options"]
    assert [prompt["seat"] for prompt in company.referee.prompts()] == ["axis", "allied"]
    assert company.watcher.prompts() == []
    assert not state["yours"] and company.axis.state()["yours"]


def test_sealed_until_both_have_answered(company: Company) -> None:
    play(company, Random(1).randrange, until="order_of_battle")
    chosen = company.axis.prompts()[0]["options"][-1]
    number = company.axis.prompts()[0]["number"]
    sealed = company.axis.post("/answers", {"number": number, "answer": chosen}).json
    assert sealed["sealed"] == ["axis"]
    assert chosen in company.axis.get("/log").text
    for other in (company.allied, company.watcher):
        assert chosen not in other.get("/log").text + other.get("").text + other.get("/record").text
    assert company.allied.prompts()[0]["number"] == number  # the question has not changed meanwhile
    again = company.axis.post("/answers", {"number": number, "answer": chosen})
    assert (again.status_code, again.json["code"]) == (409, "SEALED")
    assert company.allied.answer() is not None
    assert chosen in company.watcher.get("/log").text


def test_late_answer_is_refused(company: Company) -> None:
    (prompt,) = company.axis.prompts() or company.allied.prompts()
    asker = company.seat(prompt["seat"])
    given = {"number": prompt["number"], "answer": legal(prompt, lambda count: 0)}
    assert asker.post("/answers", given).status_code == 200
    told = asker.post("/answers", given)
    assert (told.status_code, told.json["code"]) == (409, "ANSWERED")
    assert told.content_type == "application/problem+json"
    assert "already" in told.json["detail"]


@pytest.mark.parametrize("seat", ["watcher", "referee"])
def test_only_the_asked_seat_answers(company: Company, seat: str) -> None:
    (prompt,) = company.referee.prompts()
    given = {"number": prompt["number"], "answer": legal(prompt, lambda count: 0)}
    told = company.seat(seat).post("/answers", given)
    assert (told.status_code, told.json["code"]) == (403, "NOT_ASKED")


@pytest.mark.parametrize("answer", [None, "zz", 7, [], ["zz"], {"a": 1}, [[]], True])
def test_an_illegal_answer_changes_nothing(company: Company, answer: object) -> None:
    (prompt,) = company.referee.prompts()
    asker = company.seat(prompt["seat"])
    before = asker.state()
    told = asker.post("/answers", {"number": prompt["number"], "answer": answer})
    assert told.status_code == 422, told.json
    assert "Choose from" in told.json["detail"] or told.json["code"] == "BAD_CHOICE"
    assert asker.state() == before


def test_answer_that_cannot_be_stored_is_refused(company: Company) -> None:
    (prompt,) = company.referee.prompts()
    asker = company.seat(prompt["seat"])
    before = asker.state()
    told = asker.post("/answers", {"number": prompt["number"], "answer": "\x00"})
    assert told.status_code == 422
    assert "control characters" in told.json["detail"]
    assert asker.state() == before


def test_undo_needs_both(company: Company) -> None:
    pick = Random(5).randrange
    state = play(company, pick, until="order_of_battle")
    before = company.referee.get("/log").json
    for seat in ("axis", "allied"):
        assert company.seat(seat).answer(pick).status_code == 200
    wished = company.axis.post("/undo", {"answers": 2}).json
    assert wished["undo"] == {"axis": 2} and wished["answers"] > state["answers"]
    done = company.allied.post("/undo", {"answers": 2}).json
    assert done["answers"] == state["answers"] and done["undo"] == {}
    assert company.referee.get("/log").json == before
    assert done["undone"][-1]["to"] == state["answers"]
    assert done["number"] > state["number"]  # an answer from before the undo is not taken
    stale = company.axis.post("/answers", {"number": state["number"], "answer": "x"})
    assert stale.json["code"] == "ANSWERED"


def test_answer_ends_an_undo_request(company: Company) -> None:
    play(company, Random(5).randrange, until="order_of_battle")
    company.axis.post("/undo", {})
    company.axis.answer()
    assert company.allied.post("/undo", {}).json["undo"] == {"allied": 1}


def test_dice_are_the_same_after_an_undo(company: Company) -> None:
    """So that nobody can get better dice by an undo."""
    pick = Random(5).randrange
    play(company, pick, until="order_of_battle")
    before = company.watcher.get("/log").json
    for seat in ("axis", "allied"):
        company.seat(seat).post("/undo", {"answers": 1})
    play(company, lambda count: 0, until="order_of_battle")
    rolls = [
        [line for line in log if line.get("kind") == "roll"]
        for log in (before, company.watcher.get("/log").json)
    ]
    assert rolls[0][:3] == rolls[1][:3]


@pytest.mark.parametrize(
    ("seat", "answers", "status"),
    [("referee", 1, 403), ("watcher", 1, 403), ("axis", 99, 409), ("axis", 0, 422)],
)
def test_invalid_undo(company: Company, seat: str, answers: int, status: int) -> None:
    assert company.seat(seat).post("/undo", {"answers": answers}).status_code == status


def test_a_person_against_a_commander_undoes_alone(app: Flask) -> None:
    company = open_table(app.test_client(), settings={"allied_commander": "bold"})
    play(company, Random(2).randrange, until="order_of_battle")
    company.axis.answer()
    before = company.axis.state()
    after = company.axis.post("/undo", {}).json
    assert after["persons"] == ["axis"]
    assert after["answers"] < before["answers"] and after["undo"] == {}


def test_seed_commitment_and_seed(company: Company) -> None:
    start = company.watcher.state()["seeds"]
    assert [seed["seed"] for seed in start] == [None]
    play(company, Random(9).randrange)
    (shown,) = company.watcher.state()["seeds"]
    assert commitment(shown["seed"]) == start[0]["commitments"]["open"]
    assert "." not in shown["seed"]
    for seat in ("axis", "allied"):
        company.seat(seat).post("/reveal", {})
    (whole,) = company.watcher.state()["seeds"]
    assert commitment(whole["seed"]) == start[0]["commitments"]["whole"]
    assert whole["seed"].startswith(shown["seed"] + ".")
    verdict = company.watcher.get("/verification").json
    assert verdict["sound"] and verdict["sealed"] == 0


def test_reveal_needs_both_and_the_end(company: Company) -> None:
    early = company.axis.post("/reveal", {})
    assert (early.status_code, early.json["code"]) == (409, "NOT_FINISHED")
    play(company, Random(11).randrange)
    company.axis.post("/reveal", {})
    assert company.watcher.get("/card.json").json["seat"] == "everyone"
    company.allied.post("/reveal", {})
    assert company.watcher.get("/card.json").json["seat"] == "referee"


def test_undo_after_the_end_brings_a_new_seed(company: Company) -> None:
    """The old seed has been shown and would reveal the next dice."""
    pick = Random(13).randrange
    play(company, pick)
    company.axis.post("/undo", {"answers": 3})
    reopened = company.allied.post("/undo", {"answers": 3}).json
    assert [seed["seed"] for seed in reopened["seeds"]] == [None, None]
    assert reopened["seeds"][1]["from"] == reopened["undone"][-1]["to"]
    play(company, pick)
    verdict = company.watcher.get("/verification").json
    assert verdict["sound"], verdict


@pytest.mark.parametrize("path", ["/card.json", "/card.txt", "/card.pdf", "/map.svg", "/verification"])
def test_there_is_no_card_before_the_end(company: Company, path: str) -> None:
    told = company.axis.get(path)
    assert (told.status_code, told.json["code"]) == (409, "NOT_FINISHED")


def test_polling_with_etag(company: Company) -> None:
    first = company.axis.get()
    tag = first.headers["ETag"]
    client, where = company.axis.client, f"/api/v1/tables/{company.axis.table}"
    same = client.get(where, headers={**company.axis.headers, "If-None-Match": tag})
    assert (same.status_code, same.data) == (304, b"")
    other_seat = client.get(where, headers={**company.allied.headers, "If-None-Match": tag})
    assert other_seat.status_code == 200
    play(company, until="order_of_battle")
    assert client.get(where, headers={**company.axis.headers, "If-None-Match": tag}).status_code == 200


def test_two_processes_see_the_same_table(app: Flask, company: Company) -> None:
    """Another worker updates its copy in memory, including undos."""
    context = app.extensions[CONTEXT]
    other = tables.Sitting(company.axis.table, "referee")
    pick = Random(17).randrange
    for _ in range(4):
        here = tables.state(context, other)
        kept = context.lives.pop(company.axis.table)
        for asked in here["asked"]:
            company.seat(asked["seat"]).answer(pick)
        for seat in ("axis", "allied"):
            company.seat(seat).post("/undo", {"answers": 1})
        company.seat(company.watcher.state()["asked"][0]["seat"]).answer(pick)
        context.lives.put(company.axis.table, kept)
        stale_brought_up = tables.state(context, other)
        context.lives.pop(company.axis.table)
        assert stale_brought_up == tables.state(context, other)


@pytest.mark.parametrize(
    "wish",
    [
        {"procedure": "chess/1"},
        {"settings": {"dice": "three"}},
        {"settings": {"years": [1812]}},
        {"title": "x" * 121},
        {"title": "a\x00b"},
        {"seed": "known"},
    ],
)
def test_invalid_tables(app: Flask, wish: dict[str, object]) -> None:
    assert app.test_client().post("/api/v1/tables", json=wish).status_code == 422
