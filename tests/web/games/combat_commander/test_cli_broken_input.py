"""Broken input for every command: a message on stderr, no traceback, no file lost or created."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from catalogs.games.combat_commander import load
from generator.games.combat_commander.campaign.document import write_text
from generator.games.combat_commander.campaign.play import start_campaign
from generator.games.combat_commander.campaign.settings import CampaignSettings
from web import cli
from web.cli import main

CAMPAIGN = "begun.campaign.json"
BEGUN = write_text(start_campaign(load(), "gastadores", "1942.fate", CampaignSettings(dice="fate")))

BROKEN: dict[str, bytes | None] = {
    "missing": None,
    "directory": None,
    "empty": b"",
    "binary": b"\x00\xff\xfe\x80" * 50,
    "cut": b'{"format": "hora-h/card/1", "sides',
    "list": b"[]",
    "number": b"7",
    "null": b"null",
    "text": b'"card"',
    "nothing": b"{}",
    "deep": b"[" * 200_000,
    "nan": b"NaN",
    "figures": b"9" * 6000,
    "shape": json.dumps({"format": [], "transcript": 7, "sides": [], "cards": 3, "seed": {}}).encode(),
    "card": b'{"format": "hora-h/card/1"}',
    "campaign": b'{"format": "hora-h/campaign/1"}',
    "backup": b'{"format": "hora-h/backup/1"}\n7\n["tables", []]\n',
    "surrogate": b'{"\\ud800": "\\ud800"}',
}
READERS: dict[str, tuple[str, ...]] = {
    "print": ("print", "FILE", "--out", "made.pdf"),
    "scenario check": ("scenario", "check", "FILE"),
    "scenario price": ("scenario", "price", "FILE"),
    "scenario fix": ("scenario", "fix", "FILE", "--out", "made.json"),
    "scenario handicap": ("scenario", "handicap", "FILE", "--side", "axis", "--out", "made.json"),
    "scenario print": ("scenario", "print", "FILE", "--out", "made"),
    "scenario diff": ("scenario", "diff", "hill-236", "FILE"),
    "verify": ("verify", "FILE"),
    "restore": ("restore", "FILE", "--database", "sqlite:///made.db"),
    "catalog overlay": ("catalog", "check", "--overlay", "FILE"),
    "overlay": ("--overlay", "FILE", "catalog", "list"),
    "campaign show": ("campaign", "show", "--file", "FILE"),
    "campaign next": ("campaign", "next", "--file", "FILE"),
    "campaign answer": ("campaign", "answer", "1", "--file", "FILE"),
    "campaign answer @": ("campaign", "answer", "@FILE", "--file", CAMPAIGN),
    "campaign undo": ("campaign", "undo", "--yes", "--file", "FILE"),
    "campaign card": ("campaign", "card", "--file", "FILE"),
    "campaign attach": ("campaign", "card", "--attach", "FILE", "--scenario", "33", "--file", CAMPAIGN),
    "campaign record": ("campaign", "record", "--file", "FILE"),
    "campaign outlook": ("campaign", "outlook", "--file", "FILE"),
}
FOLDERS = {("catalog overlay", "directory"), ("overlay", "directory")}  # an empty folder is a valid overlay
MAY_BE_WHOLE = {"scenario check": 2, "scenario fix": 0, "scenario diff": 0}  # these accept a card with errors


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "directory").mkdir()
    for name, content in BROKEN.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
    (tmp_path / CAMPAIGN).write_text(BEGUN, encoding="utf-8")
    yield tmp_path


def horah(*words: str, lang: str = "en", **more: str) -> Result:
    return CliRunner().invoke(main, words, env={"HORAH_LANG": lang, "HORAH_DEBUG": "", **more})


def sentence(result: Result) -> str:
    """Return the error message; check that it is not a traceback or an unexpected exception."""
    assert result.exit_code == 2, (result.exit_code, result.output)
    assert isinstance(result.exception, SystemExit)
    said = result.stderr.strip()
    assert said and "Traceback" not in said
    return said


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("command", READERS)
def test_broken_files(folder: Path, command: str, broken: str) -> None:
    if (command, broken) in FOLDERS:
        pytest.skip("an empty folder is an overlay of nothing")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    words = [word.replace("FILE", broken) for word in READERS[command]]
    result = horah(*words)
    if command in MAY_BE_WHOLE and broken == "card":
        assert result.exit_code == MAY_BE_WHOLE[command], result.output
        return
    sentence(result)
    after = {
        path.name: path.stat().st_mtime_ns for path in folder.iterdir() if not path.name.startswith("made.db")
    }
    assert after == before


WORDS: list[tuple[str, ...]] = [
    ("nonsense",),
    ("--lang", "xx", "battle"),
    ("--overlay", "nowhere", "battle"),
    ("battle", "--seed", "a b"),
    ("battle", "--axis", "martian"),
    ("battle", "--year", "1815"),
    ("battle", "--year", "soon"),
    ("battle", "--size", "army"),
    ("battle", "--quality", "elite"),
    ("battle", "--quality", "axis=golden"),
    ("battle", "--map", "999"),
    ("battle", "--map", "9" * 5000),
    ("battle", "--map", "moon"),
    ("battle", "--edition", "first"),
    ("battle", "--commander", "axis=napoleon"),
    ("battle", "--commander", "napoleon"),
    ("battle", "--out", "empty"),
    ("battle", "--out", "-"),
    ("catalog", "show", "moon"),
    ("print", "9" * 5000),
    ("print", "hill-236", "--sheets", "moon", "--out", "made.pdf"),
    ("print", "hill-236", "--out", "directory"),
    ("print", "hill-236", "--out", "empty/made.pdf"),
    ("scenario", "new", "empty"),
    ("scenario", "new", "made.json", "--axis", "martian"),
    ("scenario", "new", "made.json", "--map", "999"),
    ("scenario", "new", "made.json", "--year", "-5"),
    ("scenario", "from-battle", "--seed", "a b"),
    ("scenario", "from-battle", "--seed", "1", "--axis", "martian"),
    ("scenario", "handicap", "hill-236", "--side", "nobody"),
    ("scenario", "handicap", "hill-236"),
    ("scenario", "handicap", "hill-236", "--side", "axis", "--rehearsed"),
    ("scenario", "fill", "number", "--seed", "1"),
    ("scenario", "fill", "missing", "--seed", "1"),
    ("migrate", "--database", "moon"),
    ("migrate", "--database", "sqlite:///binary"),
    ("backup", "made", "--database", "sqlite:///binary"),
    ("backup", "made", "--database", "sqlite:///directory"),
    ("backup", "made", "--database", "postgresql://nobody@127.0.0.1:1/none"),
    ("backup", "directory", "--database", "sqlite:///made.db"),
    ("restore", "backup", "--database", "sqlite:///directory"),
    ("serve", "--port", "70000"),
    ("serve", "--database", "sqlite:///directory"),
    ("campaign", "new", "moon"),
    ("campaign", "new", "normandy", "--file", "directory"),
    ("campaign", "new", "normandy", "--file", "empty/made.json"),
    ("campaign", "new", "normandy", "--file", "9" * 5000),
    ("campaign", "new", "normandy", "--reading", "moon"),
    ("campaign", "card", "--battle", "99"),
    ("campaign", "card", "--battle", "0"),
    ("campaign", "card", "--battle", "-1"),
    ("campaign", "card", "--battle", "many"),
    ("campaign", "card", "--attach", "nothing"),
    ("campaign", "card", "--out", "-"),
    ("campaign", "record", "--out", "directory"),
    ("campaign", "undo", "0", "--yes"),
    ("campaign", "undo", "-1", "--yes"),
    ("campaign", "undo", "999", "--yes"),
    ("campaign", "outlook", "--win", "1/0"),
    ("campaign", "outlook", "--win", "nan"),
    ("campaign", "outlook", "--automatic", "7"),
    ("campaign", "outlook", "--margin", "-1"),
    ("campaign", "answer", ""),
    ("campaign", "answer", "{"),
    ("campaign", "answer", "9" * 5000),
    ("campaign", "answer", '{"winner": []}'),
    ("campaign", "report", "--winner", "axis", "--ended", "exit", "--initiative", "axis", "--survivors", "["),
    ("campaign", "report", "--winner", "axis", "--ended", "exit", "--initiative", "axis", "--survivors", "7"),
    ("campaign", "report", "--winner", "axis", "--ended", "exit", "--initiative", "axis", "--battle", "77"),
]


@pytest.mark.parametrize("words", WORDS, ids=lambda words: " ".join(words)[:60])
def test_broken_words(folder: Path, words: tuple[str, ...]) -> None:
    campaign = (folder / CAMPAIGN).read_bytes()
    sentence(horah(*words))
    assert (folder / CAMPAIGN).read_bytes() == campaign


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_nobody_foresaw_gets_a_sentence_and_a_way_to_see_more(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr(cli.Session, "catalog", broken)
    result = horah("battle", lang=lang)
    assert result.exit_code == 3
    assert "--debug" in result.stderr and "Traceback" not in result.stderr and "secret" not in result.stderr
    assert ("ha fallado" if lang == "es" else "went wrong") in result.stderr
    assert isinstance(horah("--debug", "battle").exception, KeyError)
    assert isinstance(horah("battle", HORAH_DEBUG="1").exception, KeyError)


STANDARD: list[tuple[str, ...]] = [
    ("scenario", "from-battle", "--seed", "1", "--out", "-"),
    ("scenario", "fix", "hill-236", "--out", "-"),
    ("scenario", "fix", "hill-236", "--all", "--out", "-"),
    ("scenario", "handicap", "hill-236", "--side", "axis", "--out", "-"),
    ("scenario", "fill", "nothing", "--seed", "1", "--out", "-"),
    ("scenario", "new", "-"),
]


@pytest.mark.parametrize("words", STANDARD, ids=" ".join)
def test_a_dash_is_standard_output(folder: Path, words: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    result = horah(*words)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["format"] == "hora-h/card/1"
    assert sorted(Path().iterdir()) == before


@pytest.mark.parametrize(
    "words", [("print", "hill-236", "--out", "-"), ("campaign", "record", "--out", "-")], ids=" ".join
)
def test_a_pdf_goes_to_standard_output_too(folder: Path, words: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    result = horah(*words)
    assert result.exit_code == 0 and result.stdout_bytes.startswith(b"%PDF")
    assert sorted(Path().iterdir()) == before
