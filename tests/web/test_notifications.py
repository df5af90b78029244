"""Notifications: off by default, sent in the background, retried, and without secrets."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import select

from schemas.errors import HorahError
from web.app import create_app
from web.config import Config, from_environment
from web.http.request_context import CONTEXT
from web.service.context import Context, NotificationSettings
from web.service.errors import Conflict, Forbidden
from web.service.notifications import dispatcher, safe_http, subscriptions, web_push
from web.service.notifications.subscriptions import SubscriptionRequest
from web.service.tables.access import enter
from web.storage import subscriptions as storage
from web.storage.records import later, now
from web.storage.schema import metadata, outbox

from ..words import sentence
from .playing import Player, open_table
from .receiving import Browser, Letters, Receiver, letters, receiving, signed
from .servers import ROOT, TIMEOUT_SECONDS, serving
from .test_participants import API, BOTH, app, began, client, database, press  # noqa: F401 - fixtures

pytestmark = pytest.mark.usefixtures("toy_game")

PUBLIC = "https://club.example.org"
SENDER = "Hora H <tables@club.example.org>"
HOOK = "https://hooks.example.org/secret-of-a-channel"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


@pytest.fixture
def mail() -> Iterator[Letters]:
    with letters() as found:
        yield found


class Club:
    """A service that may send to local addresses, and a table with Red and Blue."""

    def __init__(self, place: str, mail: Letters | None = None, **settings: Any) -> None:
        smtp = {"smtp": f"smtp+plain://127.0.0.1:{mail.port}", "sender": SENDER} if mail else {}
        wished = NotificationSettings(inside=True, after=0, **smtp, **settings)
        self.app = create_app(Config(place, rate=0, public=PUBLIC, post=wished))
        self.client = self.app.test_client()
        self.client.set_cookie("lang", "en")
        self.context: Context = self.app.extensions[CONTEXT]
        self.table = began(self.client, name="Ana", title="Tuesday", settings={"rounds": 4})
        word = self.table["invitations"]["blue"]
        link = self.client.post(f"{API}/invitations/{word}", json={"name": "Bea"}).json["link"]
        self.links = {"red": self.table["links"]["red"], "blue": link}
        self.answers = {"red": iter(["road", "river", "wood", "road"]), "blue": iter(["wood"] * 4)}

    def close(self) -> None:
        self.context.repository.engine.dispose()

    def ask(self, seat: str = "red", way: str = "webhook", address: str = "", form: str = "json") -> str:
        """Subscribe on the page; return the id."""
        field = "subscription" if way == "push" else "address"
        fields = {"way": way, "form": form, field: address, "zone": "Europe/Madrid"}
        status, where = press(self.client, f"/tables/{self.links[seat]}/calls", **fields)
        assert (status, where) == (303, f"/tables/{self.links[seat]}/calls"), where
        return storage.find_by_link(self.context.repository, enter(self.context, self.links[seat]).key)[-1].id

    def play(self, seat: str) -> None:
        """Let a seat answer."""
        player = Player(self.client, self.table["id"], self.links[seat])
        number = player.state()["number"]
        answer = {"number": number, "answer": next(self.answers[seat])}
        assert player.post("/answers", answer).status_code == 200

    def deliver(self, ahead: float = 0) -> int:
        return dispatcher.deliver(self.context, lambda: datetime.now(UTC) + timedelta(seconds=ahead))

    def page(self, seat: str = "red") -> str:
        return self.client.get(f"/tables/{self.links[seat]}/calls").text

    def call(self, call_id: str) -> storage.StoredSubscription:
        found = storage.find(self.context.repository, call_id)
        assert found is not None
        return found

    def states(self) -> list[str]:
        with self.context.repository.reading() as connection:
            query = select(outbox.c.kind, outbox.c.state).order_by(outbox.c.made_at)
            return [" ".join(row) for row in connection.execute(query)]


@pytest.fixture
def open_club(database: str) -> Iterator[Callable[..., Club]]:  # noqa: F811
    with ExitStack() as stack:

        def make(*given: Any, place: str = "", **settings: Any) -> Club:
            club = Club(place or database, *given, **settings)
            stack.callback(club.close)
            return club

        yield make


# --------------------------------------------------------------------------------------------- the three ways


def test_no_messages_without_subscription(open_club: Callable[..., Club]) -> None:
    club = open_club()
    for seat in ("red", "blue", "red", "blue"):
        club.play(seat)
    assert club.states() == [] and club.deliver() == 0
    assert "None yet." in club.page()


@BOTH
def test_json_webhook(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=f"{receiver.base}/hook?key=1")
    assert club.deliver() == 1
    (trial,) = receiver.came
    assert (trial.path, trial.json["kind"]) == ("/hook?key=1", "trial")
    club.play("red")
    assert club.deliver() == 0  # it was Blue's turn before, and Blue has not asked
    club.play("blue")
    assert club.deliver() == 1
    told = receiver.came[1].json
    assert told == {
        "format": "hora-h/call/1",
        "kind": "turn",
        "table": club.table["id"],
        "title": "Tuesday",
        "game": told["game"],
        "seat": "Red",
        "name": "Ana",
        "text": "Ana (Red): it is your turn at “Tuesday”.",
        "address": f"{PUBLIC}/tables/{club.table['id']}",
    }
    assert club.client.get(told["address"].removeprefix(PUBLIC)).status_code == 200
    assert "Last message delivered" in club.page()


def test_discord_webhook_mentions_nobody(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base, form="discord")
    club.deliver()
    told = receiver.came[0].json
    assert set(told) == {"username", "content", "allowed_mentions"}
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"].endswith(f"<{PUBLIC}/tables/{club.table['id']}>")


def test_push_is_encrypted_and_signed(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    browser = Browser(f"{receiver.base}/push/abc")
    club.ask(way="push", address=json.dumps(browser.subscription))
    club.play("red")
    club.play("blue")
    assert club.deliver() == 2
    came = receiver.came[1]
    told = browser.read(came)
    assert told == {
        "title": "Your turn: Tuesday",
        "body": "Ana (Red): it is your turn at “Tuesday”.",
        "url": f"{PUBLIC}/mine/to/{club.table['id']}",
        "tag": club.table["id"],
        "lang": "en",
    }
    sound, claims, key = signed(came)
    assert (
        sound and key == web_push.public_key(club.context.repository) and f'data-key="{key}"' in club.page()
    )
    assert claims["aud"] == receiver.base and claims["sub"] == PUBLIC
    assert came.headers["TTL"] == "86400" and len(came.headers["Topic"]) == 32
    with pytest.raises(Exception):  # noqa: B017 - the library raises a plain Exception
        Browser(browser.endpoint).read(came)


def test_email_needs_confirmation(open_club: Callable[..., Club], mail: Letters) -> None:
    club = open_club(mail)
    call = club.ask(way="mail", address="ana@example.org")
    club.play("red")
    club.play("blue")
    assert club.deliver() == 1  # the question alone
    (asked,) = mail.came
    text = asked.get_content()
    code = re.search(r"\b\d{8}\b", text)
    assert code and "Tuesday" not in asked.as_string() and asked["To"] == "ana@example.org"
    place = f"/tables/{club.links['red']}/calls/{call}"
    assert press(club.client, f"{place}/trial")[0] == 409
    wrong = press(club.client, f"{place}/confirm", code=f"{(int(code[0]) + 1) % 10**8:08}")
    assert wrong[0] == 422 and "That is not the code" in wrong[1]
    assert press(club.client, f"{place}/confirm", code=f" {code[0][:4]} {code[0][4:]} ")[0] == 303
    club.play("red")
    club.play("blue")
    assert club.deliver() == 1
    letter = mail.came[1]
    assert letter["Subject"] == "Your turn: Tuesday" and letter["Auto-Submitted"] == "auto-generated"
    assert f"{PUBLIC}/mine/to/{club.table['id']}" in letter.get_content()
    stop = letter["List-Unsubscribe"].strip().strip("<>")
    assert stop in letter.get_content()
    there = stop.removeprefix(PUBLIC)
    assert "Stop notifications about this table" in club.client.get(there).text
    assert press(club.client, there)[0] == 200
    assert club.client.get(there).status_code == 404 and "None yet." in club.page()
    club.play("red")
    club.play("blue")
    assert club.deliver() == 0 and len(mail.came) == 2


def test_confirmation_guesses_are_limited(open_club: Callable[..., Club], mail: Letters) -> None:
    club = open_club(mail)
    call = club.ask(way="mail", address="ana@example.org")
    club.deliver()
    code = re.search(r"\b\d{8}\b", mail.came[0].get_content())
    assert code is not None
    place = f"/tables/{club.links['red']}/calls/{call}/confirm"
    for _ in range(subscriptions.MAX_GUESSES):
        assert press(club.client, place, code=f"{(int(code[0]) + 1) % 10**8:08}")[0] == 422
    status, page = press(club.client, place, code=code[0])
    assert status == 409 and "Too many wrong codes" in page


def test_confirmation_emails_are_limited(open_club: Callable[..., Club], mail: Letters) -> None:
    """An address gets at most three confirmation e-mails a day."""
    club = open_club(mail)
    here = enter(club.context, club.links["red"])
    for _ in range(subscriptions.MAX_CONFIRMATIONS_PER_DAY):
        made = subscriptions.subscribe(
            club.context, here, SubscriptionRequest("mail", "VICTIM@example.org"), "", str
        )
        subscriptions.unsubscribe(club.context, here, made.id)
    with pytest.raises(Conflict) as refused:
        subscriptions.subscribe(
            club.context, here, SubscriptionRequest("mail", "victim@example.org"), "", str
        )
    assert (
        "several test messages" in sentence(refused.value)
        and subscriptions.list_subscriptions(club.context, here) == []
    )


# -------------------------------------------------------------------------------------------- when it is sent


def test_no_message_after_the_player_answered(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base)
    club.deliver()
    for seat in ("red", "blue", "red"):
        club.play(seat)
    assert club.deliver() == 1 and len(receiver.came) == 1
    assert club.states() == ["trial sent", "turn dropped"]


def test_only_the_latest_turn_is_sent(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base)
    club.deliver()
    for seat in ("red", "blue", "red", "blue"):
        club.play(seat)
    assert club.deliver() == 2
    assert [each.json["kind"] for each in receiver.came] == ["trial", "turn"]


def test_note_does_not_cancel_a_message(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base)
    club.play("red")
    club.play("blue")
    Player(club.client, club.table["id"], club.links["blue"]).post("/notes", {"text": "Well?"})
    club.deliver()
    assert [each.json["kind"] for each in receiver.came] == ["trial", "turn"]
    club.play("red")
    club.play("blue")
    Player(club.client, club.table["id"], club.links["blue"]).post("/close", None)
    club.deliver()
    assert len(receiver.came) == 2  # a closed table waits for no seat


def test_no_message_if_answered_before_the_delay(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    patient = replace(club.context, post=replace(club.context.post, after=60))
    club.app.extensions[CONTEXT] = patient
    club.ask(address=receiver.base)
    club.play("red")
    club.play("blue")
    assert club.deliver() == 1 and club.deliver(55) == 0
    assert club.deliver(65) == 1 and len(receiver.came) == 2


def test_quiet_hours_in_the_time_zone(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    call = club.ask(address=receiver.base)
    club.deliver()
    place = f"/tables/{club.links['red']}/calls/quiet"
    assert press(club.client, place, zone="Europe/Madrid", **{"from": "22:30", "to": "08:00"})[0] == 303
    assert (club.call(call).zone, club.call(call).quiet_from, club.call(call).quiet_to) == (
        "Europe/Madrid",
        22 * 60 + 30,
        8 * 60,
    )
    assert 'value="22:30"' in club.page() and '"Europe/Madrid" selected>' in club.page()
    club.play("red")
    club.play("blue")
    night = datetime(2030, 7, 1, 23, 0, tzinfo=UTC)  # one o'clock in Madrid
    assert dispatcher.deliver(club.context, lambda: night) == 1 and len(receiver.came) == 1
    assert dispatcher.deliver(club.context, lambda: night + timedelta(hours=6)) == 0
    assert (
        dispatcher.deliver(club.context, lambda: night + timedelta(hours=7)) == 1 and len(receiver.came) == 2
    )
    assert press(club.client, f"{place.removesuffix('/quiet')}/{call}/trial")[0] == 303
    assert dispatcher.deliver(club.context, lambda: night) == 1  # test messages ignore quiet hours
    assert press(club.client, place, zone="UTC", **{"from": "", "to": ""})[0] == 303
    assert club.call(call).quiet_from == club.call(call).quiet_to


NO_HOURS: list[dict[str, str]] = [
    {"zone": "Mars/Olympus", "from": "22:00", "to": "08:00"},
    {"zone": "UTC", "from": "22:00", "to": ""},
    {"zone": "UTC", "from": "25:00", "to": "08:00"},
    {"zone": "UTC", "from": "²²:00", "to": "08:00"},
    {"zone": "../../etc/passwd", "from": "", "to": ""},
]


def test_invalid_quiet_hours(open_club: Callable[..., Club]) -> None:
    club = open_club()
    for fields in NO_HOURS:
        status, page = press(club.client, f"/tables/{club.links['red']}/calls/quiet", **fields)
        assert status == 422 and 'id="refusal"' in page, fields


# ----------------------------------------------------------------------------------------------- what fails


def test_retries_with_growing_delays(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    call = club.ask(address=receiver.base)
    receiver.answers = [(503, {})] * (len(dispatcher.RETRY_DELAYS_SECONDS) + 1)
    begun = datetime.now(UTC) + timedelta(seconds=1)

    def at(seconds: int) -> int:
        return dispatcher.deliver(club.context, lambda: begun + timedelta(seconds=seconds))

    for attempts, delay in enumerate(dispatcher.RETRY_DELAYS_SECONDS):
        gone = sum(dispatcher.RETRY_DELAYS_SECONDS[:attempts])
        assert at(gone) == 1 and len(receiver.came) == attempts + 1
        assert "Not delivered yet" in club.page()
        assert at(gone + delay - 1) == 0
    assert list(dispatcher.RETRY_DELAYS_SECONDS) == sorted(dispatcher.RETRY_DELAYS_SECONDS)
    assert at(sum(dispatcher.RETRY_DELAYS_SECONDS)) == 1
    assert club.call(call).trouble == "silent" and "We gave up" in club.page()
    club.play("red")
    club.play("blue")
    assert club.deliver() == 0  # nothing more is written for it
    assert press(club.client, f"/tables/{club.links['red']}/calls/{call}/trial")[0] == 303
    club.deliver()
    assert club.call(call).trouble == ""  # it came: from now on as before


def test_retry_after_is_respected(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base)
    receiver.answers = [(429, {"Retry-After": "900"})]
    assert club.deliver() == 1
    assert club.deliver(880) == 0 and club.deliver(920) == 1


def test_refused_message_is_not_retried(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    for status, trouble in ((410, "gone"), (404, "gone"), (403, "refused"), (302, "refused")):
        receiver.came.clear()
        call = club.ask(address=f"{receiver.base}/{status}")
        receiver.answers = [(status, {"Location": "/elsewhere"})]
        assert club.deliver() == 1 and club.deliver(10**6) == 0 and len(receiver.came) == 1
        assert club.call(call).trouble == trouble and ">Off<" in club.page()


def test_unknown_mailbox(open_club: Callable[..., Club], mail: Letters) -> None:
    club = open_club(mail)
    mail.refuses = ["451 later", "550 no such box"]
    call = club.ask(way="mail", address="nobody@example.org")
    assert club.deliver() == 1 and club.call(call).trouble == ""
    assert club.deliver(31) == 1 and club.call(call).trouble == "refused"


def test_unreachable_mail_server(open_club: Callable[..., Club]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    club = open_club()
    call = club.ask(address=f"http://127.0.0.1:{port}")
    assert club.deliver() == 1 and club.call(call).trouble == "" and club.states() == ["trial waiting"]


@BOTH
def test_claimed_message_is_sent_after_a_restart(
    open_club: Callable[..., Club],
    receiver: Receiver,
    database: str,  # noqa: F811
) -> None:
    """A process claims a message and dies; another one sends it once."""
    club = open_club()
    club.ask(address=receiver.base)
    held = storage.claim(club.context.repository, now(), later(-1))
    assert held is not None and receiver.came == []
    other = create_app(
        Config(database, rate=0, public=PUBLIC, post=NotificationSettings(inside=True, after=0))
    )
    there: Context = other.extensions[CONTEXT]
    assert dispatcher.deliver(there) == 1 and dispatcher.deliver(club.context) == 0
    assert len(receiver.came) == 1
    there.repository.engine.dispose()


def test_background_thread_sends(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    club.ask(address=receiver.base)
    rounds = dispatcher.start(club.context)
    for carrier in rounds.carriers:
        assert carrier.daemon
    last = time.monotonic() + 120  # no measure, only an end for what hangs
    while "trial waiting" in club.states():
        assert time.monotonic() < last
        rounds.ended.wait(0.05)
    rounds.stop()
    assert len(receiver.came) == 1 and not any(carrier.is_alive() for carrier in rounds.carriers)


# ------------------------------------------------------------------------------------------- who is called


def test_hand_over_ends_subscriptions(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    call = club.ask(address=receiver.base)
    club.deliver()
    red = Player(club.client, club.table["id"], club.links["red"])
    club.play("red")
    club.play("blue")
    word = red.post("/hand-over", None).json["invitation"]
    assert club.client.post(f"{API}/invitations/{word}", json={"name": "Eve"}).status_code == 201
    assert storage.find(club.context.repository, call) is None
    assert club.deliver() == 1 and len(receiver.came) == 1


def test_only_players_subscribe_and_see_their_own(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    call = club.ask("blue", address=receiver.base)
    watched = club.client.get(f"/tables/{club.table['id']}/calls")
    assert watched.status_code == 403 and 'id="ways"' not in watched.text
    assert "127.0.0.1" in club.page("blue") and "127.0.0.1" not in club.page("red")
    for action in ("trial", "end", "confirm"):
        assert press(club.client, f"/tables/{club.links['red']}/calls/{call}/{action}")[0] == 404
    with pytest.raises(Forbidden):
        subscriptions.subscribe(
            club.context,
            enter(club.context, club.table["id"]),
            SubscriptionRequest("webhook", HOOK, "json"),
            "",
            str,
        )
    together = began(club.client, mine="together")["links"]["together"]
    assert club.client.get(f"/tables/{together}/calls").status_code == 403


def test_subscriptions_per_seat_are_limited_and_unique(
    open_club: Callable[..., Club], receiver: Receiver
) -> None:
    club = open_club()
    for number in (0, 0, *range(1, subscriptions.MAX_SUBSCRIPTIONS)):
        club.ask(address=f"{receiver.base}/{number}")
    assert club.page().count('data-way="webhook"') == subscriptions.MAX_SUBSCRIPTIONS
    fields = {"way": "webhook", "form": "json", "address": f"{receiver.base}/more"}
    status, page = press(club.client, f"/tables/{club.links['red']}/calls", **fields)
    assert status == 409 and "Remove one first" in page


def test_disabled_channels_are_not_offered(open_club: Callable[..., Club]) -> None:
    club = open_club(ways=("push",))
    page = club.page()
    assert 'id="push"' in page and 'id="webhook"' not in page and 'id="mail"' not in page
    fields = {"way": "webhook", "form": "json", "address": HOOK}
    assert press(club.client, f"/tables/{club.links['red']}/calls", **fields)[0] == 422


# ------------------------------------------------------------------------------------------------- secrets


def test_messages_do_not_depend_on_secrets(
    open_club: Callable[..., Club], receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs that differ in Red's secret choice send the same bytes on every channel."""
    from itertools import count

    told = []
    for lane in ("road", "river"):
        numbers = count()
        for name in (
            "tables.new_id",
            "notifications.subscriptions.new_id",
            "tables.new_link",
            "tables.participants.new_link",
        ):
            monkeypatch.setattr(
                f"web.service.{name}",
                lambda numbers=numbers: f"{next(numbers):a>32}".translate(str.maketrans("0189", "bcde")),
            )
        with letters() as mail:
            club = open_club(mail, place=f"sqlite:///{tmp_path / lane}.db")
            club.answers = {"red": iter([lane, "wood"]), "blue": iter(["wood", "river"])}
            browser = Browser(f"{receiver.base}/push")
            for seat in ("red", "blue"):
                club.ask(seat, address=f"{receiver.base}/json")
                club.ask(seat, address=f"{receiver.base}/discord", form="discord")
                club.ask(seat, "push", json.dumps(browser.subscription))
                call = club.ask(seat, "mail", f"{seat}@example.org")
                storage.change(club.context.repository, call, code_hash="")
            club.deliver()
            receiver.came.clear()
            mail.came.clear()
            for seat in ("red", "blue", "blue", "red"):
                club.play(seat)
                club.deliver()
            came = [browser.read(each) if each.path == "/push" else each.json for each in receiver.came]
            written = [(each["To"], each["Subject"], each.get_content()) for each in mail.came]
        assert came and written
        text = json.dumps([came, written])
        assert not any(link in text for link in club.links.values())
        told.append(text)
        receiver.came.clear()
    assert told[0] == told[1]


def test_addresses_are_not_logged_or_shown_to_others(
    open_club: Callable[..., Club], caplog: pytest.LogCaptureFixture
) -> None:
    club = open_club()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        club.ask(address=f"http://127.0.0.1:{taken.getsockname()[1]}/secret-of-a-channel")
    club.deliver()
    assert "secret-of-a-channel" not in caplog.text
    for path in ("", "/seats", "/calls"):
        for link in (*club.links.values(), club.table["id"]):
            assert "secret-of-a-channel" not in club.client.get(f"/tables/{link}{path}").text


# ----------------------------------------------------------------------------------- what must not be reached


NO_ADDRESSES = [
    "http://example.org/",  # not encrypted
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.0.0.1/hook",
    "https://192.168.1.1:8443/",
    "https://169.254.169.254/latest/meta-data",
    "https://[fe80::1%25eth0]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "https://example.org:25/",
    "https://name:password@example.org/",
    "https://example.org\r\nX-Evil: 1/",
    "https://exämple.org/",
    "https:///",
    "https://example.org:99999/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "https://[::1",
    "",
    "https://example.org/" + "a" * 2000,
]


def test_private_addresses_are_refused(open_club: Callable[..., Club]) -> None:
    club = open_club()
    shut = replace(club.context, post=replace(club.context.post, inside=False))
    here = enter(shut, club.links["red"])
    for address in NO_ADDRESSES:
        pushed = json.dumps(Browser(address).subscription)
        for wish, said in (
            (SubscriptionRequest("webhook", address, "json"), "https://"),
            (SubscriptionRequest("push", pushed), "Allow"),
        ):
            with pytest.raises(HorahError) as refused:
                subscriptions.subscribe(shut, here, wish, "", str)
            assert said in sentence(refused.value), address
    assert subscriptions.list_subscriptions(shut, here) == []


def test_private_host_name_is_refused_when_sending(
    open_club: Callable[..., Club], receiver: Receiver
) -> None:
    """A host name is accepted on subscription and resolved when a message is sent."""
    club = open_club()
    shut = replace(club.context, post=replace(club.context.post, inside=False))
    here = enter(shut, club.links["red"])
    for name in ("localhost", "2130706433", "0x7f.1", "127.1", "0"):
        made = subscriptions.subscribe(
            shut, here, SubscriptionRequest("webhook", f"https://{name}:{receiver.port}/", "json"), "", str
        )
        assert dispatcher.deliver(shut) == 1
        assert club.call(made.id).trouble == "inside" and receiver.came == [], name
    assert "private network" in club.page()


def test_dns_rebinding_is_prevented(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that resolves to a public address first and to this machine later reaches neither."""
    found = iter(["93.184.215.14", "127.0.0.1"])
    asked: list[str] = []
    reached: list[tuple[str, int]] = []

    def look_up(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(found), port))]

    def connect(place: tuple[str, int], *_: Any, **__: Any) -> socket.socket:
        reached.append(place)
        raise OSError

    monkeypatch.setattr(safe_http.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(safe_http.socket, "create_connection", connect)
    with pytest.raises(safe_http.Unreachable):
        safe_http.send(f"https://rebinding.example.org:{receiver.port}/", b"", {}, inside=False)
    assert asked == ["rebinding.example.org"] and reached == [("93.184.215.14", receiver.port)]


def test_host_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(_: str, port: int, **__: Any) -> list[Any]:
        both = ("93.184.215.14", "10.0.0.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in both]

    monkeypatch.setattr(safe_http.socket, "getaddrinfo", look_up)
    with pytest.raises(safe_http.NotPublic):
        safe_http.send("https://half.example.org/", b"", {}, inside=False)


def test_redirects_are_checked(
    open_club: Callable[..., Club], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = open_club()
    call = club.ask(address=f"{receiver.base}/first")
    receiver.answers = [(307, {"Location": "/second"})]
    assert club.deliver() == 1
    assert [each.path for each in receiver.came] == ["/first", "/second"]
    assert receiver.came[0].body == receiver.came[1].body
    receiver.answers = [(307, {"Location": "/round"})] * (safe_http.MAX_REDIRECTS + 1)
    assert press(club.client, f"/tables/{club.links['red']}/calls/{call}/trial")[0] == 303
    assert club.deliver() == 1 and len(receiver.came) == 2 + safe_http.MAX_REDIRECTS + 1
    receiver.answers = [(307, {"Location": "ftp://example.org/"})]
    assert club.deliver(31) == 1 and club.call(call).trouble == "inside"

    looked: list[bool] = []
    real = safe_http.resolve_host

    def places(host: str, port: int, *, inside: bool) -> list[str]:
        looked.append(inside)
        return real(host, port, inside=len(looked) == 1)  # the first one passes as a public address

    monkeypatch.setattr(safe_http, "resolve_host", places)
    monkeypatch.setattr(safe_http, "check_url", lambda address, *, inside: safe_http.urlsplit(address))
    receiver.answers = [(308, {"Location": f"http://localhost:{receiver.port}/inside"})]
    before = len(receiver.came)
    with pytest.raises(safe_http.NotPublic):
        safe_http.send(f"{receiver.base}/outside", b"", {}, inside=False)
    assert len(receiver.came) == before + 1 and looked == [False, False]


def test_push_does_not_follow_redirects(open_club: Callable[..., Club], receiver: Receiver) -> None:
    club = open_club()
    call = club.ask(way="push", address=json.dumps(Browser(f"{receiver.base}/a").subscription))
    receiver.answers = [(307, {"Location": "/b"})]
    club.deliver()
    assert [each.path for each in receiver.came] == ["/a"] and club.call(call).trouble == "refused"


def test_slow_response_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends its response byte by byte is aborted after the total timeout."""
    monkeypatch.setattr(safe_http, "EXCHANGE_TIMEOUT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(safe_http.Unreachable):
            safe_http.send(f"http://127.0.0.1:{port}/", b"{}", {}, inside=True)


NO_SUBSCRIPTIONS = [
    "",
    "[]",
    "null",
    '{"endpoint": 1}',
    '{"endpoint": "https://push.example.org/", "keys": {"p256dh": "AA", "auth": "AA"}}',
    '{"endpoint": "https://push.example.org/", "keys": {"p256dh": "'
    + "A" * 87
    + '", "auth": "'
    + "A" * 22
    + '"}}',
    "[" * 5000,
]


def test_invalid_push_subscriptions(open_club: Callable[..., Club]) -> None:
    club = open_club()
    for given in NO_SUBSCRIPTIONS:
        fields = {"way": "push", "subscription": given}
        status, page = press(club.client, f"/tables/{club.links['red']}/calls", **fields)
        assert status == 422 and "did not allow notifications" in page, given


def test_invalid_email_addresses(open_club: Callable[..., Club], mail: Letters) -> None:
    club = open_club(mail)
    for typed in [
        "",
        "ana",
        "ana@",
        "@example.org",
        "a b@example.org",
        "ana@example.org\nBcc: x@y.org",
        "ana@localhost",
    ]:
        status, page = press(club.client, f"/tables/{club.links['red']}/calls", way="mail", address=typed)
        assert status == 422 and "is not an e-mail address" in page, typed


# ------------------------------------------------------------------------------------------ keys and settings


@BOTH
def test_keys_are_created_once_and_restored(database: str, tmp_path: Path) -> None:  # noqa: F811
    from web.storage.backup import backup, restore

    site, again = (create_app(Config(database, rate=0)) for _ in range(2))
    first, second = site.extensions[CONTEXT], again.extensions[CONTEXT]
    key = web_push.public_key(first.repository)
    assert key == web_push.public_key(second.repository)
    with first.repository.reading() as connection:
        (row,) = connection.execute(select(metadata.tables["keys"]))
    assert row.name == "vapid" and row.value not in key
    assert (
        site.test_client().post("/api/v1/battles", json={}).status_code == 201
    )  # an empty backup is refused
    assert backup(first.repository.engine, tmp_path / "kept.horah") > 1
    other = create_app(Config(f"sqlite:///{tmp_path / 'other.db'}", rate=0)).extensions[CONTEXT]
    assert web_push.public_key(other.repository) != key
    restore(other.repository.engine, tmp_path / "kept.horah")  # with keys alone it is empty
    assert web_push.public_key(other.repository) == key
    for each in (first, second, other):
        each.repository.engine.dispose()


@pytest.mark.parametrize(
    ("environ", "words"),
    [
        ({"HORAH_SMTP": "mail.example.org"}, "must be a mail server"),
        ({"HORAH_SMTP": "smtps://ana:s3cret@:0"}, "must be a mail server"),
        ({"HORAH_SMTP": "smtps://mail.example.org", "HORAH_MAIL_FROM": "ana"}, "must be the sender"),
        (
            {"HORAH_SMTP": "smtp://mail.example.org", "HORAH_MAIL_FROM": SENDER},
            "A mail server also needs HORAH_PUBLIC",
        ),
        ({"HORAH_CALLS": "push,pigeon"}, "pigeon"),
        ({"HORAH_CALLS_AFTER": "soon"}, "whole number"),
    ],
)
def test_invalid_settings(environ: dict[str, str], words: str, tmp_path: Path) -> None:
    with pytest.raises(HorahError) as refused:
        create_app(from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'a.db'}", **environ}))
    said = sentence(refused.value)
    assert words in said and "s3cret" not in said


def test_settings_from_environment() -> None:
    found = from_environment(
        {
            "HORAH_CALLS": "push, mail",
            "HORAH_CALLS_AFTER": "0",
            "HORAH_CALLS_INSIDE": "1",
            "HORAH_SMTP": "smtps://ana:s3cret@mail.example.org",
            "HORAH_MAIL_FROM": SENDER,
            "HORAH_PUBLIC": PUBLIC,
        }
    ).post
    assert (found.ways, found.after, found.inside, found.sender) == (("push", "mail"), 0, True, SENDER)
    assert "s3cret" not in repr(found)
    assert (
        from_environment({}).post == NotificationSettings()
        and from_environment({"HORAH_CALLS": "0"}).post.ways == ()
    )


def test_server_and_command_send(tmp_path: Path, receiver: Receiver) -> None:
    """One message is sent by a real server, another by ``horah notify``."""
    place = f"sqlite:///{tmp_path / 'real.db'}"
    app = create_app(Config(place, rate=0, public=PUBLIC, post=NotificationSettings(inside=True)))  # noqa: F811
    context: Context = app.extensions[CONTEXT]
    here = enter(context, open_table(app.test_client()).axis.link or "")
    wish = SubscriptionRequest("webhook", receiver.base, "json", "es")
    made = subscriptions.subscribe(context, here, wish, f"{PUBLIC}/tables/{here.table}", str)
    with serving(place, workers=2, HORAH_CALLS_INSIDE="1"):
        last = time.monotonic() + TIMEOUT_SECONDS
        while not receiver.came:
            assert time.monotonic() < last
            Event().wait(0.05)
    assert receiver.came[0].json["text"].startswith("Esto es una prueba")
    subscriptions.send_test(context, here, made.id)
    environment = {**os.environ, "DATABASE_URL": place, "HORAH_CALLS_INSIDE": "1", "HORAH_LANG": "en"}
    command = [sys.executable, "-c", "from web.cli import main; main()", "notify", "--once"]
    said = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "1 message processed.\n", "")
    assert len(receiver.came) == 2
    context.repository.engine.dispose()
