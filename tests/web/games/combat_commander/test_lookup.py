"""Reference pages during play: tables by nation, year and roll; Support in play; device preferences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs.games.combat_commander import load
from generator.games.combat_commander.battle.make import make
from generator.games.combat_commander.battle.settings import Settings
from generator.games.combat_commander.support_in_play import RULES, in_play, years_of
from schemas.errors import HorahError
from tests.words import sentence
from web.cli import main

CATALOG = load()


@pytest.mark.parametrize(("lang", "radio"), [("en", "81 mm radio"), ("es", "81 mm")])
def test_germany_1944_roll_8(client: FlaskClient, lang: str, radio: str) -> None:
    """RS.3, RS.7: one click for nation and year, one for the roll."""
    client.set_cookie("lang", lang)
    assert 'href="/lookup/german/1944"' in client.get("/lookup").text
    year = client.get("/lookup/german/1944").text
    assert 'href="/lookup/german/1944?roll=8"' in year
    page = client.get("/lookup/german/1944?roll=8").text
    assert radio in page and page.count('<section class="sheet roll"') == 1 and "<svg" in page
    told = client.get("/api/v1/lookup/german/1944", query_string={"lang": lang}).json
    assert [row["roll"] for row in told["rows"]] == list(range(2, 13))
    assert any(radio in cell["name"] for cell in told["rows"][6]["support"])
    command = CliRunner().invoke(main, ["lookup", "german", "1944", "8"], env={"HORAH_LANG": lang})
    assert command.exit_code == 0 and radio in command.stdout and "\n   9" not in command.stdout


def test_every_order_of_battle_is_drawn(client: FlaskClient) -> None:
    """RS.5: the page of a formation shows a picture for each kind of counter it has."""
    for faction in CATALOG.factions:
        year = years_of(CATALOG, faction)[-1]
        one = next(
            ob for ob in CATALOG.orders_of_battle.values() if ob.faction == faction and year in ob.years
        )
        page = client.get(f"/lookup/{faction}/{year}/{one.id}").text
        assert page.partition('id="counters"')[2].count("<svg") >= len(one.counters)
    assert client.get("/lookup/german/1944/german:Z:company").status_code == 404
    assert client.get("/lookup/martian/1944").status_code == 404


def test_a_year_without_the_nation_is_told(client: FlaskClient) -> None:
    page = client.get("/lookup/american/1939")
    assert page.status_code == 422 and "1944" in page.text


def card() -> dict[str, Any]:
    return make(CATALOG, Settings(), "7.x").card()


@pytest.mark.parametrize("rule", RULES)
def test_support_in_play(rule: str) -> None:
    """A35.4, E59, E68: offers match year and nation and are not in play; radios only by E68."""
    found = card()
    side = next(one for one in ("axis", "allied") if found["sides"][one]["posture"] == "defend")
    for roll in range(2, 13):
        for one in in_play(CATALOG, found, side, rule, roll):  # type: ignore[arg-type]
            if not one.why:
                assert found["year"] in one.offer.years
                assert one.offer.kind != "radio" or (rule == "E68" and not found["sides"][side]["radio"])
            elif one.why == "mix":
                assert one.offer.pieces or one.offer.choices
    assert any(not one.why for roll in range(2, 13) for one in in_play(CATALOG, found, side, rule, roll))  # type: ignore[arg-type]


def test_what_is_in_play_cannot_come_again() -> None:
    found = card()
    side = "axis"
    offer = next(
        o for o in CATALOG.support.values() if o.faction == "german" and o.kind == "leader" and o.pieces
    )
    found["sides"][side] |= {"faction": "german", "nationality": None, "leaders": list(offer.pieces)}
    found["year"] = offer.years[0]
    whys = {one.offer.id: one.why for one in in_play(CATALOG, found, side, "E68", offer.roll)}
    assert whys[offer.id] == "mix"
    found["sides"][side]["leaders"] = []
    whys = {one.offer.id: one.why for one in in_play(CATALOG, found, side, "E68", offer.roll)}
    assert whys[offer.id] == ""


def test_of_two_leaders_in_a_cell_the_other_does_not_come() -> None:
    """RS.7: a bought leader excludes the other one; a leader from the order of battle does not."""
    found = card()
    offer = next(o for o in CATALOG.support.values() if o.choices)
    found["year"] = offer.years[0]
    one = offer.choices[0]
    force = {"faction": "german", "nationality": None}
    for where in (
        {"leaders": [], "support": [{"id": offer.id, "cost": offer.cost, "pieces": [one]}]},
        {"leaders": [one], "support": []},
    ):
        found["sides"]["axis"] |= force | where
        whys = {each.offer.id: each.why for each in in_play(CATALOG, found, "axis", "E68", offer.roll)}
        assert whys[offer.id] == ("pair" if where["support"] else "")


@pytest.mark.parametrize(
    ("rule", "roll", "words"), [("E60", 7, "E68"), ("E68", 13, "2 to 12"), ("A35.4", 7, "does not defend")]
)
def test_what_sends_nobody_to_the_table(rule: str, roll: int, words: str) -> None:
    found = card()
    found["sides"]["axis"]["posture"] = "attack"
    with pytest.raises(HorahError) as fault:
        in_play(CATALOG, found, "axis", rule, roll)
    assert words in sentence(fault.value)


def test_the_button_on_the_page_of_a_battle(client: FlaskClient) -> None:
    made = client.post("/battles", data={"seed": "7"})
    battle = made.location
    assert f'href="{battle}/support"' in client.get(battle).text
    form = {"side": "allied", "rule": "E68"}
    rolled = client.post(f"{battle}/support", data=form)
    assert rolled.status_code == 303 and "white=" in rolled.location
    assert 'id="drawn"' in client.get(rolled.location).text
    own = client.post(
        f"{battle}/support", data={**form, "white": "6", "coloured": "2"}, follow_redirects=True
    )
    assert "6 + 2" in own.text
    told = client.get(f"/api/v1{battle}/support?side=allied&rule=E68&roll=8&lang=en").json
    assert [cell["name"] in own.text for cell in told["open"]] == [True] * len(told["open"])


def test_support_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "card.json"
    file.write_text(json.dumps(card()))
    words = ["support", str(file), "--side", "allied", "--rule", "E68", "--dice", "6", "2"]
    told = CliRunner().invoke(main, words, env={"HORAH_LANG": "en"})
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith("6 + 2\nRoll 8")


def test_a_device_remembers_paper_maps_and_rules(client: FlaskClient) -> None:
    sent = {"lang": "es", "paper": "letter", "maps": ["1", "5"], "optional": ["V12"]}
    assert client.post("/settings", data=sent).status_code == 303
    page = client.get("/settings?kept=1").text
    assert 'lang="es"' in page and 'value="letter" checked' in page and 'value="V12" checked' in page
    new = client.get("/battles/new").text
    assert 'value="V12" checked' in new
    made = client.post("/battles", data={"seed": "7"}).location
    pdf = client.get(f"{made}/card.pdf").data
    assert b"612 792" in pdf  # Letter comes from the settings of the device
    client.post("/settings", data={"paper": "a4"})
    assert 'value="V12" checked' not in client.get("/settings").text


def test_a_pack_holds_no_secret_for_whom_it_is_not(client: FlaskClient) -> None:
    made = client.post("/battles", data={"seed": "7"}).location
    public = client.get(made).text.partition('id="link-public" readonly value="')[2].partition('"')[0]
    path = public.partition("//")[2].partition("/")[2].partition("?")[0]
    assert client.get(f"/{path}/pack.pdf").status_code == 200
    for seat in ("axis", "allied", "referee"):
        assert client.get(f"/{path}/pack.pdf?seat={seat}").status_code == 404
    odd = client.get(f"{made}/pack.pdf?sheet=banner")
    assert odd.status_code == 422 and "banner" in odd.text
