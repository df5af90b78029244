"""Tests of ``horah campaign``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from catalogs.games.combat_commander import load
from generator.games.combat_commander.campaign.document import checksum
from tests.generator.games.combat_commander.campaign.test_gastadores import scenario_card
from web.cli import main

NAMES = ["stalingrad", "normandy", "gastadores"]
FILE = "x.campaign.json"
NO_SURVIVORS = '{"axis": [], "allied": []}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def horah(*words: str, lang: str = "en", typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["campaign", *words], input=typed, env={"HORAH_LANG": lang})


def good(*words: str, **more: Any) -> str:
    result = horah(*words, **more)
    assert result.exit_code == 0, (words, result.output, result.stderr)
    return result.stdout


def bad(*words: str, **more: Any) -> str:
    result = horah(*words, **more)
    assert result.exit_code == 2, (words, result.output)
    assert "Traceback" not in result.output
    return result.stderr


def commanded(name: str, *more: str) -> None:
    """Start a campaign in which commanders decide everything except results."""
    sides = ("--commander", "axis=random", "--commander", "allied=random")
    good("new", name, "--seed", "12.x", "--file", FILE, *sides, *more)


def report(winner: str, *more: str, name: str = "stalingrad") -> str:
    survivors = ("--survivors", NO_SURVIVORS) if name == "stalingrad" else ()
    return good(
        "report", "--winner", winner, "--ended", "surrender", "--initiative", winner, *survivors, *more
    )


def state() -> Any:
    return json.loads(good("show", "--json"))["state"]


def test_a_battle_from_the_commitment_to_the_next_position() -> None:
    assert "Sergeant Biermann" in good("new", "stalingrad", "--seed", "3", "--file", FILE)
    assert "Answered in secret: Axis player" in good("answer", "--seat", "axis", "1", "german:sgt_esser")
    assert "Biermann" not in good("next", "--seat", "allied")
    good("answer", "--seat", "allied", "-")
    for _ in range(20):
        asked = json.loads(good("next", "--json"))[0]
        if asked["ask"] == "battle_result":
            break
        good("answer", "1" if asked.get("least") else "-")
    assert state()["committed"]["axis"] == ["german:sgt_biermann", "german:sgt_esser"]
    assert "Rifle C" in good("card")
    report("axis")
    assert state()["history"][0]["winner"] == "axis"
    assert "Choose where the next battle is fought" in good("next")


def test_the_default_file_is_the_only_one_in_the_folder(folder: Path) -> None:
    assert "no *.campaign.json" in bad("show")
    good("new", "stalingrad")
    assert (folder / "stalingrad.campaign.json").exists()
    good("show")
    good("new", "normandy")
    assert "several campaigns" in bad("show")
    good("show", "--file", "normandy.campaign.json")


def test_a_file_is_never_overwritten_by_a_new_campaign(folder: Path) -> None:
    good("new", "stalingrad", "--file", FILE)
    before = (folder / FILE).read_bytes()
    assert "already" in bad("new", "normandy", "--file", FILE)
    assert (folder / FILE).read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_play_auto(name: str) -> None:
    text = good("play", name, "--auto", "--seed", "5")
    assert "The campaign is over" in text
    assert text == good("play", name, "--auto", "--seed", "5") != good("play", name, "--auto", "--seed", "6")


@pytest.mark.parametrize("dice", ["two", "fate"])
def test_play_auto_into_a_file(dice: str) -> None:
    good("play", "stalingrad", "--auto", "--seed", "5", "--dice", dice, "--file", FILE)
    assert state()["verdict"]
    assert "over" in bad("answer", "1")


def test_play_needs_auto_and_dice() -> None:
    assert horah("play", "stalingrad").exit_code == 2
    assert "set --dice to two or fate" in bad("play", "stalingrad", "--auto", "--dice", "typed")
    assert "--results to fought or random" in bad("play", "stalingrad", "--auto", "--results", "person")


def test_play_by_fights_or_by_chance_alone() -> None:
    fought, random = "simulated by the computer", "result drawn at random"
    text = good("play", "normandy", "--auto", "--seed", "4").replace("\n", " ")
    assert fought in text
    assert f"{random}: we don't have the terrain of map 42" in text
    text = good("play", "normandy", "--auto", "--seed", "4", "--results", "random").replace("\n", " ")
    assert fought not in text and random not in text  # random results were requested, so no note is needed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_command_in_both_languages(name: str, lang: str) -> None:
    commanded(name)
    report("axis", name=name)
    for words in (("show",), ("next",), ("record",), ("outlook",), ("card",), ("readings", name)):
        text = good(*words, lang=lang)
        assert text.strip() and "{" not in text.replace('{"', "")
    spanish = good("show", "--lang", "es")
    assert spanish != good("show", "--lang", "en")


def test_record_as_pdf(folder: Path) -> None:
    commanded("normandy")
    report("allied", name="normandy")
    good("record", "--out", "record.pdf", "--paper", "letter")
    assert (folder / "record.pdf").read_bytes().startswith(b"%PDF")


def test_cards_into_a_folder(folder: Path) -> None:
    commanded("stalingrad")
    good("card", "--out", "mine", "--seat", "axis")
    assert {path.stem for path in (folder / "mine").iterdir()} == {"axis", "card", "log", "map", "pull"}
    good("card", "--out", "cards")
    assert {path.name for path in (folder / "cards").iterdir()} >= {
        "card.pdf",
        "axis.pdf",
        "map.svg",
        "log.txt",
    }
    assert "Battle 4 is not ready" in bad("card", "--battle", "4")


def test_a_card_hides_the_secrets_of_the_other_seat() -> None:
    commanded("stalingrad")
    whole = json.loads(good("card", "--json"))
    seen = json.loads(good("card", "--json", "--seat", "axis"))
    if whole["objectives"]["secret"]["allied"]:
        assert seen["objectives"]["secret"]["allied"] == "hidden"
    assert seen["seed"] is None


def test_typed_dice() -> None:
    good("new", "stalingrad", "--dice", "typed", "--seed", "4", "--file", FILE)
    assert "Roll for the friendly edge" in good("next")
    assert "each 1 to 6" in bad("answer", "7", "1")
    good("answer", "4", "1")
    asked = json.loads(good("next", "--json"))
    assert {one["ask"] for one in asked} == {"commitment"}


def test_answers_as_json_and_from_a_file(folder: Path) -> None:
    good("new", "stalingrad", "--seed", "3", "--file", FILE)
    good("answer", "--seat", "axis", '["german:sgt_esser"]')
    (folder / "fist.json").write_text("[]")
    good("answer", "--seat", "allied", "@fist.json")
    assert state()["committed"]["axis"] == ["german:sgt_esser"]
    assert "cannot be read from line 1 on" in bad("answer", "{")
    assert "Cannot read nowhere.json" in bad("answer", "@nowhere.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("answer", "1"), "say who answers"),
        (("answer", "--seat", "axis", "german:cpt_wehling"), "pool"),
        (("answer", "--seat", "axis", "9"), "is not possible"),
        (("report", "--winner", "axis", "--ended", "exit", "--initiative", "axis"), "say who answers"),
        (("undo", "--yes"), "You can undo"),
        (("card",), "is not ready"),
        (("card", "--attach", FILE, "--scenario", "33"), "is not part of this campaign"),
        (("outlook", "--win", "2"), "from 0 to 1"),
        (("outlook", "--attack", "1/2", "--recon", "1/2", "--defend", "1/2"), "add up to 1"),
        (("show", "--file", "nothing.json"), "Cannot read nothing.json"),
        (("new", "stalingrad", "--file", "y.json", "--reading", "moon=full"), "There is no setting “moon”"),
        (("new", "stalingrad", "--file", "y.json", "--commander", "axis=napoleon"), "napoleon"),
        (("new", "stalingrad", "--file", "y.json", "--seed", "a b"), "seed"),
    ],
)
def test_refusals_are_sentences_and_change_nothing(folder: Path, words: tuple[str, ...], said: str) -> None:
    good("new", "stalingrad", "--seed", "3", "--file", FILE)
    before = (folder / FILE).read_bytes()
    assert said in bad(*words)
    assert (folder / FILE).read_bytes() == before
    assert not (folder / "y.json").exists()


def test_a_report_that_cannot_be_is_refused(folder: Path) -> None:
    commanded("stalingrad")
    before = (folder / FILE).read_bytes()
    words = ("--ended", "exit", "--marker", "-4", "--initiative", "axis", "--survivors", NO_SURVIVORS)
    assert "the Allies won" in bad("report", "--winner", "axis", *words)
    assert (folder / FILE).read_bytes() == before


def test_undo_asks_both_players(folder: Path) -> None:
    commanded("normandy")
    before = (folder / FILE).read_bytes()
    report("allied", name="normandy")
    after = (folder / FILE).read_bytes()
    assert horah("undo", typed="n\n").exit_code == 1
    assert (folder / FILE).read_bytes() == after
    good("undo", typed="y\n")
    assert (folder / FILE).read_bytes() == before


def test_yes_is_said_in_the_language_of_the_person(folder: Path) -> None:
    commanded("normandy")
    before = (folder / FILE).read_bytes()
    report("allied", name="normandy")
    asked = horah("undo", lang="es", typed="quizá\nSí\n")
    assert asked.exit_code == 0 and "[s/N]" in asked.stderr and "Responda «sí» o «no»." in asked.stderr
    assert (folder / FILE).read_bytes() == before


def test_a_correction_says_what_changes_and_waits_for_consent(folder: Path) -> None:
    commanded("normandy")
    for winner in ("allied", "axis", "allied"):
        report(winner, name="normandy")
    before = (folder / FILE).read_bytes()
    words = ("report", "--battle", "1", "--winner", "axis", "--ended", "surrender", "--initiative", "axis")
    refused = horah(*words, typed="n\n")
    assert refused.exit_code == 1 and "Battle 1, winner: Allies → Axis" in refused.stdout
    assert (folder / FILE).read_bytes() == before
    text = good(*words, "--yes")
    assert "next position" in text
    assert [past["winner"] for past in state()["history"]] == ["axis", "axis", "allied"]
    assert "Battle 9 has no result yet" in bad(*words[:2], "9", *words[3:])


def test_outlook() -> None:
    good("new", "normandy", "--seed", "3", "--file", FILE)
    seen = json.loads(good("outlook", "--win", "0.5", "--json"))
    assert {one["winner"]: one["chance"] for one in seen["victories"]} == {"axis": "1/2", "allied": "1/2"}
    assert "Axis: 100.0%" in good("outlook", "--win", "1")
    assert horah("outlook", "--win", "half").exit_code == 2


def test_gastadores_without_and_with_a_card_of_your_own(folder: Path) -> None:
    commanded("gastadores")
    assert "Changes to scenario 33" in good("card", "--out", "changes")
    assert "scenario 33" in (folder / "changes" / "changes.txt").read_text(encoding="utf-8")
    (folder / "33.json").write_text(json.dumps(scenario_card()))
    good("card", "--attach", "33.json", "--scenario", "33")
    card = json.loads(good("card", "--json"))
    assert card["source"]["campaign"] == "gastadores"
    (folder / "bad.json").write_text("{}")
    assert "cannot be attached" in bad("card", "--attach", "bad.json", "--scenario", "33")


def cut(text: str) -> str:
    return text[: len(text) // 2]


def edited(text: str) -> str:
    return text.replace('"marker": 0', '"marker": 7', 1)


def newer(text: str) -> str:
    document = {**json.loads(text), "format": "hora-h/campaign/2"}
    return json.dumps({**document, "checksum": checksum(document)})


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (cut, "is damaged at line"),
        (edited, "edited by hand"),
        (newer, "has format 2"),
        (lambda _: "", "is damaged at line"),
    ],
)
@pytest.mark.parametrize(
    "words",
    [
        ("show",),
        ("next",),
        ("answer", "-"),
        ("report", "--winner", "axis", "--ended", "exit", "--initiative", "axis", "--marker", "1"),
        ("undo", "--yes"),
        ("card",),
        ("record",),
        ("outlook",),
    ],
)
def test_a_spoilt_file_is_refused_and_left_as_it_is(
    folder: Path, words: tuple[str, ...], spoil: Any, said: str
) -> None:
    commanded("normandy")
    report("allied", name="normandy")
    spoilt = spoil((folder / FILE).read_text())
    (folder / FILE).write_text(spoilt)
    message = bad(*words)
    assert said in message and FILE in message
    assert (folder / FILE).read_text() == spoilt
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_copy_of_the_file_goes_on_by_itself(folder: Path) -> None:
    commanded("normandy")
    (folder / "copy.json").write_bytes((folder / FILE).read_bytes())
    report("allied", "--file", "copy.json", name="normandy")
    assert state()["history"] == []


def test_nothing_half_written_when_the_disk_refuses(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commanded("normandy")
    before = (folder / FILE).read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    words = ("--winner", "axis", "--ended", "surrender", "--initiative", "axis")
    assert "No space left" in bad("report", *words)
    monkeypatch.undo()
    assert (folder / FILE).read_bytes() == before
    assert [path.name for path in folder.iterdir()] == [FILE]


def asked_until(ask: str) -> None:
    """Give default answers until a certain question is asked."""
    for _ in range(40):
        asked = json.loads(good("next", "--json"))[0]
        if asked["ask"] == ask:
            return
        good("answer", "--seat", asked["seat"], "1" if asked.get("least") else "-")
    raise AssertionError(f"{ask} is never asked")


def test_points_are_named_by_their_number_and_not_by_a_place() -> None:
    """NO-C1.72: options of points are numbers, not list positions: the answer 1 spends one point."""
    good("new", "normandy", "--seed", "3.x", "--file", FILE)
    asked_until("american_armor")
    options = json.loads(good("next", "--json"))[0]["options"]
    assert options[:2] == ["0", "1"]
    lines = [line.strip() for line in good("next").splitlines()]
    assert ", ".join(options) in lines and "1  0" not in lines
    assert "is not possible" in bad("answer", str(len(options)))
    good("answer", "0")
    asked_until("german_armor")
    left = state()["assets"]["german_armor"]
    good("answer", "1")
    asked_until("battle_result")
    assert state()["assets"]["german_armor"] == left - 1


def test_a_scenario_is_named_by_its_own_number() -> None:
    good("new", "gastadores", "--seed", "3.x", "--file", FILE)
    report("axis", name="gastadores")
    good("answer", "choose")
    assert json.loads(good("next", "--json"))[0]["options"] == ["26", "105", "6"]
    assert "is not possible" in bad("answer", "1")
    good("answer", "6")
    asked_until("battle_result")
    assert state()["scenario"] == 6


def above(text: str) -> str:
    """Return the text before the first question."""
    return text.partition(" is asked: ")[0]


@pytest.mark.parametrize("dice", ["two", "fate"])
def test_what_was_drawn_stands_above_the_question(dice: str) -> None:
    """ST-C1.1, RS.4: edge, rubble and open chits are known when leaders are committed."""
    said = above(good("new", "stalingrad", "--seed", "5.x", "--dice", dice, "--file", FILE))
    log = json.loads(good("show", "--json", "--seat", "everyone"))["log"]
    edge = next(line["facts"]["edge"] for line in log if line.get("what") == "edge")
    assert f"Allies {edge}" in said
    rubble = [line["answer"] for line in log if line.get("ask") == "rubble_hex"]
    assert f"Rubble: {', '.join(rubble)}" in said and len(rubble) == 4
    assert f"Open objective chit: {next(x['answer'] for x in log if x.get('ask') == 'open_chit')}," in said
    assert "(O, map 37)" in said


def test_gastadores_shows_the_losers_resource_before_the_winner_decides() -> None:
    """La Campaña: the loser's resource comes first, because the winner's choice depends on it."""
    good("new", "gastadores", "--seed", "5.x", "--file", FILE)
    said = above(report("axis", name="gastadores"))
    log = json.loads(good("show", "--json"))["log"]
    resource = next(line["facts"]["resource"] for line in log if line.get("what") == "resource")
    found = load().campaigns["gastadores"].resources[resource]
    assert f"resource: {found.title['en']}. {found.summary['en']}" in said
    assert "rolled on the Resource table" in said


def test_only_what_just_happened_is_news() -> None:
    good("new", "stalingrad", "--seed", "3", "--file", FILE)
    good("answer", "--seat", "axis", "1")
    said = above(good("answer", "--seat", "allied", "-"))
    news = said.partition("So far:")[0]
    assert "committed Sergeant Biermann" in news and "rolled for the friendly edge" not in news
    assert "VP marker: " in said


@pytest.mark.parametrize("seat", ["axis", "allied", "everyone", "referee"])
@pytest.mark.parametrize("seed", ["3.x", "4.x", "5.x"])
def test_news_and_facts_keep_secrets(seed: str, seat: str) -> None:
    """A secret chit is shown to its own seat only, never in the view for everyone."""
    good("new", "stalingrad", "--seed", seed, "--file", FILE)
    entries = json.loads(good("show", "--json", "--seat", "referee"))["log"]
    said = above(good("next", "--seat", seat))
    secret = [line for line in entries if line.get("ask") == "secret_chit" and line.get("secret")]
    assert secret
    for line in secret:
        assert (f"Secret objective chit: {line['answer']}," in said) == (line["seat"] == seat)
    good("answer", "--seat", "axis", "german:sgt_biermann")
    assert "Biermann" not in good("next", "--seat", "allied")


@pytest.mark.parametrize(("lang", "words"), [("en", "broken or suppressed"), ("es", "aturdidas")])
def test_who_counts_as_a_survivor_is_told_where_the_report_is_asked(lang: str, words: str) -> None:
    """ST-C3.4: the clean-up comes before the count."""
    commanded("stalingrad")
    assert words in good("next", lang=lang)
    assert words in good("card", lang=lang)
    asked = json.loads(good("next", "--json"))[0]
    assert words in asked["context"]["clean_up"][lang]
    assert asked["form"]["properties"]["survivors"]["description"] == asked["context"]["clean_up"]["en"]


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_the_open_points_of_the_campaign_that_is_named(name: str) -> None:
    """Common settings are shown for all campaigns; open points only for the named campaign."""
    told, of_all = good("new", name, "--help"), good("new", "--help")
    own = {each.id for each in load().campaigns[name].settings.values() if len(each.choices) > 1}
    assert own and all(f"--{point.replace('_', '-')}" in told for point in own)
    assert "--axis-commander" in told and "--axis-commander" in of_all


def test_an_open_point_is_read_by_its_own_option() -> None:
    point = next(each for each in load().campaigns["stalingrad"].settings.values() if len(each.choices) > 1)
    other = next(choice for choice in point.choices if choice != point.default)
    option = f"--{point.id.replace('_', '-')}"
    good("new", "stalingrad", "--seed", "5", option, other, "--file", "a.campaign.json")
    good("new", "stalingrad", "--seed", "5", "--reading", f"{point.id}={other}", "--file", "b.campaign.json")
    assert Path("a.campaign.json").read_bytes() == Path("b.campaign.json").read_bytes()


def test_a_report_is_asked_one_thing_after_another() -> None:
    """RS.17, ST-C3.4: all units are alive unless changed, and the player confirms the report."""
    commanded("stalingrad")
    before = Path(FILE).read_bytes()
    how = [
        "1",
        "1",
        "5",
        "1",
        "2",
    ]  # Axis, Sudden Death, 5 on its side; the Allies hold the card
    assert "horah campaign report" in good("next")
    told = horah("report", typed="\n".join([*how, "y", "y", "n"]))
    assert told.exit_code == 0 and "no losses" in told.stderr
    assert Path(FILE).read_bytes() == before  # not confirmed
    fallen = ["y", "n", "1", "0"]
    told = horah("report", typed="\n".join([*how, *fallen, *[""] * 40]))
    assert told.exit_code == 0, told.stderr
    past = state()["history"][0]
    assert (past["winner"], past["marker"], past["initiative"]) == ("axis", 5, "allied")
    brought = state()["history"][0]["events"]["survivors"]
    assert brought["axis"] > 3 and brought["allied"] > 3

    quick = horah("report", "--battle", "1", "--yes", typed="\n\n6\n\n\n\n\n\n")
    assert quick.exit_code == 0, quick.stderr  # Enter keeps all units alive
    assert state()["history"][0]["events"]["survivors"] == brought

    # A correction asks the same questions, with the earlier answers as defaults.
    again = horah("report", "--battle", "1", "--yes", typed="\n".join(["", "", "7", "", "", "y", "y", "y"]))
    assert again.exit_code == 0, again.stderr
    assert state()["history"][0]["marker"] == 7
