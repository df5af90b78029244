"""A game that ``horah game new`` writes, built as a wheel and installed: it works as one in the folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.games import toy
from web.cli import main

ROOT = Path(__file__).resolve().parent.parent
BUILD = "from setuptools.build_meta import build_wheel; print(build_wheel('dist'))"
PIP_INSTALL = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")
HORAH = "from web.cli import main; main(prog_name='horah')"
GUIDE = ROOT / "docs" / "adding-a-game.md"
#: Run elsewhere: the package that ``game new`` writes has a test below, the server has its own tests.
NOT_RUN_HERE = ("horah game new", "horah game check pebbles", "horah serve")
LANE_EACH_ROUND = "1\n" * 20  # answers for the one command that asks at the keyboard
TIMEOUT_SECONDS = 300  # only to end a process that hangs


def run(*command: str, cwd: Path, path: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": path, "HORAH_LANG": "en"}
    result = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_SECONDS,
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    made = CliRunner().invoke(main, ["--lang", "en", "game", "new", "pebbles", "--out", str(folder)])
    assert made.exit_code == 0, made.output
    return folder / "pebbles"


def test_commands_of_the_guide_work_in_order(
    toy_game: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [line.strip() for line in GUIDE.read_text(encoding="utf-8").splitlines() if line[:4] == "    "]
    commands = [line for line in lines if line.startswith("horah ") and not line.startswith(NOT_RUN_HERE)]
    assert f"pip install -e {Path(toy.__file__).parent.relative_to(ROOT)}" in lines
    assert len(commands) > 10
    monkeypatch.chdir(tmp_path)
    for command in commands:
        asked = CliRunner().invoke(main, command.split()[1:], input=LANE_EACH_ROUND)
        assert asked.exit_code == 0, (command, asked.output)


def test_installed_package_is_a_game(package: Path, tmp_path: Path) -> None:
    """Its own tests run the whole-game check; the source is not on the path."""
    run("-c", BUILD, cwd=package)
    (wheel,) = (package / "dist").glob("*.whl")
    installed = tmp_path / "installed"
    run(*PIP_INSTALL, "--target", str(installed), str(wheel), cwd=tmp_path)
    path = os.pathsep.join((str(ROOT), str(installed)))
    assert "No faults found." in run(
        "-c", HORAH, "catalog", "check", "--game", "pebbles", cwd=tmp_path, path=path
    )
    first, second = (
        run("-c", HORAH, "play", "pebbles", "--auto", "--seed", "7", cwd=tmp_path, path=path)
        for _ in range(2)
    )
    assert first == second and "Pebbles" in first
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_pebbles.py").write_bytes((package / "tests" / "test_pebbles.py").read_bytes())
    assert "3 passed" in run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests), cwd=tmp_path, path=path
    )


@pytest.mark.parametrize("name", ["Pebbles", "a", "two words", "combat_commander"])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["--lang", "en", "game", "new", name, "--out", str(tmp_path)])
    assert result.exit_code == 2 and not list(tmp_path.iterdir())
