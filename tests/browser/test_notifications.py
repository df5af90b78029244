"""Notifications in a real browser: subscribe, test, receive, unsubscribe."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from icalendar import Calendar
from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.browser.conftest import OVERFLOW, PHONE, TIMEOUT_MILLISECONDS, Visit
from tests.browser.serving import running
from tests.web.receiving import Browser, Came, Receiver, receiving, signed
from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.context import NotificationSettings
from web.service.notifications import dispatcher

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("toy_game")]

#: The push service of a browser is its maker's and is not asked here: ours stands in for it. Everything else,
#: permission, worker and notification, is the browser's own.
SUBSCRIBED = """
PushManager.prototype.subscribe = async function (wish) {
  globalThis.wished = wish;
  return %s;
};
"""


@dataclass
class Club:
    """A server that may send to local addresses and runs the dispatcher."""

    base: str
    receiver: Receiver

    def next(self) -> Came:
        """Return the next message that arrives."""
        until(lambda: bool(self.receiver.came), Event().wait)
        return self.receiver.came.pop(0)


def until(reached: Callable[[], bool], pause: Callable[[float], Any]) -> None:
    """Wait for a state; the timeout only ends a hanging test."""
    last = time.monotonic() + TIMEOUT_MILLISECONDS / 1000
    while not reached():
        assert time.monotonic() < last
        pause(0.05)


@pytest.fixture(scope="module")
def club(toy_game: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder: Path = tmp_path_factory.mktemp("club")
    config = Config(
        f"sqlite:///{folder / 'horah.db'}", rate=0, post=NotificationSettings(inside=True, after=0)
    )
    app = create_app(config)
    with running(app) as address:
        rounds = dispatcher.start(app.extensions[CONTEXT])
        with receiving() as receiver:
            yield Club(address, receiver)
        rounds.stop()


@pytest.fixture(scope="module")
def base(club: Club) -> str:
    return club.base


def both_languages(page: Page, check: Callable[[], Any]) -> None:
    for language, words in (("Español", "es"), ("English", "en")):
        page.get_by_role("button", name=language, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", words)
        check()


def fine(page: Page) -> None:
    assert serious(page) == []
    assert page.evaluate(OVERFLOW) <= 0


def opened(page: Page) -> tuple[str, str]:
    """Return the URL of Red's seat at a toy table, and the invitation of Blue."""
    page.goto("/tables/new?procedure=toy/1")
    page.locator("#title").fill("Tuesday")
    page.locator("[name=mine][value=red]").check()
    page.locator("#details > summary").click()
    page.locator("[name=rounds]").select_option("4")
    page.get_by_role("button", name="Open the table").first.click()
    page.wait_for_url("**/seats")
    return page.input_value("#link-red"), page.input_value("#invite-blue")


def choose(page: Page, lane: int) -> None:
    page.locator("#question [type=radio]").nth(lane).check(force=True)
    number = page.locator("#question").get_attribute("data-number")
    page.locator("#question .actions button").first.click()
    expect(page.locator(f"form[data-number='{number}']")).to_have_count(0)


def notify(page: Page, told: Any) -> None:
    """Deliver a message to the browser's service worker, as its push service would."""
    session = page.context.new_cdp_session(page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: bool(found), lambda seconds: page.wait_for_timeout(seconds * 1000))
    wish = {"origin": page.evaluate("origin"), "registrationId": found[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", {**wish, "data": json.dumps(told)})
    session.detach()


SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.tag, one.data.url]);
}"""


#: As a browser does it that says neither what the subscription was nor what it is.
EXCHANGED = """async (subscription) => {
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => subscription;
  const event = new ExtendableEvent("pushsubscriptionchange");
  let done;
  event.waitUntil = (work) => { done = work; };
  self.dispatchEvent(event);
  await done;
}"""


def test_push_notifications(visit: Visit, club: Club) -> None:
    """Off by default; test message, turn, click on the notification, unsubscribe."""
    allowed: dict[str, Any] = {"permissions": ["notifications"], "service_workers": "allow"}
    ana = visit(viewport=PHONE, timezone_id="Europe/Madrid", **allowed)
    own, word = opened(ana)
    browser = Browser(f"{club.receiver.base}/push/ana")
    ana.add_init_script(SUBSCRIBED % json.dumps(browser.subscription))
    ana.locator("#to-calls").click()
    expect(ana.locator("#own-calls")).to_contain_text("None yet.")
    both_languages(ana, lambda: fine(ana))

    ana.get_by_role("button", name="Notify this browser").click()
    expect(ana.locator("#call-1")).to_be_visible()
    trial = club.next()
    expect(ana.locator("#call-1")).to_contain_text("Last message delivered")  # the page follows the message
    told = browser.read(trial)
    assert told["title"] == "Test message: Tuesday"
    sound, claims, key = signed(trial)
    assert sound and claims["aud"] == club.receiver.base
    assert key == ana.locator("#push").get_attribute("data-key")
    assert ana.locator("#quiet-zone").input_value() == "Europe/Madrid"
    both_languages(ana, lambda: fine(ana))

    bea = visit(word, viewport=PHONE)
    bea.get_by_role("button", name="Take this seat").click()
    bea.wait_for_url("**/tables/*")
    ana.goto(own)
    choose(ana, 0)
    choose(bea, 1)
    turn = browser.read(club.next())
    table = bea.locator("#table").get_attribute("data-mine-table")
    assert turn["title"] == "Your turn: Tuesday" and turn["url"] == f"{club.base}/mine/to/{table}"
    assert own.rpartition("/")[2] not in json.dumps(turn)
    ana.goto("/mine")
    notify(ana, turn)
    expected = [["Your turn: Tuesday", turn["body"], table, turn["url"]]]
    until(lambda: ana.evaluate(SHOWN) == expected, lambda seconds: ana.wait_for_timeout(seconds * 1000))
    ana.goto(turn["url"])  # her device knows the seat, the message does not
    expect(ana).to_have_url(own)

    newer = Browser(f"{club.receiver.base}/push/newer")
    worker = ana.context.service_workers[0]
    worker.evaluate(EXCHANGED, newer.subscription)  # the browser itself exchanges its subscription
    choose(ana, 0)
    choose(bea, 1)
    assert newer.read(club.next())["title"] == "Your turn: Tuesday"

    ana.locator("#to-calls").click()
    ana.get_by_role("button", name="Remove").click()
    expect(ana.locator("#own-calls")).to_contain_text("None yet.")
    ana.goto(own)
    choose(ana, 0)
    choose(bea, 1)
    expect(bea.locator("#question")).to_be_visible()
    assert club.receiver.came == []


def test_webhook_quiet_hours_and_meeting_without_script(visit: Visit, club: Club) -> None:
    page = visit("/", viewport=PHONE, java_script_enabled=False, expects=(422,))
    opened(page)
    page.locator("#to-calls").click()
    assert not page.get_by_role("button", name="Notify this browser").is_visible()
    expect(page.locator("#push-cannot")).to_be_visible()
    page.locator("#hook").fill("ftp://example.org")
    page.locator("#webhook").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Add webhook").click()
    expect(page.locator("#refusal")).to_contain_text("must start with https://")
    page.locator("#webhook [value=discord]").check(force=True)
    page.locator("#hook").fill(f"{club.receiver.base}/discord")
    page.get_by_role("button", name="Add webhook").click()
    assert "This is a test" in club.next().json["content"]
    page.locator("#quiet-from").fill("22:00")
    page.locator("#quiet-to").fill("08:30")
    page.locator("#quiet-zone").select_option("Atlantic/Canary")
    page.get_by_role("button", name="Save quiet hours").click()
    expect(page.locator("#quiet-to")).to_have_value("08:30")
    page.get_by_role("link", name="Seats").first.click()
    page.locator("#meet summary").click()
    page.locator("#day").fill("2031-05-09")
    page.locator("#place").fill("At Ana's")
    page.locator("#zone").select_option("Europe/Madrid")
    page.get_by_role("button", name="Propose date", exact=True).click()
    expect(page.locator("#evening")).to_contain_text("Friday, 9 May 2031, 19:00")
    both_languages(page, lambda: expect(page.locator("#evening")).to_contain_text("19:00"))
    with page.expect_download() as came:
        page.locator("#calendar").click()
    (event,) = Calendar.from_ical(Path(came.value.path()).read_bytes()).walk("VEVENT")
    assert event["SUMMARY"] == "Hora H: Tuesday" and event["DTSTART"].dt.hour == 19


def test_push_permission_denied(visit: Visit) -> None:
    page = visit("/", viewport=PHONE)
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    opened(page)
    page.locator("#to-calls").click()
    page.get_by_role("button", name="Notify this browser").click()
    expect(page.locator("#push-denied")).to_be_visible()
    fine(page)
    page.goto(page.url.replace("/calls", "/seats"))
    both_languages(page, lambda: fine(page))
