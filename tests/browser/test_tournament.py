"""A tournament of eight players and three rounds: the organiser on desktop, players on phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser

NAMES = ["Ana", "Berta", "Carlos", "Diego", "Elena", "Fermín", "Gema", "Hugo"]


def told(form: Page, time: int) -> None:
    """Fill in and send the report on a player's page."""
    form.locator("#now input[value=first]").check(force=True)
    form.locator("#now input[name=figure-time]").fill(str(time))
    form.locator("#now input[name=figure-casualties]").fill("2")
    form.get_by_role("button", name="Report result").click()
    expect(form.locator("#now form")).to_have_count(0)


def the_others_report(organiser: Page, number: int) -> None:
    """Send the reports of the other tables over the API, as the organiser."""
    headers = {"Authorization": f"Bearer {organiser.url.partition('#')[0].rpartition('/')[2]}"}
    reader = organiser.input_value("#readers-link").rpartition("/")[2]
    base = f"/api/v1/tournaments/{reader}"
    tables = organiser.request.get(base).json()["tournament"]["rounds"][-1]["pairings"]
    report = {"winner": "first", "how": "initiative", "figures": {"time": 9, "casualties": number}}
    for table in (each["table"] for each in tables if not each["report"]):
        answer = organiser.request.put(f"{base}/rounds/{number}/tables/{table}", data=report, headers=headers)
        assert answer.ok, answer.text()


def test_eight_players_and_three_rounds(visit: Visit) -> None:
    organiser = visit("/tournaments")
    assert serious(organiser) == []
    organiser.fill("#title", "Autumn cup")
    organiser.fill("#players", "\n".join(NAMES))
    organiser.get_by_role("button", name="Start", exact=True).click()
    expect(organiser.locator("h1")).to_have_text("Autumn cup")
    links = [organiser.input_value(f"#link-{number}") for number in range(1, 9)]
    organiser.reload()
    expect(organiser.locator("#players li")).to_have_count(8)

    player, reader = visit(links[0], viewport=PHONE), visit(organiser.input_value("#readers-link"))
    met: set[frozenset[str]] = set()
    for number in (1, 2, 3):
        organiser.locator("#draw .button.big").click()
        expect(organiser.locator("#round-title")).to_have_text(f"Round {number}")
        rows = organiser.locator("#round .rows tbody tr")
        pairs = [frozenset(row.locator("b").all_inner_texts()) for row in rows.all()]
        assert len(pairs) == 4 and not met & set(pairs)
        met |= set(pairs)
        expect(player.locator("#now-title")).to_contain_text(f"Round {number}")
        assert player.evaluate(OVERFLOW) <= 0
        if number == 1:
            assert serious(player) == []
        organiser.locator("#new-player").fill("Irene")  # half typed while a report comes in
        told(player, number)
        mine = organiser.locator("#round .rows tbody tr", has_text=NAMES[0])
        expect(mine).not_to_contain_text("not yet")  # the player's page updates by itself
        expect(organiser.locator("#new-player")).to_have_value("Irene")
        own = organiser.locator("#round details", has_text=NAMES[0]).first
        expect(own.locator("[name=figure-time]")).to_have_value(str(number))  # what was reported, to correct
        the_others_report(organiser, number)
        organiser.reload()
    expect(organiser.get_by_text("The tournament is over.")).to_be_visible()
    assert serious(organiser) == []
    expect(reader.get_by_text("The tournament is over.")).to_be_visible()  # it follows by itself
    expect(reader.locator("#standings tbody tr")).to_have_count(8)
    before = reader.locator("#standings tbody").inner_text()

    organiser.locator("#rename summary").click()
    organiser.locator("#renamed").select_option(label="Hugo")
    organiser.locator("#new-name").fill("Hugo Ruiz")
    organiser.locator("#rename button").click()
    expect(reader.locator("#standings tbody")).to_contain_text("Hugo Ruiz")
    before = reader.locator("#standings tbody").inner_text()

    organiser.locator("#table-1 summary").click()
    fold = organiser.locator("#table-1 form").first
    fold.locator("input[value=second]").check(force=True)
    fold.get_by_role("button").click()
    expect(reader.locator("#standings tbody")).not_to_have_text(before)
    reader.get_by_role("button", name="Español").click()
    expect(reader.locator("#standings-title")).to_have_text("Clasificación")
    assert serious(reader) == []
