"""Broken files of every game: one sentence, no traceback, no output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.web.games.combat_commander.test_cli_broken_input import BROKEN
from web.cli import main

READERS: dict[str, tuple[str, ...]] = {
    "diary show": ("diary", "show", "FILE"),
    "diary figures": ("diary", "figures", "FILE"),
    "diary strike": ("diary", "strike", "FILE", "--number", "1"),
    "diary rematch": ("diary", "rematch", "FILE", "--number", "1"),
    "tournament show": ("tournament", "show", "FILE"),
    "tournament add": ("tournament", "add", "FILE", "Ana"),
    "tournament draw": ("tournament", "draw", "FILE"),
    "tournament undo": ("tournament", "undo", "FILE"),
    "tournament print": ("tournament", "print", "FILE", "--out", "made.pdf"),
    "document check": ("document", "check", "FILE"),
    "document print": ("document", "print", "FILE", "--out", "made.pdf"),
    "moderate unarchive": ("moderate", "unarchive", "FILE", "--database", "sqlite:///good.db"),
    "rehearse": ("rehearse", "FILE", "--times", "1"),
    "support": ("support", "FILE", "--side", "axis"),
    "kept battlefield": ("battle", "--kept-battlefield", "FILE", "--out", "made"),
    "combat show": ("combat", "show", "--file", "FILE"),
    "combat next": ("combat", "next", "--file", "FILE"),
    "combat check": ("combat", "check", "FILE"),
    "combat new": ("combat", "new", "FILE", "--file", "made.combat.json"),
    "grossdeutschland show": ("grossdeutschland", "show", "--file", "FILE"),
    "grossdeutschland next": ("grossdeutschland", "next", "--file", "FILE"),
    "schwerpunkt show": ("schwerpunkt", "show", "--file", "FILE"),
    "schwerpunkt next": ("schwerpunkt", "next", "--file", "FILE"),
    "schwerpunkt check": ("schwerpunkt", "check", "FILE"),
    "cassino show": ("cassino", "show", "--file", "FILE"),
    "cassino next": ("cassino", "next", "--file", "FILE"),
    "cassino owner data": ("owner-data", "thunder_at_cassino", "--box", "FILE", "--out", "made"),
}
MAY_BE_SAID_OF_IT = {"document check", "combat check", "schwerpunkt check"}  # what is wrong in it, on stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "directory").mkdir()
    for name, content in BROKEN.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("command", READERS)
def test_broken_files(folder: Path, command: str) -> None:
    """All broken files in one case, so that each command is loaded once."""
    for broken in BROKEN:
        before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
        words = [word.replace("FILE", broken) for word in READERS[command]]
        result = CliRunner().invoke(main, words, env={"HORAH_LANG": "en", "HORAH_DEBUG": ""})
        assert result.exit_code == 2, (broken, result.output)
        assert isinstance(result.exception, SystemExit), broken
        said = result.stderr + (result.stdout if command in MAY_BE_SAID_OF_IT else "")
        assert said.strip() and "Traceback" not in said, broken
        assert "Something went wrong inside Hora H" not in said, (broken, said)
        after = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
        assert after == before, broken


@pytest.mark.parametrize("game", ["combat", "grossdeutschland", "schwerpunkt", "cassino"])
@pytest.mark.parametrize("field", ["procedure", "format"])
def test_session_file_of_unknown_version_is_refused(folder: Path, game: str, field: str) -> None:
    """The message is one sentence and the file is unchanged."""
    path = folder / "play.json"

    def run(*words: str) -> Result:
        return CliRunner().invoke(main, ["--lang", "en", game, *words, "--file", path.name])

    assert run("new", "--seed", "1").exit_code == 0
    play = json.loads(path.read_text())
    play[field] = play[field].replace("/1", "/99")
    path.write_text(json.dumps(play))
    found = run("next")
    assert found.exit_code == 2 and found.stdout == ""
    said = found.stderr.strip()
    assert len(said.splitlines()) == 1
    assert (play["procedure"] if field == "procedure" else path.name) in said.lower()
    assert json.loads(path.read_text()) == play
