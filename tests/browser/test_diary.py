"""A diary: an entry from a battle, a rematch, statistics of a player; private until it is listed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.test_all_pages import serious

pytestmark = pytest.mark.browser


def test_from_a_battle_into_a_diary_on_a_phone(visit: Visit) -> None:
    page = visit("/", viewport=PHONE)
    page.locator("#quick").click()
    page.locator("#more > summary").click()
    page.locator("#to-diary").click()
    expect(page.locator("h1")).to_have_text("Diaries")
    assert serious(page) == [] and page.evaluate(OVERFLOW) <= 0
    page.fill("#title", "Thursdays")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#address-new")).to_have_value(re.compile("/battles/[a-z2-7]{26}$"))
    page.fill("#first-name-new", "Ana")
    page.fill("#second-name-new", "Berta")
    page.locator("#new input[name=winner][value=first]").check(force=True)
    page.get_by_role("button", name="Log battle", exact=True).click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#battle-2")).to_contain_text("Not played yet")
    assert serious(page) == [] and page.evaluate(OVERFLOW) <= 0
    keeper = page.url
    page.get_by_role("button", name="Publish").click()
    reader = visit("/diaries", locale="es-ES")
    reader.get_by_role("link", name="Thursdays").click()
    reader.select_option("#player", "Ana")
    reader.get_by_role("button", name="Mostrar").click()
    expect(reader.locator("#figures-title")).to_have_text("Estadísticas: Ana")
    assert serious(reader) == []
    assert keeper.partition("#")[0].rpartition("/")[2] not in reader.content()
