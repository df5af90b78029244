"""Decisions with the map in sight, counted in taps: a table on two phones, a campaign, a report."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import answer, asked
from tests.browser.taps import Taps
from tests.browser.test_campaign import REPORT, opened, until_report

pytestmark = pytest.mark.browser

MAX_TAPS_TO_CARD = 10
MAX_DECISIONS_TO_CARD = 15
MAX_TAPS_OF_REPORT = 8
TOUCH = {"viewport": PHONE, "has_touch": True}


def tap_answer(taps: Taps) -> None:
    """Answer a question with as few taps as it takes."""
    form = taps.page.locator("#question")
    if form.locator(".at-once").count():
        press(taps, form.locator(".at-once").first)
        return
    if form.locator("[type=radio]").count():
        taps.tap(form.locator("label.option").first)
    elif form.locator("[data-least]").count():
        taps.tap(form.locator(".stepper button:not(:disabled)").nth(1))
    press(taps, form.locator("button.button"))


def press(taps: Taps, button: Locator) -> None:
    """Tap a button and wait for the page that it leads to."""
    with taps.page.expect_navigation():
        taps.tap(button)


def test_two_phones_from_opening_to_the_card(visit: Visit) -> None:
    axis = Taps(visit("/tables/new", **TOUCH))
    axis.tap(axis.page.get_by_role("button", name="Open the table").first)
    axis.page.wait_for_url("**/seats")
    invitation = axis.page.locator("#invite-allied")
    axis.tap(axis.page.locator("[data-copy=invite-allied]"))
    allied = Taps(visit(invitation.input_value(), **TOUCH))
    press(allied, allied.page.locator("#invitation .button.big"))
    expect(allied.page.locator("#turn")).to_be_visible()  # at the question, not at the seats
    press(axis, axis.page.locator("#to-table"))
    both = (axis, allied)
    for _ in range(30):
        for taps in both:
            taps.page.reload()
        turn = next((taps for taps in both if asked(taps.page)), None)
        if turn is None:
            break
        tap_answer(turn)
    for taps in both:
        expect(taps.page.locator("#map svg.map")).to_be_visible()
        assert taps.page.evaluate(OVERFLOW) <= 0
    assert max(taps.count for taps in both) <= MAX_TAPS_TO_CARD, [taps.count for taps in both]


def top(where: Locator) -> float:
    box = where.bounding_box()
    assert box is not None
    return box["y"]


def test_the_question_is_at_the_top_with_map_and_forces_beside(visit: Visit) -> None:
    links = opened(visit(), "normandy")
    page, phone = visit(links["axis"]), visit(links["allied"], **TOUCH)
    for one in (page, phone):
        assert asked(one)
        assert top(one.locator("#question")) < top(one.locator("#log"))
        expect(one.locator("#known .map-picture img")).to_be_visible()
        assert one.locator("#known .stacks svg.counter").count() >= 2
        assert serious(one) == [] and one.evaluate(OVERFLOW) <= 0
    assert top(page.locator("#known")) - top(page.locator("#turn")) < 50  # beside it on a desk
    assert top(phone.locator("#turn")) < top(phone.locator("#known"))
    expect(page.locator("#said")).to_have_text("It is your turn.")


def test_stalingrad_from_opening_to_its_first_card(visit: Visit) -> None:
    links = opened(visit(), "stalingrad")
    seats = {name: visit(links[name]) for name in ("axis", "allied")}
    decisions = 0
    for count in range(40):
        for page in seats.values():
            page.reload()
        if asked(seats["axis"]) == REPORT:
            break
        answer(next(page for page in seats.values() if asked(page)), count)
        decisions += 1
    assert decisions <= MAX_DECISIONS_TO_CARD
    expect(seats["axis"].locator("#map svg.map")).to_be_visible()


def test_a_report_with_three_losses(visit: Visit) -> None:
    links = opened(visit(), "stalingrad")
    axis, allied = visit(links["axis"], **TOUCH), visit(links["allied"])
    until_report({"axis": axis, "allied": allied})
    taps = Taps(axis)
    taps.tap(axis.locator("#report"))
    expect(axis.locator(".fallen svg.counter").first).to_be_visible()
    assert serious(axis) == [] and axis.evaluate(OVERFLOW) <= 0
    taps.type(axis.locator("[name=marker]"), "7")
    taps.tap(axis.locator("label:has([name=marker_side][value=axis])"))
    expect(axis.locator("[name=winner][value=axis]")).to_be_checked()  # the marker decides
    for place in (0, 1, 2):
        taps.tap(axis.locator(".survivors.of-allied .fallen label").nth(place))
    taps.tap(axis.get_by_role("button", name="Review"))
    lost = axis.locator("#summary .of-allied p b").inner_text()
    alive, brought = (int(number) for number in re.findall(r"\d+", lost)[:2])
    assert brought - alive == 3
    taps.tap(axis.get_by_role("button", name="Send report"))
    assert taps.count <= MAX_TAPS_OF_REPORT
    expect(allied.locator("#said")).to_have_text("It is your turn.")  # to confirm it
    expect(allied.locator("#proposal")).to_be_visible()


def test_the_front_page_of_a_campaign(visit: Visit) -> None:
    """The ladder names its places, the leaders stand beside, and the chances are bars."""
    links = opened(visit(), "stalingrad")
    for options in ({}, {**TOUCH, "locale": "es-ES"}):
        page = visit(links["axis"], **options)
        ladder = page.locator("#campaign .ladder")
        expect(ladder.locator(".rung-name.now")).to_have_count(1)
        assert not re.search(r"^(O|G1|R1)\b", ladder.locator(".rung-name").first.text_content() or "")
        assert page.locator(".roll-call svg.counter").count() >= 8
        page.locator("#outlook").click()
        expect(page.locator("#chances .share-bar").first).to_be_visible()
        assert serious(page) == [] and page.evaluate(OVERFLOW) <= 0


def test_parts_of_the_card_are_folded_at_a_table(visit: Visit) -> None:
    """The page of a table is short on a phone; a press opens forces, set-up and counters to pull."""
    links = opened(visit(), "stalingrad")
    axis, allied = visit(links["axis"], **TOUCH), visit(links["allied"])
    until_report({"axis": axis, "allied": allied})
    axis.reload()
    for name in ("forces", "setup", "pull"):
        content = axis.locator(f"#{name} li").first
        expect(content).to_be_hidden()
        axis.locator(f"#{name} > summary").tap()
        expect(content).to_be_visible()
