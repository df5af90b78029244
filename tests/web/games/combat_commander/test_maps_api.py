"""Maps in the API: figures, ground, sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.apps import served
from web.config import Config


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    folder: Path = tmp_path_factory.mktemp("maps-api")
    with served(Config(f"sqlite:///{folder / 'horah.db'}", rate=0, pages=False)) as app:
        yield app.test_client()


def test_every_map_with_what_it_is_like(client: FlaskClient) -> None:
    found = {line["number"]: line for line in client.get("/api/v1/maps").json}
    assert found[7]["figures"]["cover"] == 780
    assert found[28]["figures"] is None


def test_a_map_with_its_ground(client: FlaskClient) -> None:
    found = client.get("/api/v1/maps/9").json
    assert found["ground"]["terrain"]["orchard"] == ["G7", "G8", "H5", "H6", "H7", "I7"]
    assert found["measured"] and found["provenance"] == "2025 edition"
    assert client.get("/api/v1/maps/28").status_code == 404


def test_what_a_hex_sees_and_whether_it_sees_another(client: FlaskClient) -> None:
    whole = client.get("/api/v1/maps/9/sight?from=H5").json
    assert whole["from"] == "H5" and len(whole["seen"]) == 70
    assert set(whole["seen"]["C8"]) == {"hindrance", "certainty"}
    pair = client.get("/api/v1/maps/9/sight?from=h5&to=o10").json
    assert pair["kind"] == "blocked" and pair["seen"] is False
    assert pair["reasons"] and all(why["rule"] for why in pair["reasons"])
    back = client.get("/api/v1/maps/9/sight?from=O10&to=H5").json
    assert back["reasons"] == pair["reasons"]


@pytest.mark.parametrize(
    ("query", "code"), [("from=H5&to=H5", "SAME_HEX"), ("from=Z9", "NO_HEX"), ("to=H5", "HTTP_422")]
)
def test_what_does_not_fit_is_refused(client: FlaskClient, query: str, code: str) -> None:
    reply = client.get(f"/api/v1/maps/9/sight?{query}")
    assert reply.status_code == 422 and reply.json["code"].startswith(code)


def test_smoke_and_fire_that_lie_on_a_map(client: FlaskClient) -> None:
    where = "/api/v1/maps/12/sight?from=M9&to=M4"
    assert client.get(where).json["hindrance"] == 0
    assert client.get(f"{where}&smoke=M6%3D7").json["hindrance"] == 7
    assert client.get(f"{where}&blaze=M6,M7").json["seen"] is False
    assert client.get(f"{where}&smoke=M6%3D99").status_code == 422
