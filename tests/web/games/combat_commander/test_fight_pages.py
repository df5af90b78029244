"""Ways into a fight and out of it: a film taken over, a campaign's battle that reports itself, the diary."""

from __future__ import annotations

from random import Random
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from catalogs.games.combat_commander import load
from exports.game import formatter
from generator.game import games
from generator.games.combat_commander.play.hints import make_hint
from tests.procedures import current
from tests.web.playing import open_table, play
from web.games.combat_commander.service.diary_facts import describe_address
from web.http.request_context import CONTEXT
from web.service import tables
from web.service.context import Context

SMALL = {"seed": "15", "settings": {"map": 1, "sizes": ["platoon"]}}


def begin(client: FlaskClient, **form: Any) -> str:
    """Send the form; return the link of the seat at the board."""
    response = client.post("/fights", data=form)
    assert response.status_code == 303, response.get_data(as_text=True)
    return response.headers["Location"].rsplit("/", 1)[1]


def text(response: TestResponse) -> str:
    assert response.status_code == 200
    return str(response.get_data(as_text=True))


def play_to_the_end(context: Context, link: str) -> dict[str, Any]:
    """Answer every question as a regular commander would; return the last state."""
    sitting = tables.enter(context, link)
    while True:
        with tables.view_table(context, sitting) as view:
            if view.live.session.finished:
                return view.state
            number, answer = view.live.number, make_hint(view.live.session, view.seat)["answer"]
        tables.answer(context, sitting, number, answer)


def test_a_film_is_taken_over_from_a_turn(client: FlaskClient) -> None:
    battle = client.post("/api/v1/battles", json=SMALL).get_json()["id"]
    job = client.post("/api/v1/rehearsals", json={"battle": battle, "times": 1}).get_json()["id"]
    assert f"/fights/new?film={job}" in text(client.get(f"/rehearsals/{job}/film?turn=3"))
    source = {"film": job, "fight": "0", "turn": "3"}
    assert 'name="turn" value="3"' in text(client.get("/fights/new", query_string=source))
    link = begin(client, **source, mine="axis", opponent="recruit")
    with client.application.app_context():
        context: Context = client.application.extensions[CONTEXT]
        state = tables.state(context, tables.enter(context, link))
    assert state["state"]["turn"]["number"] >= 3
    assert state["state"]["waiting"] == "axis"
    assert "fight-question" in text(client.get(f"/tables/{link}"))


def test_a_battle_of_a_campaign_reports_itself(client: FlaskClient) -> None:
    """The result waits for the other player's agreement; it is reported once."""
    company = open_table(client, "/api/v1/campaigns", procedure=current("normandy"))
    play(company, Random(3).randrange, until="battle_result")
    campaign = str(company.axis.link)
    assert f"/fights/new?campaign={campaign}" in text(client.get(f"/tables/{campaign}"))
    link = begin(client, campaign=campaign, mine="axis", opponent="recruit")
    again = client.get("/fights/new", query_string={"campaign": campaign})
    assert again.headers["Location"].endswith(f"/tables/{link}")
    context: Context = client.application.extensions[CONTEXT]
    over = play_to_the_end(context, link)["state"]["over"]
    page = text(client.get(f"/tables/{link}"))
    assert 'id="report-fight"' in page
    assert "odds-line" in page
    for _ in range(2):
        reported = client.post(f"/tables/{link}/fight/report")
        assert reported.headers["Location"].endswith(f"/tables/{campaign}")
    proposal = company.axis.state()["proposal"]
    assert proposal["value"]["winner"] == over["winner"]
    assert proposal["value"]["marker"] == over["marker"]
    match = games()["combat_commander"].match
    assert match is not None
    words = formatter(load(), "en")
    facts = describe_address(context, f"/tables/{tables.enter(context, link).table}", match, words)
    assert facts["winner"] == {"axis": "first", "allied": "second"}[over["winner"]]


def test_an_unknown_source_is_not_found(client: FlaskClient) -> None:
    for query in ("", "?battle=nothing", "?campaign=nothing", "?film=nothing", "?scenario=nothing"):
        assert client.get(f"/fights/new{query}").status_code == 404
    for path in ("signs/nothing", "counters/axis/german/nothing/front", "nothing/ground"):
        assert client.get(f"/fights/{path}.svg").status_code == 404
