"""Notifications and meetings over the API; notifications for every kind of request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from icalendar import Calendar
from sqlalchemy import select

from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT
from web.service.context import Context
from web.service.notifications import subscriptions
from web.service.notifications.subscriptions import SubscriptionRequest
from web.service.tables.access import enter
from web.storage import subscriptions as storage
from web.storage.schema import outbox

from .playing import Json, Player
from .receiving import Browser, Letters, Receiver
from .test_notifications import PUBLIC, Club, mail, open_club, receiver  # noqa: F401 - fixtures
from .test_participants import database, press  # noqa: F401 - fixtures
from .test_proposals import campaign, told

pytestmark = pytest.mark.usefixtures("toy_game")

DAY = (datetime.now(UTC) + timedelta(days=30)).date().isoformat()
EVENING = {"day": DAY, "hour": "19:30", "zone": "Europe/Madrid", "minutes": 240, "place": "At Ana's"}


def at(club: Club, seat: str) -> Player:
    return Player(club.client, club.table["id"], club.links[seat])


def put(player: Player, path: str, body: Json) -> Json:
    place = f"{player.base}/{player.table}{path}"
    return player.client.put(place, json=body, headers=player.headers)  # type: ignore[attr-defined]


def delete(player: Player, path: str) -> int:
    place = f"{player.base}/{player.table}{path}"
    return int(player.client.delete(place, headers=player.headers).status_code)  # type: ignore[attr-defined]


def kinds(receiver: Receiver) -> list[str]:  # noqa: F811
    return [each.json["kind"] for each in receiver.came]


def test_webhook_lifecycle(
    open_club: Callable[..., Club],  # noqa: F811
    receiver: Receiver,  # noqa: F811
) -> None:
    club = open_club()
    red = at(club, "red")
    offered = red.get("/calls").json
    assert offered["offered"] == ["push", "webhook"] and offered["calls"] == [] and offered["quiet"] is None
    made = red.post("/calls", {"way": "webhook", "address": receiver.base, "zone": "Europe/Madrid"})
    assert made.status_code == 201
    (call,) = made.json["calls"]
    assert (call["way"], call["form"], call["place"], call["confirmed"]) == (
        "webhook",
        "json",
        "127.0.0.1",
        True,
    )
    assert receiver.base not in json.dumps(made.json)  # the address of a channel is its key
    assert call["last"]["state"] == "waiting" and club.deliver() == 1
    assert red.post(f"/calls/{call['id']}/trial", None).status_code == 200
    club.deliver()
    assert kinds(receiver) == ["trial", "trial"]
    hushed = put(red, "/quiet-hours", {"zone": "Europe/Madrid", "from": "22:30", "to": "08:00"}).json
    assert hushed["quiet"] == {"zone": "Europe/Madrid", "from": "22:30", "to": "08:00"}
    assert put(red, "/quiet-hours", {"zone": "Mars/X", "from": "22:30", "to": "08:00"}).status_code == 422
    assert delete(red, "/quiet-hours") == 204 and red.get("/calls").json["quiet"] is None
    assert at(club, "blue").get("/calls").json["calls"] == []
    assert delete(at(club, "blue"), f"/calls/{call['id']}") == 404
    assert Player(club.client, club.table["id"]).get("/calls").status_code == 403
    assert delete(red, f"/calls/{call['id']}") == 204 and red.get("/calls").json["calls"] == []


def test_email_confirmation(
    open_club: Callable[..., Club],  # noqa: F811
    mail: Letters,  # noqa: F811
) -> None:
    club = open_club(mail)
    red = at(club, "red")
    (call,) = red.post("/calls", {"way": "mail", "address": "ana@example.org"}).json["calls"]
    assert call["place"] == "ana@example.org" and not call["confirmed"]
    club.deliver()
    code = re.search(r"\b\d{8}\b", mail.came[0].get_content())
    assert code is not None
    wrong = f"{(int(code[0]) + 1) % 10**8:08}"
    assert red.post(f"/calls/{call['id']}/confirmation", {"code": wrong}).status_code == 422
    (sure,) = red.post(f"/calls/{call['id']}/confirmation", {"code": code[0]}).json["calls"]
    assert sure["confirmed"]
    assert club.client.delete(f"/api/v1/calls/{call['id']}").status_code == 204
    assert red.get("/calls").json["calls"] == []


def test_push_renewal(
    open_club: Callable[..., Club],  # noqa: F811
    receiver: Receiver,  # noqa: F811
) -> None:
    """Every subscription of the browser moves; the old subscription must be given whole."""
    club = open_club()
    old, new = (Browser(f"{receiver.base}/push/{name}") for name in ("old", "new"))
    for seat in ("red", "blue"):
        sent = {"way": "push", "subscription": old.subscription}
        assert at(club, seat).post("/calls", sent).status_code == 201
    receiver.answers = [(410, {})]
    assert club.deliver() == 2
    assert sorted(at(club, seat).get("/calls").json["calls"][0]["trouble"] for seat in ("red", "blue")) == [
        "",
        "gone",
    ]
    guessed = {**old.subscription, "keys": new.subscription["keys"]}
    place = "/api/v1/calls/renewals"
    for was, whole in ((guessed, False), (old.subscription, True)):
        sent = {"old": was, "new": new.subscription}
        answer = club.client.post(place, json=sent)
        assert (answer.status_code, answer.data) == (204, b"")  # reveals nothing
        moved = storage.find_by_link(club.context.repository, enter(club.context, club.links["red"]).key)
        assert (new.endpoint in moved[0].address) == whole
    assert [at(club, seat).get("/calls").json["calls"][0]["trouble"] for seat in ("red", "blue")] == ["", ""]
    receiver.came.clear()
    club.play("red")
    club.play("blue")
    assert club.deliver() == 1 and receiver.came[0].path == "/push/new"
    assert new.read(receiver.came[0])["title"] == "Your turn: Tuesday"
    assert (
        at(club, "red").post("/calls", {"way": "push", "subscription": old.subscription}).status_code == 201
    )
    assert club.client.post(place, json={"old": old.subscription, "new": new.subscription}).status_code == 204
    assert len(at(club, "red").get("/calls").json["calls"]) == 1  # the same browser twice is one
    bad = {"old": old.subscription, "new": {"endpoint": "ftp://x", "keys": {}}}
    assert club.client.post(place, json=bad).status_code == 422


def test_meeting(open_club: Callable[..., Club]) -> None:  # noqa: F811
    club = open_club()
    red, blue = at(club, "red"), at(club, "blue")
    assert red.get("/evening").json == {"evening": None}
    assert red.get("/evening.ics").status_code == 409
    found = put(red, "/evening", EVENING).json["evening"]
    assert found == {
        "number": found["number"],
        "seat": "red",
        "agreed": [],
        "start": f"{DAY}T19:30",
        "zone": "Europe/Madrid",
        "minutes": 240,
        "place": "At Ana's",
    }
    watcher = Player(club.client, club.table["id"])
    assert [watcher.get(path).status_code for path in ("/evening", "/evening.ics")] == [403, 403]
    assert blue.post("/evening/agreement", {"number": found["number"] + 1}).status_code == 409
    agreed = blue.post("/evening/agreement", {"number": found["number"]}).json["evening"]
    assert agreed["agreed"] == ["blue"]
    file = club.client.get(f"{blue.base}/{blue.table}/evening.ics", headers=blue.headers)
    (event,) = Calendar.from_ical(file.data).walk("VEVENT")
    assert file.mimetype == "text/calendar" and event["STATUS"] == "CONFIRMED"
    assert event["SUMMARY"] == "Hora H: Tuesday" and event["URL"] == f"{PUBLIC}/mine/to/{club.table['id']}"
    assert club.links["blue"] not in file.text
    assert put(red, "/evening", {**EVENING, "day": "1944-06-06"}).status_code == 422
    assert delete(red, "/evening") == 204 and blue.get("/evening").json == {"evening": None}


def test_messages_link_to_the_api_without_pages(tmp_path: object) -> None:
    app = create_app(Config(f"sqlite:///{tmp_path}/api.db", rate=0, public=PUBLIC, pages=False))
    client = app.test_client()
    wish = {"procedure": "toy/1", "settings": {"rounds": 4}}
    opened = client.post("/api/v1/tables", json=wish).json
    red = Player(client, opened["id"], opened["links"]["red"])
    sent = {"way": "webhook", "address": "https://hooks.example.org/x"}
    assert red.post("/calls", sent).status_code == 201
    context: Context = app.extensions[CONTEXT]
    (call,) = storage.find_by_link(context.repository, enter(context, red.link or "").key)
    assert call.url == f"{PUBLIC}/api/v1/tables/{opened['id']}"
    assert call.unsubscribe_url == f"{PUBLIC}/api/v1/calls/{call.id}"
    assert client.get(call.url.removeprefix(PUBLIC)).status_code == 200
    assert client.delete(call.unsubscribe_url.removeprefix(PUBLIC)).status_code == 204
    context.repository.engine.dispose()


# --------------------------------------------------------------------------------- what waits for one's word


def test_requests_notify_the_other_players(
    open_club: Callable[..., Club],  # noqa: F811
    receiver: Receiver,  # noqa: F811
) -> None:
    """Undo, reveal and meeting; players who have already agreed get no message."""
    club = open_club()
    red, blue = at(club, "red"), at(club, "blue")
    blue.post("/calls", {"way": "webhook", "address": receiver.base})
    club.deliver()
    club.play("red")
    club.deliver()
    red.post("/undo", {"answers": 1})
    club.deliver()
    assert kinds(receiver) == ["trial", "undo"]
    said = receiver.came[-1].json["text"]
    assert said.startswith("Bea (Blue): a player asks to undo answers at “Tuesday”.")
    links = {"links": [club.links["blue"], club.links["red"], club.table["id"]]}
    lists = {each["link"]: each["wanted"] for each in club.client.post("/api/v1/mine", json=links).json}
    assert list(map(lists.get, links["links"])) == [["undo"], [], []]
    assert "asks to undo" in club.client.get(f"/mine/of/{club.links['blue']}").text
    red.post("/withdrawal", {"what": "undo"})
    red.post("/undo", {"answers": 1})
    blue.post("/refusal", {"what": "undo"})
    assert club.deliver() == 1 and len(receiver.came) == 2  # it waits no longer
    put(red, "/evening", EVENING)
    put(red, "/evening", {**EVENING, "hour": "20:30"})
    assert club.deliver() == 2 and kinds(receiver)[2:] == ["evening"]  # of two dates the last
    told_of = json.dumps(receiver.came[-1].json, ensure_ascii=False)
    assert "20:30" not in told_of and "Ana's" not in told_of and DAY not in told_of
    assert "20:30" in club.client.get(f"/tables/{club.links['blue']}").text
    assert "20:30" not in club.client.get(f"/tables/{club.table['id']}").text
    receiver.came.clear()
    for seat in ("blue", "red", "blue", "red", "blue", "red", "blue"):
        club.play(seat)
    club.deliver()
    receiver.came.clear()
    assert red.post("/reveal", None).status_code == 200
    club.deliver()
    assert kinds(receiver) == ["reveal"]


def test_proposed_report_notifies_the_other_side(lite: Flask) -> None:
    """After an objection the first side is notified again."""
    company = campaign(lite)
    context: Context = lite.extensions[CONTEXT]
    own = {}
    for seat in ("axis", "allied"):
        here = enter(context, company.seat(seat).link or "")
        wish = SubscriptionRequest("webhook", f"https://hooks.example.org/{seat}", "json")
        own[subscriptions.subscribe(context, here, wish, "", str).id] = seat
    told(company)
    company.allied.post("/refusal", {"what": "proposal", "why": "He only broke"})
    told(company, "allied")
    with context.repository.reading() as connection:
        query = select(outbox.c.subscription_id, outbox.c.kind).order_by(outbox.c.n)
        found = [
            (own[row.subscription_id], row.kind) for row in connection.execute(query) if row.kind != "trial"
        ]
    assert found == [("allied", "report"), ("axis", "turn"), ("axis", "report")]


def test_tab_title_shows_pending_requests(open_club: Callable[..., Club]) -> None:  # noqa: F811
    """Also for a player who waits for the other."""
    club = open_club()
    club.play("red")
    pages = [f"/tables/{club.links['red']}", f"/mine/of/{club.links['red']}"]
    assert not any("<title>Your" in club.client.get(page).text for page in pages)
    put(at(club, "blue"), "/evening", EVENING)
    for page in pages:
        found = club.client.get(page).text
        assert "<title>Your reply · " in found and "favicon-turn.svg" in found
