"""Wrong input that printing refuses with a sentence, and that leaves no file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.exports.games.combat_commander.cards import battle
from web.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "card.json").write_text(json.dumps(battle("refused-1", "referee")), encoding="utf-8")
    return tmp_path


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, ["print", *words])
    assert result.exit_code != 0 and "Traceback" not in result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("card.json", "--out", "card.docx"), "card.docx ends in .docx, but this is a .pdf file"),
        (("card.json", "--as", "forum", "--out", "post.pdf"), "this is a .txt file"),
        (("card.json", "--sheets", ""), "Name at least one sheet"),
        (("card.json", "--sheets", "foo"), "foo"),
        (("card.json", "--url", "http://localhost:8000/x"), "opens only on this computer"),
        (("card.json", "--out", "no/such/folder/card.pdf"), "There is no folder no/such/folder"),
    ],
)
def test_wrong_options(folder: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*words)
    assert [path.name for path in folder.iterdir()] == ["card.json"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda card: card.update(marker=-500),
            "/marker: The VP marker cannot be at -500: the track ends at 100",
        ),
        (
            lambda card: card["sides"]["axis"].update(faction="martian"),
            "/sides/axis/faction: There is no nation “martian”.",
        ),
        (
            lambda card: card["sides"]["axis"].update(leaders=["german:nobody"]),
            "/sides/axis/leaders/0: There is no counter “german:nobody”.",
        ),
    ],
)
def test_wrong_cards(folder: Path, change: Any, sentence: str) -> None:
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    change(card)
    (folder / "card.json").write_text(json.dumps(card), encoding="utf-8")
    assert sentence in refused("card.json")
    assert [path.name for path in folder.iterdir()] == ["card.json"]
