"""Combat! solitaire: one player with a phone plays the first turn of a scenario."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit

pytestmark = pytest.mark.browser

MOST = 120  # answers in a turn


def answered(page: Page) -> str:
    """Give the simplest answer and wait for the next page; return the question."""
    form = page.locator("#question")
    number, title = form.get_attribute("data-number"), page.locator("#question-title").inner_text()
    if form.locator("input[value=done]").count():
        form.get_by_text("Done: next team").click()
    elif form.locator("input[type=radio]").count():
        form.locator("label.option").first.click()
    form.locator("button.button").click()
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)
    expect(page.locator("#refusal")).to_have_count(0)
    return title


def test_one_turn(visit: Visit) -> None:
    page = visit("/combat", viewport=PHONE)
    assert serious(page) == []
    page.get_by_role("link", name="Lantern patrol").click()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#question-title")).to_have_text("Where each man begins")
    assert serious(page) == []
    asked = [answered(page)]
    expect(page.locator(".combat-track")).to_contain_text("1/6")
    expect(page.locator(".combat-board").first).to_contain_text("Face down")
    asked.append(answered(page))
    page.get_by_label("Sgt").first.select_option("evade")
    assert serious(page) == []
    for _ in range(MOST):
        asked.append(answered(page))
        if "2/6" in page.locator(".combat-track").inner_text():
            break
    expect(page.locator(".combat-track")).to_contain_text("2/6")
    assert {"Orders of the squad", "Enemy card drawn", "What the team does"} <= set(asked)
    assert page.evaluate(OVERFLOW) <= 0
    page.get_by_role("button", name="take back the last answer").click()
    expect(page.locator(".combat-track")).to_contain_text("1/6")


HANDSET = {"width": 390, "height": 844}
WIDER = "frame => frame.scrollWidth - frame.clientWidth"


@pytest.mark.parametrize("part", [2, 4])
def test_owner_data_rows_on_a_phone(visit: Visit, part: int) -> None:
    """Each field is below its label and inside the screen."""
    page = visit(f"/owner-data/combat_solitaire/{part}", viewport=HANDSET)
    assert page.evaluate(OVERFLOW) <= 0
    assert page.locator(".grid-frame").first.evaluate(WIDER) <= 0
    row = page.locator(".typed tbody tr").first
    name, box = row.locator("th").bounding_box(), row.locator("input").last.bounding_box()
    assert name is not None and box is not None
    assert name["y"] + name["height"] <= box["y"], "the name of a row stands above its fields"
    assert box["x"] + box["width"] <= HANDSET["width"]
    assert serious(page) == []


def test_without_script(visit: Visit) -> None:
    """Plain forms work."""
    page = visit("/combat/sight", java_script_enabled=False)
    page.get_by_label("From", exact=True).fill("27.08")
    page.get_by_label("To", exact=True).fill("21.12")
    page.get_by_role("button", name="Look").click()
    expect(page.locator("#found")).to_contain_text("The line is free.")
    expect(page.locator(".combat-passes")).to_contain_text("23.11")
