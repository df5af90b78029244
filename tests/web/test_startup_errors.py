"""Startup errors (database, port, folder, settings) are one sentence, never a traceback."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from web.cli import main

from .servers import ROOT, TIMEOUT_SECONDS

LONG = "n" * 300
DATABASES = {
    "newer": ("sqlite:///newer.db", "another version of Hora H"),
    "before 1.0": ("sqlite:///older.db", "another version of Hora H"),
    "corrupt": ("sqlite:///corrupt.db", "corrupt.db"),
    "cut": ("sqlite:///cut.db", "cut.db"),
    "no folder": ("sqlite:////proc/nowhere/x.db", "/proc/nowhere"),
    "no file": ("sqlite:////dev/null/x.db", "/dev/null"),
    "a long name": (f"sqlite:///{LONG}", "nnn"),
    "a long folder": (f"sqlite:///{LONG}/x.db", "nnn"),
    "not a database": ("sqlite:////proc/version", "/proc/version"),
    "unreachable": ("postgresql://nobody@127.0.0.1:1/none", "127.0.0.1"),
    "no such port": ("postgresql://127.0.0.1:99999/x", "99999"),
    "no such host": ("postgresql://no.such.host.invalid/x", "no.such.host"),
    "another driver": ("sqlite+aiosqlite:///x.db", "sqlite:///horah.db"),
    "another driver still": ("postgresql+asyncpg://x/y", "sqlite:///horah.db"),
    "nothing": ("://", "sqlite:///horah.db"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a good database and some damaged ones."""
    monkeypatch.chdir(tmp_path)
    assert horah("migrate", "--database", "sqlite:///good.db").exit_code == 0
    whole = Path("good.db").read_bytes()
    for name, revision in (("newer.db", "9999"), ("older.db", "0009")):
        Path(name).write_bytes(whole)
        with sqlite3.connect(name) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.close()
    Path("corrupt.db").write_bytes(whole[:100] + bytes(range(256)) * 30 + whole[100 + 256 * 30 :])
    Path("cut.db").write_bytes(whole[: len(whole) // 2])
    return tmp_path


def horah(*words: str, **more: str) -> Result:
    return CliRunner().invoke(main, words, env={"HORAH_LANG": "en", "HORAH_DEBUG": "", **more})


def told(result: Result) -> str:
    assert result.exit_code == 2, (result.exit_code, result.output, result.exception)
    assert "Traceback" not in result.output and result.stderr.strip()
    return result.stderr


@pytest.mark.parametrize("command", [("migrate",), ("migrate", "--tables"), ("serve", "--port", "0")])
@pytest.mark.parametrize("which", DATABASES)
def test_unusable_databases(folder: Path, command: tuple[str, ...], which: str) -> None:
    address, part = DATABASES[which]
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".db"}
    assert part in told(horah(*command, "--database", address))
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix == ".db"}
    assert {name: after[name] for name in before} == before


def test_unknown_database_version_in_spanish() -> None:
    result = horah("migrate", "--database", "sqlite:///older.db", HORAH_LANG="es")
    assert "otra versión de Hora H" in told(result) and len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("DATABASE_URL", "sqlite:///older.db", "another version of Hora H"),
        ("DATABASE_URL", "sqlite:////proc/nowhere/x.db", "/proc/nowhere"),
        ("HORAH_RATE", "-1", "HORAH_RATE"),
    ],
)
def test_gunicorn_reports_one_sentence(folder: Path, name: str, value: str, part: str) -> None:
    command = [sys.executable, "-m", "gunicorn", "--config", "python:web.http.gunicorn_conf"]
    command += ["--bind", "127.0.0.1:0", "--log-level", "critical", "web.app:create_app()"]
    environment = {
        **os.environ,
        "HORAH_LANG": "en",
        "DATABASE_URL": "sqlite:///good.db",
        "PYTHONPATH": str(ROOT),
    }
    result = subprocess.run(
        command,
        cwd=folder,
        env={**environment, name: value},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
    )
    assert result.returncode == 1 and "Traceback" not in result.stderr
    assert part in result.stderr and len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("which", DATABASES)
def test_unusable_databases_are_not_backed_up(which: str) -> None:
    told(horah("backup", "kept", "--database", DATABASES[which][0]))
    assert not Path("kept").exists()


@pytest.mark.parametrize("file", [LONG, "/proc/nowhere/kept", "/dev/null/kept", f"{LONG}/kept"])
def test_unwritable_backups(file: str) -> None:
    told(horah("backup", file, "--database", "sqlite:///good.db"))
    told(horah("restore", file, "--database", "sqlite:///good.db"))


@pytest.mark.skipif(os.geteuid() == 0, reason="whoever may do everything is kept out of no folder")
def test_read_only_folders(folder: Path) -> None:
    Path("closed").mkdir(mode=0o500)
    told(horah("migrate", "--database", "sqlite:///closed/x.db"))
    told(horah("backup", "closed/kept", "--database", "sqlite:///good.db"))
    Path("good.db").chmod(0o400)
    told(horah("serve", "--port", "0", "--database", "sqlite:///good.db"))


@pytest.mark.parametrize(
    "words",
    [
        ("--host", "999.1.1.1", "--port", "0"),
        ("--host", "no.such.host.invalid", "--port", "0"),
        ("--host", "a" * 300, "--port", "0"),
        ("--host", "a..b", "--port", "0"),
        ("--host", "::zz", "--port", "0"),
        ("--host", "1.2.3.4", "--port", "0"),
        ("--port", "70000"),
        ("--port", "-1"),
        ("--port", "1.5"),
        ("--port", "9" * 5000),
        ("--public", "http://" + "[" * 300),
    ],
)
def test_unusable_hosts_and_ports(words: tuple[str, ...]) -> None:
    told(horah("serve", *words, "--database", "sqlite:///good.db"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HORAH_LIMITS", "moon://x"),
        ("HORAH_LIMITS", "redis://127.0.0.1:1"),
        ("HORAH_RATE", "-1"),
        ("HORAH_RATE", "9" * 5000),
        ("HORAH_PROXIES", "9" * 5000),
        ("HORAH_HOSTS", "a b"),
        ("HORAH_PUBLIC", "x" * 300),
        ("HORAH_OVERLAY", LONG),
        ("HORAH_OVERLAY", "good.db"),
        ("HORAH_DATA", LONG),
        ("HORAH_DATA", "/proc/version"),
        ("DATABASE_URL", "\x01"),
    ],
)
def test_invalid_environment(name: str, value: str) -> None:
    own = {} if name in ("HORAH_DATA", "DATABASE_URL") else {"DATABASE_URL": "sqlite:///good.db"}
    told(horah("serve", "--port", "0", **{**own, name: value}))
