"""A rehearsal, its film and a search for a fair battle: two languages, light and dark mode."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from generator.games.combat_commander.rehearsal.balance_search import RULE
from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, Visit
from tests.browser.serving import running
from tests.catalogs.games.combat_commander.overlays import lay
from web.app import create_app
from web.config import Config

pytestmark = pytest.mark.browser

SMALL = {"low": 0, "high": 100, "first": 1, "more": 2, "all": 3, "battles": 2}  # a search of a few fights
WISH = {"map": 1, "sizes": ["platoon"]}
BATTLE = re.compile("/battles/[a-z2-7]{20,}$")
READERS: tuple[dict[str, Any], ...] = ({}, {"locale": "es-ES", "viewport": PHONE})


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve an application in which every battle is fair enough."""
    folder = tmp_path_factory.mktemp("fights")
    lay(folder, "fight", [{"id": RULE, "kind": "rule", "rule": "RS.8", "figures": SMALL}])
    app = create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0, overlay=folder))
    with running(app) as address:
        yield address


def test_accessibility_of_rehearsals(visit: Visit) -> None:
    """The result, one fight as a film, and a search for a fair battle."""
    page = visit("/")
    api = page.request
    battle = api.post("/api/v1/battles", data={"seed": "15", "settings": WISH}).json()["id"]
    rehearsal = api.post("/api/v1/rehearsals", data={"battle": battle, "times": 2}).json()["id"]
    search = api.post("/api/v1/rehearsals/searches", data={"battle": battle, "seed": "3"}).json()["id"]
    paths = (f"/rehearsals/{rehearsal}", f"/rehearsals/{rehearsal}/film?turn=3", f"/battles/search/{search}")
    for path in paths:
        page.goto(path)
        expect(page.locator("#progress")).to_have_count(0)
    page.wait_for_url(BATTLE)  # a finished search leads to its battle
    for path in paths:
        for reader in READERS:
            page = visit(path, **reader)
            if "search" in path:
                page.wait_for_url(BATTLE)
                page.goto(path)  # the second time it stays
            assert serious(page) == [], (path, reader)
            assert page.evaluate(OVERFLOW) <= 0, (path, reader)


def test_film_is_played(visit: Visit) -> None:
    """Play, pause, slider, next event and highlights; another fight; turn by turn without a script."""
    page = visit("/")
    api = page.request
    battle = api.post("/api/v1/battles", data={"seed": "15", "settings": WISH}).json()["id"]
    rehearsal = api.post("/api/v1/rehearsals", data={"battle": battle, "times": 2}).json()["id"]
    page.goto(f"/rehearsals/{rehearsal}/film")
    expect(page.locator("#film[data-ready]")).to_be_visible()
    slider = page.locator("#slider")
    page.locator("#next-event").click()
    stop = int(slider.input_value())
    assert stop > 0 and page.locator("#lines .now").count() == 1
    page.locator("#speed").select_option("15")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(slider).not_to_have_value(str(stop))
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#highlights").click()
    expect(page.locator("#play")).to_have_text("Pause")
    assert page.locator("#units .film-unit").count() > 0
    plain = visit(f"/rehearsals/{rehearsal}/film", java_script_enabled=False)
    plain.locator("#next").click()
    expect(plain.locator("#stand-turn")).to_contain_text("1")
    assert plain.locator("#units svg").count() == 2
