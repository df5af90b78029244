"""The wheel contains everything and runs without development tools."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("catalogs", "exports", "generator", "schemas", "web")
BUILD_FILES = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")
BUILD = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
HORAH = """
import sys
sys.path.insert(0, here := sys.argv.pop(1))
import web.cli
assert web.cli.__file__.startswith(here)
web.cli.main(prog_name="horah")
"""
DEV_PACKAGES = ("hypothesis", "mypy", "playwright", "pytest", "ruff", "schemathesis", "setuptools")
PAGES = (
    "/",
    "/battles/new",
    "/tables/new",
    "/catalogs",
    "/maps",
    "/combat",
    "/static/style.css",
    "/liveries.css",
)
FONT = "/static/fonts/Barlow-Regular.woff2"
TIMEOUT_SECONDS = 300  # seconds; only to end a process that hangs


def run(*command: str, cwd: Path, **environment: str) -> str:
    """Run a command and return its output; fail with the output."""
    said = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_SECONDS,
    )
    assert said.returncode == 0, said.stdout
    return said.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build from a copy, so that no earlier build gets in and nothing is left behind."""
    folder = tmp_path_factory.mktemp("source")
    for name in LAYERS:
        copytree(ROOT / name, folder / name, ignore=ignore_patterns("__pycache__"))
    for name in BUILD_FILES:
        (folder / name).write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-c", BUILD, cwd=folder)
    (built,) = (folder / "dist").glob("*.whl")
    return built


def files() -> Iterator[Path]:
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def test_wheel_contains_every_package_file(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        held = set(packed.namelist())
        lost = [path for path in files() if path.relative_to(ROOT).as_posix() not in held]
        changed = [
            path
            for path in files()
            if path not in lost and packed.read(path.relative_to(ROOT).as_posix()) != path.read_bytes()
        ]
        (scripts,) = (name for name in held if name.endswith("entry_points.txt"))
        assert (lost, changed) == ([], [])
        assert "horah = web.cli:main" in packed.read(scripts).decode()
        assert {name.split("/")[0] for name in held} - set(LAYERS) == {scripts.split("/")[0]}


def test_wheel_alone_generates_a_battle(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "unpacked")
    out = tmp_path / "out"
    horah = (sys.executable, "-I", "-c", HORAH, str(tmp_path / "unpacked"))
    said = run(*horah, "--lang", "es", "battle", "--seed", "1944", "--out", str(out), cwd=tmp_path)
    assert "1944" in said
    assert [path for path in out.rglob("*.pdf") if path.read_bytes().startswith(b"%PDF")]


@pytest.mark.soak
def test_wheel_runs_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    """Do what ``pipx install`` does: a new environment, the wheel, and its dependencies."""
    venv.create(tmp_path / "env", with_pip=True)
    python = str(tmp_path / "env" / "bin" / "python")
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", cwd=tmp_path)
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "-c",
        str(ROOT / "constraints.txt"),
        str(wheel),
        cwd=tmp_path,
    )
    there = run(python, "-m", "pip", "list", "--format", "freeze", cwd=tmp_path).lower()
    assert [name for name in DEV_PACKAGES if f"{name}==" in there] == []
    horah = str(tmp_path / "env" / "bin" / "horah")
    run(horah, "battle", "--out", "out", cwd=tmp_path)
    assert list((tmp_path / "out").rglob("*.pdf"))
    served(horah, tmp_path)


def served(horah: str, folder: Path) -> None:
    environment = {**os.environ, "HORAH_DATA": str(folder / "data"), "PYTHONUNBUFFERED": "1"}
    environment.pop("DATABASE_URL", None)
    command = [horah, "--lang", "en", "serve", "--port", "0"]
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        where = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert where
        for path in (*PAGES, FONT):
            with urlopen(where[0] + path, timeout=TIMEOUT_SECONDS) as answer:
                assert (answer.status, bool(answer.read())) == (200, True), path
    finally:
        server.terminate()
        server.communicate(timeout=TIMEOUT_SECONDS)
    assert server.returncode == 0
