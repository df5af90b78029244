"""Offline use: visited pages open again and show their age; pages of shared devices are not cached."""

from __future__ import annotations

import json
import re
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious
from tests.browser.chromium import at_home
from tests.browser.conftest import OVERFLOW, PHONE, TIMEOUT_MILLISECONDS, Visit
from tests.browser.playing import answer, asked, open_table, until_asked_with
from web.pages import service_worker, template_helpers

pytestmark = pytest.mark.browser

OTHER_PHONE = {"width": 412, "height": 915}
AWAY = (0, 503)  # no answer, and the page that the worker has for what is not kept
PUBLIC = re.compile(r"/(lookup|maps/\d+/small\.svg\?v=\w+)?")  # the pictures of maps are the same for all
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) found[key.url.replace(location.origin, "")] = name;
  }
  return found;
}"""
BODIES = """async () => {
  let all = "";
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) all += key.url + await (await cache.match(key)).text();
  }
  return all;
}"""


def on_the_way(visit: Visit, **options: Any) -> Page:
    """Open a page in a browser with an active service worker."""
    page = visit(service_workers="allow", expects=AWAY, **options)
    until(page, "async () => Boolean(navigator.serviceWorker.controller)")
    holds(page, "/")
    return page


def kept(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate(KEPT)
    return {address: name for address, name in found.items() if name.startswith("horah-kept-")}


def holds(page: Page, address: str) -> None:
    """Wait until the device has cached a URL."""
    until(page, f"async () => {json.dumps(address)} in await ({KEPT})()")


def until(page: Page, so: str) -> None:
    """Wait for a condition on the page."""
    again = "await new Promise((done) => setTimeout(done, 50))"
    tries = TIMEOUT_MILLISECONDS // 50
    look = f"for (let left = {tries}; left; left--) {{ if (await so()) return true; {again}; }}"
    assert page.evaluate(f"async () => {{ const so = {so}; {look} return false; }}"), so


def opens_old(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("#old")).to_be_visible()
    assert re.search(r"\d{1,2} [a-zA-Z ]+ \d{4} .*\d{1,2}:\d\d", page.locator("#old").inner_text())
    assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.parametrize("phone", [PHONE, OTHER_PHONE], ids=["360", "412"])
def test_offline_pages(visit: Visit, phone: dict[str, int]) -> None:
    """A card, its PDF, the catalogue and a table open again; other pages are explained."""
    spanish = phone is OTHER_PHONE
    page = on_the_way(visit, viewport=phone, locale="es-ES" if spanish else "en-GB")
    page.locator("#quick").click()
    page.wait_for_url("**/battles/*")
    card = page.url.removeprefix(page.url.split("/battles")[0])
    sheet = page.locator("#pdf").get_attribute("href") or ""
    holds(page, sheet)  # the sheet to print comes along with the card
    for path in ("/lookup", "/lookup/german/1944", "/catalogs", "/catalogs/leaders"):
        page.goto(path)
    links = {seat: link.partition("/tables/")[2] for seat, link in open_table(page).items()}
    for seat in ("axis", "allied"):
        page.goto(f"/tables/{links[seat]}")
        if asked(page):
            break
    answer(page, 1)
    table = f"/tables/{links[seat]}"
    title = page.title()
    page.goto("/mine")
    for path in (card, "/catalogs/leaders", "/mine", table):
        holds(page, path)

    page.context.set_offline(True)
    opens_old(page, card)
    expect(page.locator("#card-title")).to_be_visible()
    assert serious(page) == []
    assert page.evaluate("href => fetch(href).then(one => one.text())", sheet).startswith("%PDF-")
    opens_old(page, "/lookup/german/1944?roll=8")  # a page that has all the rolls answers for one
    expect(page.locator("#roll-8")).to_be_in_viewport()
    opens_old(page, "/catalogs/leaders")
    opens_old(page, table)
    expect(page).to_have_title(title)
    expect(page.locator("#old")).to_contain_text(
        "La mesa tal como se vio" if spanish else "The table as last seen"
    )
    for button in page.locator("#table form[method=post] button").all():
        expect(button).to_be_disabled()
    assert serious(page) == []
    page.goto("/mine")
    expect(page.locator("#mine-without a").first).to_have_attribute("href", re.compile("^/tables/"))
    page.goto("/studies")
    expect(page.locator("h1")).to_have_text("No hay conexión" if spanish else "You are offline")
    expect(page.locator(f'#kept-list a[href="{card}"]')).to_be_visible()
    assert page.evaluate(OVERFLOW) <= 0
    assert serious(page) == []

    page.goto(table)
    page.context.set_offline(False)  # online again, the page updates without a click
    expect(page.locator("html[data-kept]")).to_have_count(0)
    expect(page.locator("#old")).to_be_hidden()


def test_table_goes_offline_without_losing_typed_text(visit: Visit) -> None:
    seats = {seat: on_the_way(visit, viewport=PHONE) for seat in ("axis", "allied")}
    links = open_table(seats["axis"])
    for seat, each in seats.items():
        each.goto(links[seat])
    page = until_asked_with(seats, "#question [type=radio]")
    assert page is not None
    page.context.set_offline(True)
    expect(page.locator("#old")).to_be_visible()
    page.locator("#question [type=radio]").first.check(force=True)
    page.locator("#question button.button").click()
    expect(page.locator("#not-sent")).to_be_focused()
    expect(page.locator("#question [type=radio]").first).to_be_checked()
    assert serious(page) == []
    page.context.set_offline(False)
    expect(page.locator("#old")).to_be_hidden()
    number = page.locator("#question").get_attribute("data-number")
    page.locator("#question button.button").click()
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def test_secrets_are_not_cached(visit: Visit) -> None:
    """Open everything that shows a secret, then search all caches."""
    page = on_the_way(visit, viewport=PHONE)
    secrets: list[str] = []
    for mine in ("together", "axis"):
        page.goto("/tables/new")
        page.locator("#title").fill("Kept by nobody")
        page.locator(f"[name=mine][value={mine}]").check()
        page.get_by_role("button", name="Open the table").first.click()
        page.wait_for_url("**/seats")
        secrets.append(page.input_value(f"#link-{mine}").rpartition("/")[2])
    word = page.input_value("#invite-allied")
    page.goto(word)
    place = f"/tables/{secrets[0]}"
    page.goto(place)
    page.locator("form .button.big").first.click()
    expect(page.locator("#question")).to_be_visible()
    for path in (f"/tables/{secrets[1]}/recovery", f"{place}/recovery"):
        page.goto(path)
        page.locator("main form button").first.click()
        secrets.append(page.locator("#code").inner_text())
    for path in (
        f"/tables/{secrets[1]}/calls",
        "/settings",
        "/mine/of/" + ".".join(secrets[:2]),
        "/owner-data",
        "/tournaments",
        place,
    ):
        page.goto(path)
    page.goto("/lookup")
    holds(page, "/lookup")
    assert not [path for path in kept(page) if not PUBLIC.fullmatch(path)]
    written = page.evaluate(BODIES)
    for secret in (*secrets, word.rpartition("/")[2], "Kept by nobody"):
        assert secret not in written
    page.context.set_offline(True)
    page.goto(place)
    expect(page.locator("h1")).to_have_text("You are offline")
    expect(page.locator("#question")).to_have_count(0)


def test_removed_pages_are_deleted_and_caches_are_limited(visit: Visit) -> None:
    page = on_the_way(visit)
    links = open_table(page)
    link = links["axis"].partition("/tables/")[2]
    page.goto(f"/tables/{link}")
    holds(page, f"/tables/{link}")
    page.goto("/mine")
    page.locator(f"[data-mine-forget='{link}']").click()
    expect(page.locator(f"[data-mine-row='{link}']")).to_have_count(0)
    until(page, f"async () => !Object.keys(await ({KEPT})()).some((one) => one.includes('{link}'))")
    most = 40
    page.evaluate("async (most) => { for (let n = 0; n < most + 5; n++) await fetch(`/?n=${n}`); }", most)
    holds(page, f"/?n={most + 4}")
    assert sum(name == "horah-kept-page" for name in kept(page).values()) == most
    assert "/?n=0" not in kept(page)
    page.goto("/settings")
    expect(page.locator("#kept-told")).to_contain_text("pages and files")
    assert serious(page) == []
    page.locator("#let-go").click()
    expect(page.locator("#kept-told")).to_contain_text(": 0 pages")
    assert kept(page) == {}


def test_whole_catalogue_is_cached(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps and tables only, without hundreds of similar order-of-battle pages."""
    from web.games.combat_commander.pages import lookup

    monkeypatch.setattr(lookup, "years_of", lambda *_: (1944,) if _[1] == "german" else ())
    page = on_the_way(visit, viewport=PHONE)
    page.goto("/settings")
    page.locator("#take-catalogue").click()
    expect(page.locator("#carried-told")).to_have_text("The whole catalogue is saved on this device.")
    holds(page, "/maps")
    page.context.set_offline(True)
    for path in ("/maps", "/maps/12", "/catalogs/support", "/lookup/german/1944"):
        opens_old(page, path)
    page.goto("/maps")
    assert page.evaluate("document.querySelector('.tile-map img').decode().then(() => true)")


def test_hanging_network(visit: Visit, house: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a response the cached page is shown with its time; a late response replaces it."""
    monkeypatch.setattr(service_worker, "RESPONSE_TIMEOUT_MILLISECONDS", 300)
    page = on_the_way(visit, viewport=PHONE)
    path = urlsplit(open_table(page)["axis"]).path
    page.goto(path)
    holds(page, path)
    answering, serve = Event(), house.wsgi_app
    answering.set()

    def hang(environ: Any, start: Any) -> Any:
        assert answering.wait(TIMEOUT_MILLISECONDS / 1000)
        return serve(environ, start)

    monkeypatch.setattr(house, "wsgi_app", hang)
    answering.clear()
    expect(page.locator("#old")).to_be_visible()  # a table that is open finds out by itself
    opens_old(page, path)
    expect(page.locator("#old")).to_contain_text("The table as last seen")
    expect(page.locator("html[data-kept]")).to_have_count(1)
    assert serious(page) == []
    answering.set()
    expect(page.locator("html[data-kept]")).to_have_count(0)
    expect(page.locator("#old")).to_be_hidden()


def test_new_version_replaces_old_files(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    page = on_the_way(visit)
    page.goto("/catalogs")
    holds(page, "/catalogs")
    before = [name for name in page.evaluate("() => caches.keys()") if name.startswith("horah-assets-")]
    digest = template_helpers._digest
    monkeypatch.setattr(
        template_helpers, "_digest", lambda path: "newer" if path.name == "style.css" else digest(path)
    )
    page.goto("/mine")
    until(page, f"async () => !(await caches.keys()).includes('{before[0]}')")
    assert "/static/style.css?v=newer" in page.evaluate(KEPT)
    page.context.set_offline(True)
    page.goto("/catalogs")  # kept with the old style sheet, dressed with the new one
    expect(page.locator(".shelf").first).to_have_css("font-family", re.compile("Barlow"))


def test_app_can_be_installed(browser: Browser, base: str, tmp_path: Path) -> None:
    """Chromium reports no obstacle, with a persistent profile."""
    context = at_home(browser, tmp_path, base_url=base, locale="es-ES", viewport=PHONE)
    page = context.pages[0]
    page.goto("/")
    until(page, "async () => Boolean(navigator.serviceWorker.controller)")
    told = context.new_cdp_session(page)
    assert told.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    manifest = told.send("Page.getAppManifest")
    assert manifest["errors"] == [] and '"lang": "es"' in manifest["data"]
    context.close()
