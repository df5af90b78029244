"""The pages of a battle in French: home, details, battle, log and files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.apps import served
from web.config import Config
from web.games.whole_game import Page

ENGLISH = re.compile(
    r"\b(the|and|with|from|your|this|each|roll|player|choose|print|draws?|hill|units)\b", re.I
)
BATTLE = "{battle}"


@pytest.mark.parametrize(
    "path",
    ["/", "/battles/new", BATTLE, f"{BATTLE}?seat=axis", f"{BATTLE}?seat=referee", f"{BATTLE}/card.txt"],
)
def test_pages_of_a_battle(tmp_path: Path, path: str) -> None:
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0)) as app:
        client = app.test_client()
        battle = client.post("/battles", data={"seed": "french"}).headers["Location"]
        answer = client.get(
            path.format(battle=battle), headers={"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"}
        )
        assert answer.status_code == 200
        html = answer.mimetype == "text/html"
        assert not html or '<html lang="fr">' in answer.text
        lines = Page(answer.text).words if html else answer.text.splitlines()
        assert [line for line in lines if ENGLISH.search(line)] == []


def test_a_text_that_is_not_translated_is_english(tmp_path: Path) -> None:
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0)) as app:
        page = app.test_client().get("/tournaments", headers={"Accept-Language": "fr"})
        assert page.status_code == 200 and '<html lang="fr">' in page.text and ENGLISH.search(page.text)


def test_the_api_knows_the_language(tmp_path: Path) -> None:
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0)) as app:
        client = app.test_client()
        french = client.get("/api/v1/battles/unknown?lang=fr").get_json()["detail"]
        assert french.startswith("Il n'y a rien")
        refused = client.get("/api/v1/battles/unknown?lang=xx")
        assert refused.status_code == 422 and refused.get_json()["code"] == "BAD_LANGUAGE"
