"""Set-up: legal hexes on the map, cover and lines of sight of the chosen one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.test_all_pages import serious
from tests.browser.test_tables import asked_with

pytestmark = pytest.mark.browser

UNSEEN = ".shade polygon[fill='url(#unseen)']"


def test_chosen_hex_shows_terrain_and_sight(visit: Visit) -> None:
    page: Page = asked_with(visit, ".units select", placement="hexes", sizes="platoon")
    legal = page.locator(".net [data-hex]")
    offered = legal.evaluate_all("all => all.map(one => one.dataset.hex)")
    assert offered == page.locator("#zone option").evaluate_all("all => all.map(one => one.value)")
    expect(page.locator(UNSEEN)).to_have_count(0)
    first = legal.first
    words = first.get_attribute("data-words") or ""
    assert re.match(rf"{offered[0]}: .*cover -?\d", words)
    first.click(force=True)
    expect(page.locator("[data-told]")).to_contain_text(words)
    view = first.get_attribute("data-view") or ""
    expect(page.locator(UNSEEN)).to_have_count(len(re.findall("[#h]", view)))
    expect(page.locator(".shade .note")).to_have_count(len(re.findall("[0-9A-Za-z]", view)))
    assert len(view) == 150
    field = page.locator("input[data-unit]").nth(1)
    field.fill(offered[-1].lower())
    expect(page.locator("[data-told]")).to_contain_text(f"{offered[-1]}:")
    page.locator("#legal-hexes summary").click()
    expect(page.locator("#legal-hexes li")).to_have_count(len(offered))
    assert serious(page) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(OVERFLOW) <= 0
