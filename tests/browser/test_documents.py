"""Documents and owner data: phone, keyboard, accessibility, with script and without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.serving import running
from tests.browser.test_all_pages import serious
from web.app import create_app
from web.config import Config

pytestmark = pytest.mark.browser

HOME = "/documents/toy/scenario"
SMALL = 24


@pytest.fixture(scope="module")
def base(toy_game: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an application with the toy game."""
    folder: Path = tmp_path_factory.mktemp("server")
    app = create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0))
    with running(app) as address:
        yield address


def sound(page: Page) -> None:
    """Check phone width, tap targets and accessibility."""
    assert page.evaluate(OVERFLOW) <= 0, page.url
    for target in page.locator("main button:visible:not(.sr), main .button:visible").all():
        box = target.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= SMALL, (page.url, target.inner_text())
    assert serious(page) == [], page.url


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_write_a_scenario_on_a_phone(visit: Visit, script: bool) -> None:
    page = visit(HOME, viewport=PHONE, java_script_enabled=script)
    page.get_by_role("button", name="Write a new one").click()
    page.get_by_label("Title").fill("At the ford")
    page.locator("button[value='add:/lanes']").click()
    page.get_by_label("Rounds").fill("9")
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_text("Road is there twice.")).to_be_visible()
    if script:
        sound(page)
    page.get_by_role("button", name="Take Road away").click()
    expect(page.get_by_text("No problems found.")).to_be_visible()
    page.get_by_role("button", name="Fix automatically").click()
    expect(page.get_by_label("Rounds")).to_have_value("6")
    page.get_by_role("button", name="Publish in the library").click()
    page.get_by_role("link", name="Preview").click()
    expect(page.get_by_role("heading", name="At the ford")).to_be_visible()
    if script:
        sound(page)
    page.get_by_role("link", name="Open a table").first.click()
    page.get_by_role("button", name="Open the table").first.click()
    expect(page.locator("#own")).to_contain_text("Your seat")
    page.goto(HOME)
    expect(page.get_by_role("link", name="At the ford").first).to_be_visible()
    if script:
        sound(page)


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_fill_in_owner_data_on_a_phone(visit: Visit, locale: str) -> None:
    page = visit("/owner-data/toy", viewport=PHONE, locale=locale, expects=(422,))
    sound(page)
    page.goto("/owner-data/toy/1")
    field = page.locator('[name="cell|lanes|toll|wood"]')
    field.fill("9")
    page.locator("button[value=save]").click()
    expect(page.locator('[name="cell|lanes|toll|wood"]')).to_have_attribute("aria-invalid", "true")
    sound(page)
    page.locator('[name="cell|lanes|toll|wood"]').fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".notice:not(.old)")).to_be_visible()
    page.goto("/owner-data/toy/2")
    sound(page)
    page.goto("/tables/new?procedure=toy/1")
    expect(page.locator("[name=box]")).to_be_checked()
    sound(page)
    page.goto("/owner-data")
    sound(page)
    page.goto("/documents")
    sound(page)
