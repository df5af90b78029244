"""Two players play the first turn of a battle, on desktop and phone; a phone keeps a turn of Kursk."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.axe import by_night
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import taken
from tests.browser.taps import Taps

pytestmark = pytest.mark.browser

ASKED = "#question h2"
MOST = 150  # answers in a turn of a battle
MAX_TURN_TAPS = 45  # a turn of Kursk with 22 chits and 12 attacks


def opened(page: Page) -> dict[str, str]:
    """Open a table for the fourth battle from its page."""
    page.goto("/grossdeutschland")
    page.get_by_role("link", name="Open a table").nth(3).click()
    expect(page.locator("[name=battle][value=lutchessa]")).to_be_checked()
    page.locator("#details > summary").click()
    page.locator("[name=mode][value=strict]").check(force=True)
    page.locator("input[type=checkbox][name=supply]").uncheck(force=True)
    page.get_by_role("button", name="Open the table").first.click()
    return taken(page)


def answered(page: Page) -> None:
    """Give the first legal answer and wait for the next page."""
    form = page.locator("#question")
    number = form.get_attribute("data-number")
    words = page.locator(ASKED).inner_text()
    if "What does the formation do" in words:
        form.locator("button[value=done]").click()
    elif form.locator(".gd-acts button").count():
        form.locator(".gd-acts button").first.click()
    else:
        if form.locator("#modifier").count():
            form.locator("#modifier").fill("1")
        if form.locator("#answer").count():
            form.locator("#answer").fill("0")
        if form.locator(".gd-units label").count():  # a loss must be somebody's
            form.locator(".gd-units label").first.click()
        form.locator("button.button").click()
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def test_one_turn(visit: Visit) -> None:
    links = opened(visit())
    german, soviet = visit(links["german"]), visit(links["soviet"], viewport=PHONE)
    expect(german.locator(ASKED)).to_have_text(re.compile("weather modifier"))
    answered(german)
    soviet.reload()
    expect(soviet.locator(ASKED)).to_have_text("Choose the HQ chit that acts first")
    expect(german.locator(ASKED)).to_have_count(0)

    soviet.get_by_role("button", name="2Tk (Soviets)").click()
    soviet.get_by_role("button", name="Entry B").click()
    soviet.get_by_role("button", name="Occupy a VP place").click()
    soviet.get_by_text("Hill 54 (3621)").first.click()
    soviet.get_by_role("button", name="Confirm").click()
    expect(soviet.locator("#points")).to_contain_text("1 of 5")
    german.reload()
    expect(german.locator("#points")).to_contain_text("1 of 5")
    expect(german.locator("#places")).to_contain_text("Soviets")

    soviet.get_by_role("button", name="Attack", exact=True).click()
    soviet.locator("#attack").fill("12")
    soviet.locator("#defence").fill("5")
    soviet.get_by_role("button", name="Roll the attack").click()
    turn = german.locator("#standing dd").first.inner_text()
    for _ in range(MOST):
        for page in (german, soviet):
            page.reload()
        asked = [page for page in (german, soviet) if page.locator(ASKED).count()]
        if german.locator("#standing dd").first.inner_text() != turn:
            break
        answered(asked[0])
    expect(german.locator("#standing dd").first).to_have_text("1 (day)")
    assert soviet.evaluate(OVERFLOW) <= 0
    log = visit(links["everyone"]).locator("#log")
    log.locator("summary").click()
    expect(log).to_contain_text("Column 3-1")


def test_undo_by_agreement(visit: Visit) -> None:
    links = opened(visit())
    german, soviet = visit(links["german"]), visit(links["soviet"])
    answered(german)
    soviet.reload()
    soviet.get_by_role("button", name="1Tk (Soviets)").click()
    soviet.get_by_role("button", name="Ask to undo").click()
    german.reload()
    german.get_by_role("button", name="Agree").click()
    soviet.reload()
    expect(soviet.locator(ASKED)).to_have_text("Choose the HQ chit that acts first")


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_pages_fit_and_are_accessible(visit: Visit, viewport: dict[str, int] | None) -> None:
    page = visit(viewport=viewport) if viewport else visit()
    paths = ["", "/lutchessa", "/lutchessa/aids?seed=3", "/odds?attack=9&defence=4&forts=bunker"]
    paths.append("/odds?what=move&move=6&minefield=1")
    table = opened(page)["soviet"]
    for path in (*(f"/grossdeutschland{path}" for path in paths), table):
        page.goto(path)
        assert page.evaluate(OVERFLOW) <= 0
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert by_night(page) == []


def test_a_turn_of_kursk_on_a_phone(visit: Visit) -> None:
    """The companion: 22 chits, 12 attacks by odds and 2 places cost few taps and show no other screen."""
    page = visit("/grossdeutschland", viewport=PHONE, has_touch=True)
    page.get_by_role("link", name="Open a table").first.click()
    expect(page.locator("[name=mode][value=companion]")).to_be_checked()
    page.get_by_role("button", name="Open the table").first.click()
    page.goto(taken(page)["german"])
    taps = Taps(page)
    button = page.locator("#question button")
    page.locator("#answer").fill("0")
    taps.answer(page.locator("#question button.button"))
    taps.answer(button.get_by_text("Choose the first chit"))
    taps.answer(button.get_by_text("2Pz (Germans)"))
    while page.locator("#standing dd").first.inner_text() == "10 (morning)":
        taps.answer(button.and_(page.locator("[value=next]")))

    taps.count = 0
    taps.type(page.locator("#answer"), "0")
    taps.answer(page.locator("#question button.button"))
    for chit in range(22):
        taps.answer(button.and_(page.locator("[value=next]")))
        if chit < 12:
            taps.answer(button.and_(page.locator("[value='attack=2-1']")))
            expect(page.locator("#before")).to_contain_text("Column 2-1")
    taps.answer(button.and_(page.locator("[value='take=kursk:novenkoye']")))
    expect(page.locator("#points")).to_contain_text("3 of 9")
    taps.answer(button.and_(page.locator("[value=next]")))
    expect(page.locator("#standing dd").first).to_have_text("10 (evening)")
    assert taps.count <= MAX_TURN_TAPS, taps.count

    page.locator(".undo button").tap()  # one tap takes back the last answer
    expect(page.locator("#standing dd").first).to_have_text("10 (day)")
    assert page.evaluate(OVERFLOW) <= 0
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert by_night(page) == []
