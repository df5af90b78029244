"""A campaign through two battles: sealed choices, reports, carried-over results, printouts."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import agree, answer, asked, asked_for, report, taken
from tests.browser.taps import Taps
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser

REPORT = "How did the battle end?"


def opened(page: Page, name: str) -> dict[str, str]:
    """Open a campaign from the campaigns page."""
    page.goto("/campaigns")
    page.locator(f"[aria-labelledby=offer-{name}]").get_by_role("link", name="Open this campaign").click()
    page.locator("[name=referee]").check()
    page.get_by_role("button", name="Open the table").first.click()
    return taken(page)


def until_report(seats: dict[str, Page], most: int = 40) -> None:
    """Let both players answer until the result of the battle is asked for."""
    for count in range(most):
        for page in seats.values():
            page.reload()
        if asked(seats["axis"]) == REPORT:
            return
        answer(next(page for page in seats.values() if asked(page)), count)
    raise AssertionError("no battle becomes ready")


def report_without_losses(taps: Taps) -> None:
    """Report an evening on which nobody fell."""
    page = taps.page
    taps.tap(page.locator("#report"))
    taps.type(page.locator("[name=marker]"), "12")
    taps.tap(page.locator("label:has([name=marker_side][value=allied])"))
    taps.tap(page.get_by_role("button", name="Review"))
    taps.tap(page.get_by_role("button", name="Send report"))


def test_two_battles_of_stalingrad(visit: Visit) -> None:
    links = opened(visit(), "stalingrad")
    seats = {
        "axis": visit(links["axis"], expects=(422,)),
        "allied": visit(links["allied"], viewport=PHONE, has_touch=True),
    }
    axis, allied = seats["axis"], seats["allied"]

    # Closed fists: what one commits the other does not see before both are in.
    assert asked_for(allied, "commit")
    leader = allied.locator(".option b").first.inner_text().partition(" · ")[0]
    answer(allied)
    axis.reload()
    assert leader not in (axis.locator("#log").text_content() or "")
    answer(axis)
    expect(axis.locator("#log")).to_contain_text(leader)

    until_report(seats)
    expect(axis.locator("#map svg.map")).to_be_visible()
    assert serious(axis) == []
    assert allied.evaluate(OVERFLOW) <= 0

    # A report that cannot be is refused with a sentence, and nothing of it is lost.
    axis.locator("#report").click()
    assert serious(axis) == []
    axis.locator("[name=lost-axis-0-0]").check(force=True)
    report(axis, winner="allied", marker=5, marker_side="axis")
    expect(axis.locator("#refusal")).to_contain_text("this marker the Axis won")
    expect(axis.locator("[name=marker]")).to_have_value("5")
    expect(axis.locator("[name=lost-axis-0-0]")).to_be_checked()
    report(axis, winner="axis", marker=5, marker_side="axis")
    fallen = axis.locator("#summary .of-axis .told li").first.inner_text()
    assert re.search(r": (\d) of (?!\1)", fallen)
    assert serious(axis) == []

    # The other side reads the same text on the phone, without reloading, and objects first.
    axis.get_by_role("button", name="Send report").click()
    expect(allied.locator("#told")).to_contain_text(fallen)
    assert serious(allied) == []
    assert allied.evaluate(OVERFLOW) <= 0
    allied.locator("#why").fill("He only broke")
    allied.get_by_role("button", name="Reject").click()
    expect(axis.locator("#refused")).to_contain_text("He only broke")
    report(axis, winner="axis", marker=5, marker_side="axis")
    agree(axis, allied)
    expect(axis.locator(".history li")).to_have_count(1)
    expect(allied.locator(".history li")).to_have_count(1)

    until_report(seats)
    taps = Taps(allied)
    report_without_losses(taps)
    assert taps.count <= 5
    expect(allied.locator("#proposal")).to_contain_text("no losses")
    axis.get_by_role("button", name="Confirm", exact=True).click()
    expect(allied.locator(".history li")).to_have_count(2)

    # Later one of them finds the first report wrong; the rules play on from there.
    allied.get_by_role("link", name="Correct the report of battle 1").click()
    expect(allied.locator("[name=marker]")).to_have_value("5")
    report(allied, winner="axis", marker=7, marker_side="axis")
    allied.get_by_role("button", name="Send report").click()
    expect(axis.locator("#proposal .changed").first).to_be_visible()
    axis.get_by_role("button", name="Confirm", exact=True).click()
    expect(axis.locator("#proposal")).to_have_count(0)
    expect(axis.locator(".history li").first).to_contain_text("7")
    expect(axis.locator(".history li")).to_have_count(2)

    # What is printed: the record on one page, and the card of every battle.
    axis.reload()
    reply = axis.request.get(f"{axis.url}/campaign.pdf?lang=en&paper=letter")
    sheets = PdfReader(BytesIO(reply.body())).pages
    assert len(sheets) == 1
    assert "Stalingrad" in sheets[0].extract_text()
    axis.get_by_role("link", name="Card of battle 1").click()
    expect(axis.locator("#map svg.map")).to_be_visible()
    pdf = axis.request.get(axis.locator("#pdf").get_attribute("href") or "")
    assert pdf.body().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["stalingrad", "normandy", "gastadores"])
def test_every_campaign_can_be_opened_and_watched(visit: Visit, name: str) -> None:
    links = opened(visit(), name)
    watcher = visit(links["everyone"], viewport=PHONE, locale="es-ES")
    expect(watcher.locator("#campaign svg").first).to_be_visible()
    assert watcher.locator("#question").count() == 0
    assert watcher.evaluate(OVERFLOW) <= 0


def test_campaigns_have_no_serious_accessibility_violation(visit: Visit) -> None:
    page = visit("/campaigns")
    assert serious(page) == []
    page.goto(opened(page, "normandy")["allied"])
    assert serious(page) == []


def test_gastadores_to_its_first_report(visit: Visit) -> None:
    """Printed scenarios: the page explains what the campaign changes in them."""
    links = opened(visit(), "gastadores")
    seats = {name: visit(links[name]) for name in ("axis", "allied")}
    until_report(seats)
    axis = seats["axis"]
    report(axis, winner="axis", marker=4, marker_side="axis")
    assert axis.locator("[name^=lost-]").count() == 0
    agree(axis, seats["allied"])
    expect(axis.locator(".history li")).to_have_count(1)


def test_report_on_a_shared_device(visit: Visit) -> None:
    """One player reports, the screen is shown, and the other confirms."""
    page = visit("/campaigns", viewport=PHONE)
    page.locator("[aria-labelledby=offer-stalingrad]").get_by_role("link", name="Open this campaign").click()
    page.locator("[name=mine][value=together]").check()
    page.get_by_role("button", name="Open the table").first.click()
    page.wait_for_url("**/seats")
    page.locator("#to-table").click()
    for count in range(60):
        if not asked(page):
            page.locator("form .button.big").first.click()
        if asked(page) == REPORT:
            break
        answer(page, count)
    told = (page.locator(".seat-of").get_attribute("class") or "").rpartition("of-")[2]
    other = "allied" if told == "axis" else "axis"
    report(page, winner="axis", marker=3, marker_side="axis")
    page.get_by_role("button", name="Send report").click()
    expect(page.locator(f"#look-{other}.big")).to_be_visible()
    expect(page.locator(f"#look-{told}.big")).to_have_count(0)  # the first player has answered already
    expect(page.locator("#proposal")).to_have_count(0)
    assert serious(page) == [] and page.evaluate(OVERFLOW) <= 0
    page.locator(f"#look-{other}").click()
    assert serious(page) == []
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.locator("#proposal")).to_have_count(0)
    page.goto(f"{page.url.partition('#')[0]}/battles/1")
    expect(page.locator("#to-diary")).to_have_attribute("href", re.compile("/battles/1$|%2Fbattles%2F1$"))
