"""Forms over plain HTTP on a local network, without ``Sec-Fetch-Site``, and forms of other sites."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.chromium import at_home
from tests.browser.serving import running

pytestmark = pytest.mark.browser

NAMES = ["--host-resolver-rules=MAP horah.test 127.0.0.1, MAP other.test 127.0.0.1"]


def named(base: str, host: str) -> str:
    return base.replace("127.0.0.1", host).replace("localhost", host)


@pytest.fixture
def device(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """Return a browser that reaches our server by a LAN address."""
    context = at_home(browser, tmp_path / "profile", flags=NAMES, locale="en-GB", service_workers="block")
    yield context
    context.close()


def test_own_form_is_accepted(device: BrowserContext, base: str) -> None:
    page = device.new_page()
    sent: list[dict[str, str]] = []
    page.on("request", lambda asked: sent.append(asked.all_headers()) if asked.method == "POST" else None)
    page.goto(f"{named(base, 'horah.test')}/settings")
    page.locator("input[name=paper][value=letter]").check()
    page.locator("main form button").first.click()
    expect(page.locator("input[name=paper][value=letter]")).to_be_checked()
    assert "sec-fetch-site" not in sent[0]  # else this test does not test what it is for
    assert sent[0]["origin"] == named(base, "horah.test")


@pytest.mark.parametrize("policy", ["unsafe-url", "no-referrer"])
@pytest.mark.parametrize("host", ["horah.test", "127.0.0.1"])
def test_form_of_another_site_is_refused(device: BrowserContext, base: str, policy: str, host: str) -> None:
    other = Flask("other")
    target = f"{named(base, host)}/settings"

    @other.get("/")
    def lure() -> str:
        form = f'<form method=post action="{target}"><input name=paper value=letter><button>x</button></form>'
        return f'<!doctype html><meta name=referrer content="{policy}">{form}'

    page = device.new_page()
    with running(other) as address:
        page.goto(named(address, "other.test"))
        page.locator("button").click()
        expect(page.locator("main")).to_contain_text("This form came from another site")
    page.goto(target)
    expect(page.locator("input[name=paper][value=letter]")).not_to_be_checked()
