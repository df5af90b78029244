"""Combat Commander's table pages do not answer for tables of other games."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from generator.game import list_procedures

OTHERS = [each.name for each in list_procedures() if each.game != "combat_commander"]
ADDRESSES = ("battles/1", "support", "support?side=axis&rule=A35.4&white=3&coloured=4", "report", "outlook")


@pytest.mark.parametrize("procedure", OTHERS)
def test_pages_of_another_game_are_not_here(client: FlaskClient, procedure: str) -> None:
    opened = client.post("/api/v1/tables", json={"procedure": procedure})
    assert opened.status_code == 201, opened.text
    for address in ADDRESSES:
        answer = client.get(f"/tables/{opened.json['id']}/{address}")
        assert answer.status_code == 404, (address, answer.status_code)
