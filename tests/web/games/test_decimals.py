"""Spanish decimals: every page and command of every game writes them with a comma."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from catalogs import load
from exports.game import formatter
from exports.games.combat_commander.messages import MessageFormatter
from exports.games.combat_commander.rehearsal import list_figures
from generator.games.combat_commander.rehearsal.outcome import Outcome
from generator.games.combat_commander.rehearsal.rehearse import RehearsalResult
from generator.games.combat_commander.rehearsal.summary import summarise
from tests.generator.games.schwerpunkt.battles import make_complete
from tests.web.apps import served
from web.cli import main
from web.config import Config

UNREAD = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.S)
POINT = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])(?:\s?%)?")
COMMA = re.compile(r"(?<![\w,])\d+,\d+(?![\w,])")

#: Pages on which numbers with decimals stand.
FIGURES = (
    "/odds?axis=german&year=1942",
    "/studies/winning",
    "/catalogs/terrain?game=combat_commander",
    "/grossdeutschland/odds",
    "/grossdeutschland/odds?what=barrage&distance=3",
    "/cassino/aids?what=fire&attack=6&infantry=4",
    "/cassino/aids?what=close&units=2&attacker=3",
    "/schwerpunkt/pace",
)
OTHERS = (
    "/",
    "/studies",
    "/grossdeutschland",
    "/cassino",
    "/combat",
    "/schwerpunkt",
    "/tournaments",
    "/guide",
)
SAID = (
    ["odds", "--axis", "german", "--year", "1942"],
    ["calc", "grossdeutschland", "attack"],
    ["grossdeutschland", "odds", "--column", "1-1"],
    ["grossdeutschland", "odds", "kursk"],
    ["calc", "thunder_at_cassino", "fire", "attack=6", "infantry=4"],
    ["calc", "schwerpunkt", "pace"],
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with served(Config(f"sqlite:///{tmp_path_factory.mktemp('d') / 'horah.db'}", rate=0)) as site:
        yield site.test_client()


@cache
def written() -> frozenset[str]:
    """Rule numbers, hexes and versions: what the catalogues write with a point themselves."""
    found: set[str] = set()

    def read(value: Any) -> None:
        if isinstance(value, str):
            found.update(re.findall(r"\d+\.\d+", value))
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            read(inner)

    for path in Path(str(files("catalogs"))).glob("data/**/*.json"):
        read(json.loads(path.read_text(encoding="utf-8")))
    return frozenset(found)


def pointed(text: str) -> list[str]:
    """The decimals with a point in it."""
    return [each for each in POINT.findall(text) if each not in written()]


def shown(client: FlaskClient, path: str) -> str:
    answer = client.get(path, headers={"Accept-Language": "es"}, follow_redirects=True)
    assert answer.status_code == 200, path
    assert '<html lang="es"' in answer.text, path
    return unescape(UNREAD.sub(" ", answer.text))


@pytest.mark.parametrize("path", FIGURES)
def test_on_pages(client: FlaskClient, path: str) -> None:
    text = shown(client, path)
    assert pointed(text) == []
    assert COMMA.search(text), "something was shown"


@pytest.mark.parametrize("path", OTHERS)
def test_and_where_few_numbers_stand(client: FlaskClient, path: str) -> None:
    assert pointed(shown(client, path)) == []


@pytest.mark.parametrize("words", SAID, ids=" ".join)
def test_at_the_terminal(words: list[str]) -> None:
    result = CliRunner().invoke(main, ["--lang", "es", *words])
    assert result.exit_code == 0, result.output
    assert pointed(result.output) == []
    assert COMMA.search(result.output)


def test_the_pace_of_a_battle_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "battle.json").write_text(json.dumps(make_complete()), encoding="utf-8")
    said = {}
    for lang in ("es", "en"):
        result = CliRunner().invoke(
            main, ["--lang", lang, "schwerpunkt", "pace", str(tmp_path / "battle.json")]
        )
        assert result.exit_code == 0, result.output
        said[lang] = result.output
    assert pointed(said["es"]) == [] and COMMA.search(said["es"])
    assert pointed(said["en"]), "English keeps its point"


def test_means_of_fights() -> None:
    outcomes = [
        Outcome("axis", "points", 5, turns, 60 + turns, {"axis": turns, "allied": 3}, {}, {}, {}, 0, 0)
        for turns in (6, 7)
    ]
    tables = load("combat_commander")
    voice = formatter(tables, "es")
    assert isinstance(voice, MessageFormatter)
    document = summarise(RehearsalResult("seed", 2, dict(enumerate(outcomes))))
    text = "\n".join(list_figures(document, voice))
    assert pointed(text) == [] and COMMA.search(text)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("es", ("3,67", "2", "12,5\N{NO-BREAK SPACE}%", "−0,5")), ("en", ("3.67", "2", "12.5%", "−0.5"))],
)
def test_the_formatter_writes_them(lang: str, told: tuple[str, ...]) -> None:
    voice = formatter(load("schwerpunkt"), lang)
    assert (
        voice.decimal(11 / 3, 2),
        voice.decimal(2.0),
        voice.percent(0.125),
        voice.decimal(-0.5).replace("-", "−"),
    ) == told
