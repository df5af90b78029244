"""The report of a battle as a draft of its seat: typed, reviewed, changed, sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from generator.game import list_procedures
from tests.web.apps import served
from tests.web.playing import Company, confirm, open_table, play
from web.config import Config
from web.http.request_context import CONTEXT
from web.service import drafts
from web.service.context import Context
from web.storage.backup import backup, restore
from web.storage.drafts import StoredDraft, find_draft, put_draft
from web.storage.engine import engine_for
from web.storage.migrate import upgrade
from web.storage.records import later
from web.storage.tables import Repository

CHANGED = "This draft has changed, or its question has been answered."
FULL = {
    "winner": "axis",
    "ended": "sudden_death",
    "marker": "5",
    "marker_side": "axis",
    "initiative": "allied",
    "lost-axis-0-0": "1",
}


@dataclass(frozen=True)
class SeatPage:
    """The report pages of one seat."""

    client: FlaskClient
    link: str
    number: int | None = None  # number of the battle whose report is corrected

    @property
    def address(self) -> str:
        return f"/tables/{self.link}/" + (f"reports/{self.number}" if self.number else "report")

    def form(self) -> str:
        page = self.client.get(self.address)
        assert page.status_code == 200, page.text
        return unescape(page.text)

    def save(self, **values: str) -> TestResponse:
        data = {"question": hidden(self.form(), "question"), **values}
        return self.client.post(self.address, data=data)

    def read_over(self, **values: str) -> TestResponse:
        sent = self.save(**values)
        assert (sent.status_code, sent.headers["Location"]) == (303, f"{self.address}/summary")
        return self.summary()

    def summary(self) -> TestResponse:
        return self.client.get(f"{self.address}/summary")

    def send(self, page: str) -> TestResponse:
        data = {name: hidden(page, name) for name in ("number", "draft")}
        return self.client.post(f"{self.address}/send", data=data)


def hidden(page: str, name: str) -> str:
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)">', page)
    assert found, name
    return found[1]


def typed(page: str, name: str) -> str:
    """Return the value of a form field."""
    found = re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', page)
    assert found, name
    return found[1]


def is_ticked(page: str, name: str) -> bool:
    """Return whether a check box is ticked."""
    return bool(re.search(rf'<input[^>]* name="{name}" value="1" checked', page))


@pytest.fixture
def company(site: Flask) -> Company:
    """Return a campaign with people on both sides, whose first battle was fought."""
    return campaign(site)


def campaign(site: Flask) -> Company:
    name = next(each.name for each in list_procedures() if each.name.startswith("stalingrad/"))
    company = open_table(site.test_client(), "/api/v1/campaigns", procedure=name)
    play(company, Random(3).randrange, until="battle_result")
    return company


@pytest.fixture
def axis(site: Flask, company: Company) -> SeatPage:
    return at(site, company, "axis")


@pytest.fixture
def allied(site: Flask, company: Company) -> SeatPage:
    return at(site, company, "allied")


def at(site: Flask, company: Company, seat: str) -> SeatPage:
    client = site.test_client()
    client.set_cookie("lang", "en")
    return SeatPage(client, company.seat(seat).link or company.watcher.table)


def stored(site: Flask, company: Company, seat: str) -> StoredDraft | None:
    """Return the draft of the current battle."""
    place = company.watcher.state()["answers"]
    return find_draft(context_of(site).repository, company.axis.table, seat, place)


def context_of(site: Flask) -> Context:
    found: Context = site.extensions[CONTEXT]
    return found


def test_a_draft_is_read_over_reloaded_and_changed(axis: SeatPage) -> None:
    page = axis.read_over(**FULL)
    assert (
        page.status_code == 200 and 'id="summary"' in page.text and re.search(r": (\d) of (?!\1)", page.text)
    )
    assert page.text == axis.summary().text  # the draft is stored, not carried in the address
    assert "marker_side" not in page.text  # the summary has no form fields
    back = axis.form()
    assert typed(back, "marker") == "5" and is_ticked(back, "lost-axis-0-0")
    assert 'name="winner" value="axis" checked' in back
    again = axis.read_over(**{**FULL, "marker": "7"})
    assert "7" in again.text and typed(axis.form(), "marker") == "7"


def test_a_draft_is_read_in_the_other_language(axis: SeatPage) -> None:
    axis.read_over(**FULL)
    back = f"{axis.address}/summary"
    switched = axis.client.post("/language", data={"lang": "es", "back": back})
    assert (switched.status_code, switched.headers["Location"]) == (303, back)
    assert re.search(r": (\d) de (?!\1)", axis.summary().text)
    assert is_ticked(axis.form(), "lost-axis-0-0")


def test_one_sent_early_says_what_is_missing(axis: SeatPage) -> None:
    early = axis.read_over(**{name: value for name, value in FULL.items() if name != "initiative"})
    assert early.status_code == 422 and typed(early.text, "marker") == "5"
    assert "Still missing: Initiative card." in unescape(early.text)
    nothing = axis.read_over()
    assert nothing.status_code == 422 and not re.search("/winner|sudden_death, |«»|“”", refusal(nothing.text))


def refusal(page: str) -> str:
    """Return the error message of a page."""
    found = re.search(r'id="refusal".*?</(?:p|div|section)>', page, re.DOTALL)
    return unescape(found[0]) if found else ""


def test_the_marker_names_the_winner_where_it_decides(axis: SeatPage) -> None:
    page = axis.read_over(**{name: value for name, value in FULL.items() if name != "winner"})
    assert page.status_code == 200 and "Germany won" in page.text
    early = axis.read_over(**{**FULL, "winner": "", "ended": "surrender"})
    assert early.status_code == 422 and "Winner" in refusal(early.text)


@pytest.mark.parametrize(
    ("ended", "marker_side", "doubts"),
    [
        ("sudden_death", "axis", ()),
        ("surrender", "axis", ("Surrender (Allies) takes",)),
        ("surrender", "allied", ("Surrender (Allies) takes", "The VP marker is on the losing side")),
        ("chit_v", "allied", ("The VP marker is on the losing side",)),
    ],
)
def test_an_impossible_report_is_questioned(
    axis: SeatPage, ended: str, marker_side: str, doubts: tuple[str, ...]
) -> None:
    page = axis.read_over(**{**FULL, "ended": ended, "marker_side": marker_side})
    assert page.status_code == 200
    assert ('id="doubts"' in page.text) == bool(doubts)
    for words in doubts:
        assert words in page.text


@pytest.mark.parametrize("marker", ["many", "-3", "5.5", "１", "9" * 5000, "<b>", "1e9"])
def test_what_is_no_number_comes_back_with_a_sentence(axis: SeatPage, marker: str) -> None:
    page = axis.read_over(**{**FULL, "marker": marker, "veterans-axis-0": marker})
    assert page.status_code == 422 and refusal(page.text)
    assert "<b>" not in typed(page.text, "marker")
    assert typed(axis.form(), "marker") == marker[:100]


def test_fields_that_the_form_has_not_are_not_kept(site: Flask, company: Company, axis: SeatPage) -> None:
    more = {f"lost-axis-{n}-0": "1" for n in range(900, 1800)}
    axis.read_over(**FULL, **more, secret="x" * 100_000)
    draft = stored(site, company, "axis")
    assert draft is not None and dict(draft.fields) == FULL


def test_a_body_that_is_too_large_is_refused(site: Flask, company: Company, axis: SeatPage) -> None:
    large = site.config["MAX_CONTENT_LENGTH"] + 1
    assert axis.save(**FULL, more="x" * large).status_code == 413
    assert stored(site, company, "axis") is None


def test_seats_have_drafts_of_their_own(
    site: Flask, company: Company, axis: SeatPage, allied: SeatPage
) -> None:
    axis.read_over(**FULL)
    assert typed(allied.form(), "marker") == ""
    page = allied.summary()
    assert page.status_code == 409 and CHANGED in page.text
    allied.read_over(**{**FULL, "marker": "9"})
    assert typed(axis.form(), "marker") == "5"
    watcher = at(site, company, "watcher")
    question = hidden(axis.form(), "question")
    assert watcher.client.get(watcher.address).status_code == 409  # watchers are not asked
    assert watcher.client.post(watcher.address, data={**FULL, "question": question}).status_code == 409
    assert watcher.summary().status_code == 409


def test_a_report_is_sent_confirmed_and_its_draft_deleted(
    site: Flask, company: Company, axis: SeatPage, allied: SeatPage
) -> None:
    allied.read_over(**{**FULL, "marker": "9"})
    sent = axis.send(axis.read_over(**FULL).text)
    assert (sent.status_code, sent.headers["Location"]) == (303, f"/tables/{axis.link}")
    state = company.axis.state()
    assert state["proposal"]["value"]["marker"] == 5 and state["proposal"]["value"]["initiative"] == "allied"
    company.allied.post("/refusal", {"what": "proposal", "why": "It was 4"})
    assert typed(axis.form(), "marker") == "5"  # after an objection the draft is still there
    axis.send(axis.read_over(**{**FULL, "marker": "4"}).text)
    assert all(stored(site, company, seat) for seat in ("axis", "allied"))
    place = company.watcher.state()["answers"]
    confirm(company.allied, company.axis.state())
    entry = company.referee.get("/record").json["entries"][place]
    assert (entry["answer"]["marker"], entry["by"]) == (4, "axis")
    repository = context_of(site).repository
    assert not any(find_draft(repository, company.axis.table, seat, place) for seat in ("axis", "allied"))


def test_only_what_was_read_over_is_sent(company: Company, axis: SeatPage) -> None:
    """Another tab of the same seat changes the draft in between."""
    page = axis.read_over(**FULL).text
    axis.read_over(**{**FULL, "marker": "9"})
    sent = axis.send(page)
    assert sent.status_code == 409 and CHANGED in sent.text
    assert company.axis.state()["proposal"] is None


def test_a_draft_whose_question_was_answered_meanwhile(
    site: Flask, company: Company, axis: SeatPage, allied: SeatPage
) -> None:
    late, form = axis.read_over(**FULL).text, axis.form()
    prompt = company.allied.prompts()[0]
    answer = {"winner": "axis", "ended": "surrender", "marker": 3, "initiative": "axis"}
    answer |= {"survivors": {"axis": [], "allied": []}}
    told = company.allied.post("/answers", {"number": prompt["number"], "answer": answer})
    confirm(company.axis, told.json)
    sent = axis.send(late)
    assert sent.status_code == 409 and "has already been answered" in sent.text
    gone = axis.summary()
    assert gone.status_code == 409 and "No battle is waiting for a report" in gone.text
    assert axis.client.post(axis.address, data={**FULL, "question": "0"}).status_code == 409

    # The next battle starts with an empty report, and the old form cannot answer it.
    play(company, Random(3).randrange, until="battle_result")
    assert typed(axis.form(), "marker") == ""
    assert axis.summary().status_code == 409 and CHANGED in axis.summary().text
    old = axis.client.post(axis.address, data={**FULL, "question": hidden(form, "question")})
    assert old.status_code == 409 and "has already been answered" in old.text
    assert stored(site, company, "axis") is None


def test_a_question_taken_back_takes_its_draft_along(site: Flask, company: Company, axis: SeatPage) -> None:
    place = company.watcher.state()["answers"]
    axis.read_over(**FULL)
    for player in (company.axis, company.allied):
        player.post("/undo", {})
    assert company.watcher.state()["answers"] < place
    assert find_draft(context_of(site).repository, company.axis.table, "axis", place) is None


def test_a_correction_is_a_draft_too(site: Flask, company: Company, axis: SeatPage, allied: SeatPage) -> None:
    place, repository = company.watcher.state()["answers"], context_of(site).repository
    fallen = dict.fromkeys(re.findall(r'name="(lost-\w+-\d+-\d+)"', axis.form()), "1")
    reported = {**FULL, **fallen, "ended": "surrender"}  # without survivors no reinforcements are asked for
    axis.send(axis.read_over(**reported).text)
    confirm(company.allied, company.axis.state())
    play(company, Random(3).randrange, until="battle_result")

    first = replace(allied, number=1)
    assert typed(first.form(), "marker") == "5"  # the reported value
    page = first.read_over(**{**reported, "marker": "8"})
    assert "As reported" in page.text and "Corrected" in page.text
    axis.read_over(**{**FULL, "marker": "2"})  # the second battle has a separate draft
    assert typed(first.form(), "marker") == "8" and typed(allied.form(), "marker") == ""
    assert find_draft(repository, company.axis.table, "allied", place)
    assert first.send(page.text).status_code == 303
    state = company.axis.state()
    assert state["proposal"]["value"]["marker"] == 8
    confirm(company.axis, state)
    assert typed(first.form(), "marker") == "8"  # the corrected draft
    assert find_draft(repository, company.axis.table, "allied", place) is None

    assert allied.client.get(f"{allied.address}s/3").status_code == 404
    watcher = replace(at(site, company, "watcher"), number=1)
    assert watcher.save(**FULL).status_code == 403


def test_a_table_that_is_no_campaign_has_no_report(site: Flask, axis: SeatPage) -> None:
    battle = open_table(site.test_client())
    for method, end in (("get", ""), ("post", ""), ("get", "/summary")):
        answered: Any = getattr(axis.client, method)(f"/tables/{battle.axis.link}/report{end}")
        assert answered.status_code == 404


# Drafts in the database


def test_drafts_are_replaced_and_old_ones_go(database: str) -> None:
    with served(Config(database, rate=0)) as site:
        company = campaign(site)
        repository, table = context_of(site).repository, company.axis.table
        old = StoredDraft(table, "allied", 1, "q", {"marker": "1"}, later(-31 * 24 * 60 * 60))
        put_draft(repository, old, later(-drafts.MAX_DRAFT_AGE_SECONDS * 2))
        axis = at(site, company, "axis")
        axis.save(**FULL)
        axis.save(**{**FULL, "marker": "6"})
        kept = stored(site, company, "axis")
        assert kept is not None and kept.fields["marker"] == "6"
        assert find_draft(repository, table, "allied", 1) is None


def test_a_backup_keeps_drafts(site: Flask, company: Company, axis: SeatPage, tmp_path: Path) -> None:
    axis.save(**FULL)
    before = stored(site, company, "axis")
    backup(context_of(site).repository.engine, tmp_path / "horah.backup")
    other = engine_for(f"sqlite:///{tmp_path / 'other.db'}")
    upgrade(other)
    restore(other, tmp_path / "horah.backup")
    assert before is not None
    assert find_draft(Repository(other), before.table_id, "axis", before.place) == before
    other.dispose()
