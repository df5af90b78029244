"""Fixtures with a real Chromium and a real server. An error on a page's console fails the test."""

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
from web.pages import service_worker

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
TIMEOUT_MILLISECONDS = 120_000  # milliseconds: only ends a test that hangs
#: Reduced motion: elements of a smoothly scrolling page would move away under a click. Nothing is
#: cached for offline use unless a test allows it: ``service_workers="allow"``.
VISITOR = {"locale": "en-GB", "viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"}
BLOCKED = "Service Worker registration blocked by Playwright"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

Visit = Callable[..., Page]
expect.set_options(timeout=TIMEOUT_MILLISECONDS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return one browser for all tests. Without one they are skipped; with CI=true that is a failure."""
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
    """Raise the response timeout, so that a slow machine is not taken for a dead server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service_worker, "RESPONSE_TIMEOUT_MILLISECONDS", TIMEOUT_MILLISECONDS)
        yield


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Return a service for this run, on SQLite."""
    folder: Path = tmp_path_factory.mktemp("server")
    return create_app(Config(f"sqlite:///{folder / 'horah.db'}", rate=0))


@pytest.fixture(scope="session")
def base(house: Flask) -> Iterator[str]:
    """Return the URL at which it is served."""
    with running(house) as address:
        yield address


@pytest.fixture(autouse=True)
def same_battles(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give every test its own seeds, the same in every run; the server runs in this process."""
    with known_seeds(request.node.nodeid):
        yield


@pytest.fixture
def visit(browser: Browser, base: str) -> Iterator[Visit]:
    """Open a page in a new browser context.

    ``expects`` are the error statuses that the server may return in this test: the browser logs them on its
    console, where nothing else may appear. 0 is no response at all.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, expects: tuple[int, ...] = (), **options: Any) -> Page:
        settings: dict[str, Any] = {**VISITOR, "base_url": base, **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(TIMEOUT_MILLISECONDS)
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
    """Fail on requests to other hosts."""
    if not address.startswith((base, "data:", "about:")):
        complaints.append(f"asks {address}")
