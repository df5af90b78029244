"""The static site of an archive, opened from the file system by a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from catalogs import Catalogs
from exports.kit.files import write_file
from generator import archive as archives
from generator.diary.model import Battle, Fighter
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.results import Result, Results
from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, VISITOR
from tests.web.test_archives import check_links
from web.service.archive_site import write_site

pytestmark = pytest.mark.browser

GAME = "combat_commander"
CATALOG: Any = Catalogs()[GAME]


def write_battles(folder: Path, number: int, languages: tuple[str, ...]) -> None:
    """Write the site of a number of generated battles, the first of them played once."""
    shelf = archives.begin_archive(GAME, "Thursday club")
    for seed in range(number):
        card = make(CATALOG, Settings(), str(seed)).card()
        shelf = archives.add_entry(shelf, CATALOG, card, f"battle {seed}", f"/battles/{seed}")
    won = Battle(Fighter("Ana"), Fighter("Berta"), winner="first", address="http://localhost/battles/0")
    for path, content in write_site(shelf, {"a": Results(GAME, "", (Result(won),))}, CATALOG, languages):
        write_file(folder / path, content)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**{**VISITOR, "viewport": PHONE})
    yield context.new_page()
    context.close()


def test_a_few_battles_open_from_the_file_system(page: Page, tmp_path: Path) -> None:
    """Without a dead link, without an axe violation, in both languages; the search works without a server."""
    write_battles(tmp_path, 3, ("en", "es"))
    check_links(tmp_path)
    faults: list[str] = []
    # axe itself asks for style sheets by script, which a browser refuses for files
    page.on("requestfailed", lambda sent: faults.append(sent.url) if sent.resource_type != "xhr" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    for name in ("index.html", "index.es.html"):
        page.goto((tmp_path / name).as_uri())
        assert serious(page) == [] and not page.evaluate(OVERFLOW)
    page.goto((tmp_path / "index.html").as_uri())
    year = page.locator("#year option").nth(1).get_attribute("value")
    assert year
    page.locator("#year").select_option(year)
    shown = page.locator("#entries > li:visible")
    assert 1 <= shown.count() < 3 and page.locator("#count").inner_text() == f"{shown.count()} / 3"
    page.locator("#year").select_option("")
    page.locator("h2 a").first.click()
    page.wait_for_url("**/battles/*.html")
    assert page.locator("figure img").evaluate("image => image.complete && image.naturalWidth > 0")
    assert serious(page) == [] and not page.evaluate(OVERFLOW)
    assert faults == []


@pytest.mark.soak
def test_a_hundred_battles(page: Page, tmp_path: Path) -> None:
    write_battles(tmp_path, 100, ("en", "es"))
    assert check_links(tmp_path) > 2000
    for path in sorted(tmp_path.rglob("*.html")):
        page.goto(path.as_uri())
        assert serious(page) == [], path.name
