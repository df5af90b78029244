"""A real Chromium and a real server. Every page is listened to: what it complains about fails its test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.chromium import NoChromium, launch
from tests.browser.serving import running
from tests.chance import known_seeds
from web.app import create_app
from web.config import Config
from web.pages import without_net

DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 120_000  # milliseconds: no measure, only an end for what hangs
#: Whoever visits wishes for less motion: a page that glides to its place slips away under a press. Nothing is
#: kept for a place without a net unless a test wants it: ``service_workers="allow"``.
VISITOR = {"locale": "en-GB", "viewport": DESK, "reduced_motion": "reduce", "service_workers": "block"}
BLOCKED = "Service Worker registration blocked by Playwright"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

Visit = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests. Without one they are skipped; with CI=true that is a failure."""
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except NoChromium as why:
            if os.environ.get("CI") == "true":
                pytest.fail(str(why))
            pytest.skip(str(why))
        yield found
        found.close()


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """However slow this machine is, no page takes it for a server that does not answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(without_net, "PATIENCE", PATIENCE)
        yield


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A service of this run's own, on SQLite."""
    folder: Path = tmp_path_factory.mktemp("server")
    return create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0))


@pytest.fixture(scope="session")
def base(house: Flask) -> Iterator[str]:
    """The address at which it is served."""
    with running(house) as address:
        yield address


@pytest.fixture(autouse=True)
def same_battles(request: pytest.FixtureRequest) -> Iterator[None]:
    """The server runs in this process: every test has seeds of its own, the same in every run."""
    with known_seeds(request.node.nodeid):
        yield


@pytest.fixture
def visit(browser: Browser, base: str) -> Iterator[Visit]:
    """Open a page as somebody new, with cookies of his own.

    ``expects`` are the statuses with which the server may refuse something in this test: the browser notes
    them on its console, where else nothing may stand. 0 is no answer at all.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, expects: tuple[int, ...] = (), **options: Any) -> Page:
        settings: dict[str, Any] = {**VISITOR, "base_url": base, **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: _note(complaints, said.type, said.text, expects))
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.on("request", lambda asked: _stays_here(complaints, asked.url, base))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _note(complaints: list[str], kind: str, text: str, expects: tuple[int, ...]) -> None:
    refused = any((f"status of {status} " if status else "net::ERR_") in text for status in expects)
    if kind in ("error", "warning") and not refused and text != BLOCKED:
        complaints.append(f"{kind}: {text}")


def _stays_here(complaints: list[str], address: str, base: str) -> None:
    """No page of ours asks anything of anyone else."""
    if not address.startswith((base, "data:", "about:")):
        complaints.append(f"asks {address}")
