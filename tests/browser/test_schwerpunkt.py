"""One turn of Schwerpunkt at a table for two, on desktop and phone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.playing import taken
from tests.browser.test_all_pages import serious
from tests.generator.games.schwerpunkt.battles import make_complete

pytestmark = pytest.mark.browser

ACTIVATION_TAPS = 12


def open_table(page: Page, *, strict: bool = True) -> dict[str, str]:
    page.goto("/schwerpunkt")
    page.get_by_role("link", name="Open a table").click()
    if strict:
        page.locator("#details > summary").click()
        page.locator("[name=mode][value=strict]").check(force=True)
    page.get_by_role("button", name=re.compile("Open the table")).first.click()
    return taken(page)


def test_an_activation_of_two_actions_takes_few_taps(visit: Visit) -> None:
    """The companion on one phone: both headquarters, the dice, two actions, the clock; no hand-over."""
    page = visit(open_table(visit(), strict=False)["blue"], viewport=PHONE)
    taps = 0

    def send(button: Locator) -> None:
        number = page.locator("#question").get_attribute("data-number")
        button.click()
        expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)

    for side in ("blue", "red"):
        page.locator(f".of-{side} .chips label").first.click()
        taps += 1
    assert serious(page) == []
    send(page.get_by_role("button", name="Roll the dice"))
    taps += 1
    while page.locator("#question-title").inner_text() != "What do you spend points on?":
        send(page.locator(".sp-taps button").first)  # the winner may turn an enemy headquarters
        taps += 1
    points = page.locator("#sp-turn b").inner_text()
    for _ in range(2):
        if not page.get_by_role("button", name="Move a stack (1)").count():
            break
        send(page.get_by_role("button", name="Move a stack (1)"))
        taps += 1
    expect(page.locator("#sp-turn b")).not_to_have_text(points)
    done = page.get_by_role("button", name="End and move the clock")
    if done.count():
        send(done)
        taps += 1
    expect(page.locator("#question-title")).to_have_text("Which HQ does each side try to activate?")
    assert taps <= ACTIVATION_TAPS, taps
    assert page.evaluate(OVERFLOW) <= 0
    page.get_by_role("button", name="Ask to undo").click()
    expect(page.locator("#question-title")).to_have_text("What do you spend points on?")


def test_one_turn(visit: Visit) -> None:
    links = open_table(visit())
    blue, red = visit(links["blue"]), visit(links["red"], viewport=PHONE)
    expect(blue.locator(".sp-hour")).to_have_text("0")
    blue.locator("[name=hq]").first.check(force=True)
    blue.get_by_role("button", name="Seal your choice").click()
    expect(blue.locator(".big-line")).to_have_text("Your answer is in.")
    assert "Grossdeutschland" not in red.locator("#log").inner_text()
    assert red.evaluate(OVERFLOW) == 0
    red.locator(".sp-changes summary").click()
    assert red.evaluate(OVERFLOW) == 0
    assert serious(red) == []
    red.locator("[name=hq]").first.check(force=True)
    red.get_by_role("button", name="Seal your choice").click()
    expect(blue.locator("#question-title")).to_contain_text("trains you commit")
    blue.get_by_role("button", name="Seal your choice").click()
    expect(blue.locator("#log")).to_contain_text("activity points")
    red.reload()
    active = next(page for page in (blue, red) if page.locator(".sp-acts").count())
    points = active.locator("#sp-turn b").inner_text()
    for page in (blue, red):
        assert serious(page) == []
    active.locator("[name=units]").nth(1).check()
    active.locator("[name=move-to]").fill("0203")
    active.locator("button[value=move]").click()
    expect(active.locator("#sp-turn b")).not_to_have_text(points)
    expect(active.locator("#counters")).to_contain_text("0203")
    active.locator("button[value=done]").click()
    expect(blue.locator("#log")).to_contain_text(re.compile("clock"))
    for page in (blue, red):
        assert page.evaluate(OVERFLOW) == 0
        expect(page.locator(".sp-hqs .sp-badge")).to_have_text("Just activated")


def test_refused_form_keeps_typed_values(visit: Visit) -> None:
    links = open_table(visit())
    for seat in ("blue", "red"):
        page = visit(links[seat])
        page.locator("[name=hq]").first.check(force=True)
        page.get_by_role("button", name="Seal your choice").click()
    blue = visit(links["blue"], expects=(422,))
    with blue.expect_navigation():
        blue.get_by_role("button", name="Seal your choice").click()
    red = visit(links["red"], expects=(422,))
    active = next(page for page in (blue, red) if page.locator(".sp-acts").count())
    active.locator("[name=move-to]").fill("0203")
    active.locator("button[value=move]").click()
    expect(active.locator(".refusal")).to_contain_text("No unit is chosen")
    expect(active.locator("[name=move-to]")).to_have_value("0203")


@pytest.mark.parametrize(
    "place",
    ["/schwerpunkt", "/schwerpunkt/pace", "/schwerpunkt/aids?what=contest", "/schwerpunkt/skeleton?seed=3"],
)
def test_pages_fit_a_phone_and_are_accessible(visit: Visit, place: str) -> None:
    page = visit(place, viewport=PHONE)
    assert page.evaluate(OVERFLOW) == 0
    assert serious(page) == []


def test_custom_battle_keeps_stacks_secret(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "battle.json").write_text(json.dumps(make_complete()), encoding="utf-8")
    page = visit("/documents/schwerpunkt/battle")
    page.locator("input[type=file]").set_input_files(tmp_path / "battle.json")
    page.locator("form:has(input[type=file]) button").first.click()
    expect(page.locator("[name='/units/5/name']")).to_have_value("B-GUNS-1")
    assert page.evaluate(OVERFLOW) == 0
    assert serious(page) == []
    page.locator("[name='/units/5/name']").fill("Hidden guns")
    page.get_by_role("button", name="Save and check").first.click()
    expect(page.locator("[name='/units/5/name']")).to_have_value("Hidden guns")
    expect(page.locator("main")).to_contain_text("Playable")
    page.get_by_role("link", name="Links and files").click()
    page.get_by_role("link", name="Open a table").click()
    page.locator("#details > summary").click()
    page.locator("[name=mode][value=strict]").check(force=True)
    page.get_by_role("button", name=re.compile("Open the table")).first.click()
    links = taken(page)
    seen = {seat: visit(links[seat]) for seat in ("blue", "red", "everyone")}
    expect(seen["blue"].locator("#counters")).to_contain_text("Hidden guns")
    for seat in ("red", "everyone"):
        assert "Hidden guns" not in seen[seat].content()
        state = seen[seat].request.get(f"/api/v1/tables/{links['everyone'].rpartition('/')[2]}").text()
        assert "Hidden guns" not in state
    expect(seen["red"].locator(".sp-hour")).to_have_text("1 18:00")
