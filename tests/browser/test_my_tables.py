"""My tables: open, invite, claim and hand over, on two phones."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import answer, asked, open_table
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser

OTHER_PHONE = {"width": 412, "height": 915}


def steady(page: Page, **shown: str) -> None:
    """Check that reload, back and the language switch show the same page."""
    here = page.url
    for language, words in (("Español", "es"), ("English", "en")):
        page.get_by_role("button", name=language).click()
        expect(page.locator("html")).to_have_attribute("lang", words)
        assert page.url == here
        _same(page, shown)
        assert serious(page) == []
    page.reload()
    _same(page, shown)
    assert page.evaluate(OVERFLOW) <= 0


def _same(page: Page, shown: dict[str, str]) -> None:
    for place, value in shown.items():
        expect(page.locator(f"#{place.replace('_', '-')}")).to_have_value(value)


def opened(page: Page, mine: str) -> None:
    page.goto("/tables/new")
    page.locator("#title").fill("Tuesday")
    page.locator("#person").fill("Ana")
    page.locator(f"[name=mine][value={mine}]").check()
    page.get_by_role("button", name="Open the table").first.click()
    page.wait_for_url("**/seats")


def test_opening_inviting_claiming(visit: Visit, base: str) -> None:
    """At each step reload, back and language switch change nothing."""
    ana = visit(viewport=PHONE, expects=(404, 410))
    opened(ana, "axis")
    own, word = ana.input_value("#link-axis"), ana.input_value("#invite-allied")
    assert ana.locator("#link-allied").count() == 0
    steady(ana, link_axis=own, invite_allied=word)

    bea = visit(word, viewport=OTHER_PHONE, expects=(404, 410))
    expect(bea.locator("#invitation")).to_contain_text("Ana invites you.")
    steady(bea)
    bea.locator("#person").fill("Bea")
    bea.get_by_role("button", name="Take this seat").click()
    bea.wait_for_url("**/tables/*")
    seat = bea.url
    bea.locator("#to-seats").click()
    bea.wait_for_url("**/seats")
    steady(bea, link_allied=seat)
    bea.goto(word)  # back to the invitation: she is led to her seat
    expect(bea).to_have_url(seat)

    ana.reload()
    expect(ana.locator("#chair-allied h2")).to_contain_text("Bea")
    assert seat not in ana.content() and ana.locator("#invite-allied").count() == 0
    ana.goto(word)
    expect(ana.locator("#refusal")).to_contain_text("has already been used")

    ana.goto("/mine")
    expect(ana.locator("[data-mine-row] h2")).to_have_text(["Tuesday"])
    expect(ana.locator("[data-mine-row] dl")).to_contain_text("Bea")
    steady(ana)
    watched = own.replace(own.rpartition("/")[2], _table(ana))
    ana.goto(watched)
    ana.locator("#own-seat a").click()
    expect(ana).to_have_url(own)


def test_home_page_lists_the_tables(visit: Visit) -> None:
    """Own turns first; a new device has none."""
    page = visit(viewport=PHONE)
    expect(page.locator("#home-mine")).to_be_hidden()
    links = open_table(page)
    for seat in ("axis", "allied"):
        page.goto(links[seat])
    page.goto("/")
    rows = page.locator("#home-mine li")
    expect(rows.locator(".badge")).to_have_text(["Your turn"])
    expect(rows.first.locator(".badge")).to_be_visible()
    steady(page)
    rows.first.get_by_role("link").click()
    assert asked(page)


def test_times_are_local(visit: Visit) -> None:
    """In the list of tables and on the page of a battle, in any time zone."""
    ana, far = visit(), visit(timezone_id="Pacific/Kiritimati")
    ana.locator("#quick").click()
    ana.wait_for_url(re.compile("/battles/[a-z2-7]{20,}"))
    far.goto(ana.url)
    moment = far.locator(".seed time").first
    stored = moment.get_attribute("datetime") or ""
    there = datetime.fromisoformat(stored).astimezone(timezone(timedelta(hours=14)))
    expect(moment).to_have_text(re.compile(f"{there.day} .*{there:%H:%M}$"))
    opened(far, "axis")
    far.goto("/mine")
    expect(far.locator("[data-mine-row] time")).not_to_contain_text("UTC")


def test_the_device_remembers_tournaments_and_diaries(visit: Visit) -> None:
    """Organisers, players and writers return without a bookmark."""
    page = visit("/tournaments", viewport=PHONE)
    page.locator("#title").fill("Autumn cup")
    page.locator("#players").fill("Ana\nBea")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/run/*")
    run = page.url
    page.goto(page.input_value("#link-2"))
    page.goto("/diaries")
    page.locator("#title").fill("Thursdays")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/keep/*")
    page.goto("/mine")
    rows = page.locator("#mine-others li")
    expect(rows.locator("h3")).to_have_text(["Thursdays", "Autumn cup: Bea", "Autumn cup"])
    expect(rows.locator(".what")).to_contain_text(["Diary", "Tournament", "Tournament (organiser)"])
    steady(page)
    rows.last.get_by_role("link").click()
    expect(page).to_have_url(run)


def test_hidden_tab_shows_whose_turn_it_is(visit: Visit) -> None:
    """Title and icon change in the background."""
    links = open_table(visit())
    seats = {"axis": visit(links["axis"]), "allied": visit(links["allied"], viewport=PHONE)}
    mover = next(page for page in seats.values() if asked(page))
    other = next(page for page in seats.values() if page is not mover)
    other.clock.install()
    other.reload()
    other.evaluate("Object.defineProperty(document, 'hidden', {value: true})")
    for count in range(20):
        if not asked(mover):
            break
        answer(mover, count)
        mover.reload()
    other.clock.fast_forward(10_000)  # who is hidden asks less often
    expect(other).to_have_title(re.compile("^Your turn · "))
    expect(other.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon-turn"))
    expect(mover.locator("link[rel=icon]")).to_have_attribute("href", re.compile("favicon.svg"))


def _table(page: Page) -> str:
    kept: list[dict[str, Any]] = page.evaluate("JSON.parse(localStorage.getItem('mine'))")
    found: str = kept[0]["table"]
    return found


def test_shared_device(visit: Visit) -> None:
    """A screen separates the seats; the back button does not reveal the other one."""
    page = visit(viewport=PHONE)
    opened(page, "together")
    place = page.input_value("#link-together")
    page.locator("#to-table").click()
    expect(page.locator("#question")).to_have_count(0)
    steady(page)
    for _ in range(2):
        first = page.locator("form .button.big").first
        seat = (first.get_attribute("id") or "").removeprefix("look-")
        first.click()
        expect(page.locator(f".seat-of.of-{seat}")).to_be_visible()
        assert page.evaluate(OVERFLOW) <= 0 and serious(page) == []
        page.reload()
        expect(page.locator("#question")).to_be_visible()
        page.locator("#hide").click()
        expect(page.locator(f"#look-{seat}")).to_be_visible()
        page.go_back()
        expect(page.locator(f"#look-{seat}")).to_be_visible()
        expect(page.locator("#question")).to_have_count(0)
        page.goto(place)
        page.locator(f"#look-{seat}").click()
        answer(page)
        if page.locator("#hide").count():
            page.locator("#hide").click()
        expect(page.locator(f"#look-{seat}")).to_be_visible()


def test_move_the_list_and_recover_by_code(visit: Visit, tmp_path: Any) -> None:
    page = visit()
    opened(page, "allied")
    page.goto("/battles/new")
    page.locator("main form button.big, main form button.button").first.click()
    page.wait_for_url(re.compile("/battles/[a-z2-7]{20,}"))
    page.goto("/mine")
    expect(page.locator("#mine-others li")).to_have_count(1)
    with page.expect_download() as saved:
        page.locator("#save-list").click()
    file = tmp_path / "mine.json"
    saved.value.save_as(file)

    other = visit("/mine", viewport=PHONE)
    expect(other.locator("#mine-empty")).to_be_visible()
    other.locator("#file").set_input_files(file)
    other.get_by_role("button", name="Import").click()
    expect(other.locator("[data-mine-row] h2")).to_have_text(["Tuesday"])
    expect(other.locator("#mine-others li")).to_have_count(1)
    other.get_by_role("button", name="Archive").click()
    expect(other.locator("#mine-archive")).to_be_visible()
    other.get_by_role("button", name="Make a recovery code").click()
    code = other.locator("#code").inner_text()
    assert serious(other) == []

    third = visit("/mine", viewport=PHONE)
    third.locator("#code").fill(code.upper())
    third.get_by_role("button", name="Recover", exact=True).click()
    third.wait_for_url("**/mine/of/*")
    expect(third.locator("[data-mine-row] h2")).to_have_text(["Tuesday"])
    page.reload()  # what was lost leads nowhere any more
    expect(page.locator("[data-mine-row]")).to_contain_text("no longer works")
    third.goto("/mine")
    expect(third.locator("[data-mine-row] h2 a")).to_have_text(["Tuesday"])
