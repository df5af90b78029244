"""Tests of the game's pages: battles, odds, aids, files, and a table with forms."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from generator.games.grossdeutschland.procedure import PLAY
from tests.web.playing import all_seats

BATTLES = ("kursk", "akhtyrka", "mischurin_rog", "lutchessa")


def text(client: FlaskClient, path: str, lang: str = "en") -> str:
    found = client.get(path, headers={"Accept-Language": lang})
    assert found.status_code == 200
    return found.get_data(as_text=True)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_page_speaks(client: FlaskClient, lang: str) -> None:
    pages = ["", "/odds", *(f"/{name}" for name in BATTLES), *(f"/{name}/aids?seed=7" for name in BATTLES)]
    for path in pages:
        page = text(client, f"/grossdeutschland{path}", lang)
        assert not re.search(r">[^<]*\b(page|sheet|field|chip)\.[a-z_]+\b[^<]*<", page)
        assert "german:" not in page and "soviet:" not in page


def test_the_incomplete_battle_says_so(client: FlaskClient) -> None:
    page = text(client, "/grossdeutschland")
    assert page.count(">Incomplete<") == 1
    assert "all reinforcements, if any" in page


def test_odds_of_an_attack(client: FlaskClient) -> None:
    page = text(client, "/grossdeutschland/odds?attack=10&defence=2")
    assert "Column 5-1" in page
    assert "41.7 %" in page  # DE: totals 2 to 6, 15/36
    refused = text(client, "/grossdeutschland/odds?attack=x&defence=2")
    assert "“x”" in refused
    assert "Column" in text(client, "/grossdeutschland/odds?column=3-1&weather=nonsense")


def test_the_combat_table_stands_on_the_page_of_odds(client: FlaskClient) -> None:
    """10.1: the table is as printed, with doubtful cells marked."""
    page = text(client, "/grossdeutschland/odds")
    assert (
        "Combat results table" in page
        and "AC*" in page
        and "printed SC, but its neighbours suggest AC" in page
    )


def test_a_strip_without_turns_is_no_empty_table(client: FlaskClient) -> None:
    """20.0: the first and the last turn of the third battle are unknown."""
    assert "<tbody></tbody>" not in text(client, "/grossdeutschland/mischurin_rog")


def test_odds_of_the_cup(client: FlaskClient) -> None:
    page = text(client, "/grossdeutschland/odds?what=cup&battle=kursk&first=1Gr&before=1Rif,2Rif")
    assert "33.3 % (1/3)" in page and "45 % (9/20)" in page
    later = "/grossdeutschland/odds?what=cup&battle=kursk&drawn=1Rif&first=1Gr&before=1Rif"
    assert "1Gr (Germans) before 1Rif (Soviets): 0 % (0)." in text(client, later)
    refused = client.get("/grossdeutschland/odds?what=cup&battle=kursk&first=9Zz")
    assert refused.status_code == 422 and "9Zz" in refused.get_data(as_text=True)


def test_aids_are_labelled_and_the_same_for_a_seed(client: FlaskClient) -> None:
    one, other = (text(client, "/grossdeutschland/lutchessa/aids?seed=7") for _ in range(2))
    assert "Unofficial" in one
    assert one == other != text(client, "/grossdeutschland/lutchessa/aids?seed=8")
    assert 'role="alert"' in text(client, "/grossdeutschland/lutchessa/aids?seed=%20")


@pytest.mark.parametrize(
    ("file", "start"),
    [("card.pdf", b"%PDF"), ("card.txt", b"Kursk"), ("card.md", b"# Kursk"), ("card.json", b"{")],
)
def test_files(client: FlaskClient, file: str, start: bytes) -> None:
    found = client.get(f"/grossdeutschland/kursk/files/{file}")
    assert found.status_code == 200
    assert found.data.startswith(start)


@pytest.mark.parametrize(
    "path", ["/berlin", "/berlin/aids", "/berlin/files/card.pdf", "/kursk/files/log.txt", "/kursk/files/x"]
)
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(f"/grossdeutschland{path}").status_code == 404


class Player:
    """Player at a table who fills in forms."""

    def __init__(self, client: FlaskClient, link: str) -> None:
        self.client, self.link = client, link

    @property
    def page(self) -> str:
        return text(self.client, self.link)

    def send(self, status: int = 303, **form: Any) -> str:
        number = re.search(r'name="number" value="([^"]*)"', self.page)
        assert number
        answer = self.client.post(self.link, data={"number": number[1], **form})
        assert answer.status_code == status, answer.get_data(as_text=True)
        return answer.get_data(as_text=True)


def seated(client: FlaskClient, **settings: str) -> tuple[Player, Player]:
    page = text(client, f"/tables/new?procedure={PLAY.name}&battle=lutchessa")
    assert re.search(r'value="lutchessa"[^>]*checked', page)
    settings = {"battle": "lutchessa", "mode": "strict", **settings}
    form = {"procedure": PLAY.name}
    given = {f"has-{name}": "1" for name in (*settings, "supply")}  # supply is not ticked
    opened = client.post("/tables", data={**form, **given, **settings})
    links = all_seats(client, opened)
    german, soviet = links["german"], links.get("soviet", links["german"])  # one link for both when alone
    return Player(client, f"/tables/{german}"), Player(client, f"/tables/{soviet}")


def test_a_turn_by_forms(client: FlaskClient) -> None:
    german, soviet = seated(client)
    assert "weather modifier" in german.page
    german.send(answer="-3")
    assert "Sunny" in soviet.page
    soviet.send(answer="soviet:2Tk")
    soviet.send(answer="B")
    assert "2Tk (Soviets): What does the formation do?" in soviet.page
    soviet.send(answer="attack")
    refused = soviet.send(422, attack="12")
    assert "enter both strengths or the column." in refused
    soviet.send(attack="12", defence="5", terrain="1 +2", forts="trench", engineers="1")
    for _ in range(2):
        for player in (soviet, german):
            if 'name="modifier"' in player.page:
                player.send(modifier="2", title="other", cancels="none")
    assert "Cancel the fortification with a black chit?" in soviet.page  # Retreated takes a trench
    soviet.send(answer="none")
    log = text(client, soviet.link)
    assert "Column 3-1" in log
    assert "terrain +1" in log  # 2 halved; 1 and the trench cancel out (16.0)


def test_who_never_enters_the_map_is_offered_no_attack(client: FlaskClient) -> None:
    """18.4: 2Art of Kursk fires from off the map, and cannot attack, occupy or leave."""
    german, _ = seated(client, battle="kursk")
    german.send(answer="0")
    german.send(answer="german:2Art")
    assert "This formation stays off the map" in german.page
    offered = set(re.findall(r'name="answer" value="([^"]+)"', german.page))
    assert {"done", "pass", "barrage"} <= offered
    assert not {"attack", "occupy", "exit", "fire"} & offered
    german.send(answer="done")


def test_the_odds_stand_beside_the_table(client: FlaskClient) -> None:
    german, _ = seated(client)
    german.send(answer="0")
    assert "Column 2-1" in text(client, f"{german.link}?attack=4&defence=2")


def test_the_odds_at_a_table_are_read_as_the_table_reads_them(client: FlaskClient) -> None:
    """10.1, 10.8: the settings round down and give a third die across a bridge."""
    query = "?attack=5&defence=2&across=bridge&lang=en"
    german, _ = seated(client)
    assert "Column 3-1</b>, 2d6 +1" in client.get(german.link + query).text
    german, _ = seated(client, odds="down", bridge="three_dice")
    assert "Column 2-1</b>, 3d6 +0" in client.get(german.link + query).text


def test_what_cannot_be_chosen_is_refused_in_words(client: FlaskClient) -> None:
    page = text(client, "/grossdeutschland/odds?column=3-1&slot=tea", "es")
    assert "«tea» no es una de las opciones: mañana, día, tarde, noche." in page


def test_the_index_tells_of_the_draw(client: FlaskClient) -> None:
    assert "5 VP is a draw" in text(client, "/grossdeutschland")


def test_one_link_answers_for_both_at_a_table_for_one(client: FlaskClient) -> None:
    german, _ = seated(client, players="one")
    german.send(answer="0")
    german.send(answer="soviet:Rcn")
    german.send(answer="A")
    german.send(answer="done")
    german.send(answer="soviet:1Mot")
    client.post(f"{german.link}/undo", data={"answers": "1"})
    assert "Choose the HQ chit" in german.page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("what=move&class=foot&move=6&terrain=clear&minefield=1", "The cost is 4; the unit has 6 movement"),
        ("what=move&class=wheeled&move=8&terrain=wood", "The cost is the whole movement"),
        ("what=move&class=wheeled&move=8&terrain=forest", "The unit cannot enter."),
        ("what=move&class=tracked&move=8&terrain=clear", "We do not have this cost"),
        ("what=stack&full=4&spent=1", "They do not fit: 4½, but the limit is 4."),
        ("what=fire&distance=3&defence=4&slot=night", "There is no direct fire"),
    ],
)
def test_what_the_rules_work_out(client: FlaskClient, query: str, words: str) -> None:
    page = client.get(f"/grossdeutschland/odds?lang=en&{query}").text
    assert words in page
    assert 'name="terrain" value=""' in page, "one form does not fill in another"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_small_action_is_shown_printed_and_played(client: Any, lang: str) -> None:
    """Page, file, sheets, API and table have the same action, and say that it is a house rule."""
    language = {"Accept-Language": lang}
    page = client.get("/grossdeutschland/kursk/aids?seed=7", headers=language).text
    assert {"en": "Small action", "es": "Acción pequeña"}[lang] in page
    assert {"en": "house rule", "es": "regla de la casa"}[lang] in page
    action = client.get("/grossdeutschland/kursk/files/card.json?seed=7&action=1").json
    assert action["source"] == "action"
    text = client.get(f"/grossdeutschland/kursk/files/card.txt?seed=7&action=1&lang={lang}").text
    assert {"en": "house rule", "es": "regla de la casa"}[lang] in text
    asked = {"fields": {"battle": "kursk", "seed": "7"}}
    assert client.post("/api/v1/aids/grossdeutschland/action", json=asked).json["document"] == action
    played = client.post("/grossdeutschland/kursk/action/play", data={"seed": "7"})
    assert played.status_code == 303
    assert client.get(played.headers["Location"], headers=language).status_code == 200
