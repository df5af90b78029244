"""The atlas: select one hex and a second one, with mouse, keyboard and without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser

PAGES = ("/maps?set=normandy", "/maps/9?from=H5&to=O10")


def press(page: Page, hex_id: str) -> None:
    page.locator(f"#look [data-hex={hex_id}]").click()


def test_click_shows_lines_of_sight(visit: Visit) -> None:
    page = visit("/maps/9")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.resource_type))
    press(page, "H5")
    expect(page.locator("#count")).to_have_text(re.compile("H5 sees 70 of 149 hexes"))
    expect(page.locator("#under .dims polygon").first).to_be_attached()
    press(page, "O10")
    expect(page.locator("#verdict")).to_contain_text("No line of sight from H5 to O10")
    expect(page.locator(".whys li").first).to_contain_text(re.compile(r"Blocked by .* \(T"))
    assert page.url.endswith("/maps/9?from=H5&to=O10")
    page.locator("[data-look='O10 H5']").click()
    expect(page.locator("#verdict")).to_contain_text("No line of sight from O10 to H5")
    press(page, "O10")
    expect(page.locator("#told")).to_contain_text("Tap a hex")
    assert page.url.endswith("/maps/9")
    assert "document" not in asked, "only what changes is loaded"
    page.reload()
    expect(page.locator("#told")).to_contain_text("Tap a hex")


def test_keyboard_moves_between_hexes(visit: Visit) -> None:
    page = visit("/maps/9?from=H5")
    page.locator("#look [data-hex=H5]").focus()
    for key in ("ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#look [data-hex=G6]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Line of sight from H5 to G6")
    expect(page.locator("#look [data-hex=G6]")).to_be_focused()
    expect(page.locator("#look [data-hex][tabindex='0']")).to_have_count(1)


def test_hexes_are_links_without_script(visit: Visit) -> None:
    page = visit("/maps/9", java_script_enabled=False)
    press(page, "H5")
    expect(page.locator("#count")).to_contain_text("H5 sees 70")
    press(page, "C8")
    expect(page.locator("#verdict")).to_contain_text("Line of sight from H5 to C8")
    page.fill("#from", "a1")
    page.fill("#to", "o10")
    page.locator(".ends button").click()
    expect(page.locator("#verdict")).to_contain_text("No line of sight from A1 to O10")


def test_ticked_maps_are_remembered(visit: Visit) -> None:
    page = visit("/maps")
    with page.expect_response("**/maps/owned"):
        page.locator("#map-7 [type=checkbox]").check()
    expect(page.locator("#own-said")).to_contain_text("Saved on this device")
    page.goto("/battles/new")
    assert page.locator("[name=maps]:checked").evaluate_all("all => all.map(one => one.value)") == ["7"]
    page.goto("/maps?mine=1")
    expect(page.locator(".tile")).to_have_count(1)
    page.locator("#map-7").get_by_role("button", name="Roll a battle here").click()
    page.wait_for_url("**/battles/*")
    expect(page.locator("#map svg.map")).to_have_attribute("aria-label", re.compile(r"Map 7\b"))


def test_ticked_maps_are_remembered_without_script(visit: Visit) -> None:
    page = visit("/maps?set=europe", java_script_enabled=False)
    page.locator("#map-3 [type=checkbox]").check()
    page.locator("[data-save]").click()
    expect(page.locator("#map-3 [type=checkbox]")).to_be_checked()
    assert "set=europe" in page.url


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_atlas_pages_meet_the_general_requirements(visit: Visit, locale: str) -> None:
    page = visit(locale=locale, viewport=PHONE)
    for path in PAGES:
        page.goto(path)
        assert page.evaluate(OVERFLOW) <= 0, path
        assert serious(page) == [], path
