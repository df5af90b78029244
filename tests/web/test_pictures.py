"""Photographs in a diary: small, without metadata, bounded, and shown only to those who may."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from schemas.errors import HorahError
from schemas.limits import MAX_PICTURE_BYTES
from web.service.pictures import SIDES_PIXELS, shrink_picture

SAME = {"Sec-Fetch-Site": "same-origin"}
SECRET = b"at home"
PLAYERS = {"first-name": "Ana", "second-name": "Berta"}


def photograph(kind: str = "JPEG", size: tuple[int, int] = (1600, 900)) -> bytes:
    """Return a noisy photograph that names its place, its camera and a comment."""
    picture = Image.effect_noise(size, 80).convert("RGB")
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif[0x0112] = 6  # turned: it is shown upright
    out = BytesIO()
    picture.save(out, kind, exif=exif, **({"comment": SECRET} if kind == "JPEG" else {}))
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photograph_is_made_small_and_loses_its_metadata(kind: str) -> None:
    data = photograph(kind)
    small = shrink_picture(data)
    with Image.open(BytesIO(small)) as picture:
        assert picture.format == "JPEG" and max(picture.size) <= SIDES_PIXELS[0]
        assert picture.height > picture.width  # turned as the camera said
        assert not picture.getexif() and "comment" not in picture.info
    assert SECRET in data and SECRET not in small
    assert len(small) <= MAX_PICTURE_BYTES


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\xff\xd8\xff", b"<svg/>", b"x" * 1000])
def test_what_is_no_photograph_is_refused(data: bytes) -> None:
    with pytest.raises(HorahError):
        shrink_picture(data)


def kept(client: FlaskClient) -> str:
    form = {"way": "new", "game": "combat_commander", "title": "Club"}
    link = client.post("/diaries", data=form, headers=SAME).headers["Location"].partition("?")[0]
    battle = {
        "do": "add",
        "first-name": "Ana",
        "second-name": "Berta",
        "winner": "first",
        "day": "2026-11-17",
    }
    assert client.post(link, data=battle, headers=SAME).status_code == 303
    return link


def put(client: FlaskClient, link: str, data: bytes) -> Any:
    fields = {"do": "picture", "number": "1", "picture": (BytesIO(data), "evening.jpg")}
    return client.post(link, data=fields, headers=SAME)


def test_a_photograph_of_an_evening(site: Flask) -> None:
    client = site.test_client()
    link = kept(client)
    assert put(client, link, b"no picture").status_code == 422
    assert put(client, link, photograph(size=(600, 400))).status_code == 303
    page = client.get(link).text
    assert "17 Nov 2026" in page and f"{link}/pictures/1.jpg" in page
    shown = client.get(f"{link}/pictures/1.jpg")
    assert shown.mimetype == "image/jpeg" and len(shown.data) <= MAX_PICTURE_BYTES
    correction = {
        "do": "correct",
        "number": "1",
        "first-name": "Ana",
        "second-name": "Berta",
        "winner": "second",
    }
    client.post(link, data=correction, headers=SAME)
    assert client.get(f"{link}/pictures/1.jpg").status_code == 200  # a correction keeps it
    client.post(link, data={"do": "unpicture", "number": "1"}, headers=SAME)
    assert client.get(f"{link}/pictures/1.jpg").status_code == 404
