"""Meetings: propose, agree, calendar file without a secret; and quiet hours in a time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from web.service.notifications import quiet_hours

from .test_participants import API, app, began, client, database, press  # noqa: F401 - fixtures

pytestmark = pytest.mark.usefixtures("toy_game")

SOON = (datetime.now(UTC) + timedelta(days=30)).date()
FIELDS = {
    "day": SOON.isoformat(),
    "hour": "19:30",
    "zone": "Europe/Madrid",
    "minutes": "240",
    "place": "At Ana's",
}


@given(
    moment=st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC)),
    zone=st.sampled_from(quiet_hours.list_zones()),
    start=st.integers(0, quiet_hours.DAY - 1),
    end=st.integers(0, quiet_hours.DAY - 1),
)
def test_quiet_hours_end_within_about_a_day(moment: datetime, zone: str, start: int, end: int) -> None:
    """Across every change of daylight saving time."""
    ends = quiet_hours.quiet_end(moment, zone, start, end)
    local = moment.astimezone(ZoneInfo(zone))
    at = local.hour * 60 + local.minute
    inside = start <= at < end or (end < start and not end <= at < start)
    assert (ends is not None) == inside
    if ends is not None:
        assert moment < ends <= moment + timedelta(hours=26)
        assert quiet_hours.quiet_end(ends, zone, start, end) is None or ends - moment == timedelta(minutes=1)


def test_propose_agree_and_export_a_meeting(client: FlaskClient, app: Flask) -> None:  # noqa: F811
    table = began(client, name="Ana", title="Tuesday; with, Bea")
    link = table["links"]["red"]
    word = table["invitations"]["blue"]
    other = client.post(f"{API}/invitations/{word}", json={"name": "Bea"}).json["link"]
    place = f"/tables/{link}/evening"
    assert press(client, place, **FIELDS) == (303, f"/tables/{link}/seats#evening")
    page = client.get(f"/tables/{other}/seats").text
    assert "19:30" in page and "At Ana&#39;s" in page and "Accept date" in page
    watched = client.get(f"/tables/{table['id']}/seats").text
    assert "19:30" not in watched and "Ana&#39;s" not in watched  # where people meet is their own business
    assert client.get(f"/tables/{table['id']}/evening.ics").status_code == 403
    found = client.get(f"/tables/{other}/evening.ics")
    assert found.mimetype == "text/calendar" and link not in found.text and other not in found.text
    (event,) = Calendar.from_ical(found.data).walk("VEVENT")
    begins = event["DTSTART"].dt
    assert begins == datetime(SOON.year, SOON.month, SOON.day, 19, 30, tzinfo=ZoneInfo("Europe/Madrid"))
    assert event["DTEND"].dt - begins == timedelta(hours=4)
    assert event["SUMMARY"] == "Hora H: Tuesday; with, Bea" and event["LOCATION"] == "At Ana's"
    assert event["URL"].endswith(f"/mine/to/{table['id']}") and event["STATUS"] == "TENTATIVE"
    assert "BEGIN:VTIMEZONE" in found.text and all(len(line) <= 75 for line in found.data.splitlines())
    number = page.partition('name="agree" value="')[2].partition('"')[0]
    assert press(client, f"/tables/{other}/evening", agree="0")[0] == 409
    for _ in range(2):
        assert press(client, f"/tables/{other}/evening", agree=number)[0] == 303
    assert "CONFIRMED" in client.get(f"/tables/{link}/evening.ics").text
    assert "Accepted by:" in client.get(f"/tables/{link}/seats").text
    later = {**FIELDS, "hour": "20:00", "place": ""}
    assert press(client, f"/tables/{other}/evening", **later)[0] == 303
    again = client.get(f"/tables/{link}/evening.ics")
    (moved,) = Calendar.from_ical(again.data).walk("VEVENT")
    assert moved["UID"] == event["UID"] and moved["SEQUENCE"] > event["SEQUENCE"]
    assert "TENTATIVE" in again.text and "LOCATION" not in again.text
    assert press(client, place, cancel="1")[0] == 303
    assert client.get(f"/tables/{link}/evening.ics").status_code == 409


def test_invalid_dates(client: FlaskClient) -> None:  # noqa: F811
    table = began(client)
    bad: list[dict[str, str]] = [
        {"day": "yesterday"},
        {"day": "1944-06-06"},
        {"day": "9999-12-31"},
        {"day": "0001-01-01"},
        {"hour": "half past eleven"},
        {"hour": "24:00"},
        {"zone": "Mars/Olympus"},
        {"minutes": "0"},
        {"minutes": "100000"},
        {"minutes": "²"},
        {"day": "", "hour": "", "zone": ""},
    ]
    for change in bad:
        status, page = press(client, f"/tables/{table['links']['red']}/evening", **{**FIELDS, **change})
        assert status == 422 and 'id="refusal"' in page, change
    assert press(client, f"/tables/{table['id']}/evening", **FIELDS)[0] == 403
    assert client.get(f"/tables/{table['links']['red']}/evening.ics").status_code == 409
