"""``horah serve``: output, addresses, settings and logs."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import click
import pytest
from click.testing import CliRunner

from exports.kit.qr import dark_modules
from web.cli import main
from web.commands import lan
from web.config import data_folder, from_environment

from .playing import open_table, play
from .servers import TIMEOUT_SECONDS, Wire

HORAH = [sys.executable, "-c", "from web.cli import main; main()"]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_serve_prints_its_url_and_logs_no_secret(tmp_path: Path, lang: str) -> None:
    environment = {
        **os.environ,
        "HORAH_DATA": str(tmp_path / "data"),
        "HORAH_PAGES": "0",
        "PYTHONUNBUFFERED": "1",
    }
    environment.pop("DATABASE_URL", None)
    server = subprocess.Popen(
        [*HORAH, "--lang", lang, "serve", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        assert {"es": "Hora H funciona en", "en": "Hora H is running at"}[lang] in said
        assert str(tmp_path / "data" / "horah.db") in said
        where = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert where
        wire = Wire(int(where[1]))
        company = open_table(wire)
        play(company)
        wire.get(f"/tables/{company.axis.link}")
        wire.get(f"/api/v1/nothing/{company.axis.link}")
        assert company.axis.get("/card.pdf").data.startswith(b"%PDF")
        assert (tmp_path / "data" / "horah.db").exists()
    finally:
        server.terminate()
        rest = server.communicate(timeout=TIMEOUT_SECONDS)[0]
    assert server.returncode == 0
    assert "Traceback" not in rest
    for secret in (company.axis.link, company.allied.link, company.referee.link):
        assert secret not in said + rest


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a machine has one address of its own")
def test_lan_address_and_qr_code(tmp_path: Path) -> None:
    """On a private test network, the address is printed, drawn, and used for links."""
    environment = {**os.environ, "HORAH_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
    environment.pop("DATABASE_URL", None)
    command = [*HORAH, "--lang", "en", "serve", "--lan", "--host", "127.0.0.2", "--port", "0"]
    server = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    try:
        assert server.stdout is not None
        server.stdout.readline()
        phones = server.stdout.readline()
        where = re.search(r"http://127\.0\.0\.2:(\d+)/", phones)
        assert where
        drawn = [
            server.stdout.readline().rstrip("\n") for _ in range(len(lan.draw_qr_code(where[0]).splitlines()))
        ]
        assert modules(drawn) == padded(dark_modules(where[0]))
        with urlopen(f"{where[0]}api/v1/healthz", timeout=TIMEOUT_SECONDS) as answer:
            assert answer.status == 200
    finally:
        server.terminate()
        server.communicate(timeout=TIMEOUT_SECONDS)
    assert server.returncode == 0


def modules(drawn: list[str]) -> list[list[bool]]:
    """Return the rows of a QR code from text lines, two in each."""
    rows: list[list[bool]] = []
    for line in drawn:
        rows += [[sign in "▀█" for sign in line], [sign in "▄█" for sign in line]]
    return rows


def padded(code: list[list[bool]]) -> list[list[bool]]:
    """Return a QR code with a white border and an even number of rows."""
    inner = [[*[False] * lan.QUIET_ZONE_MODULES, *row, *[False] * lan.QUIET_ZONE_MODULES] for row in code]
    white = [False] * len(inner[0])
    rows = [*[white] * lan.QUIET_ZONE_MODULES, *inner, *[white] * lan.QUIET_ZONE_MODULES]
    return [*rows, white] if len(rows) % 2 else rows


def test_qr_code_in_ascii() -> None:
    lines = click.unstyle(lan.draw_qr_code("http://192.168.1.7:8000/", "cp1252")).splitlines()
    rows = [[line[place] == "#" for place in range(0, len(line), 2)] for line in lines]
    inner = dark_modules("http://192.168.1.7:8000/")
    assert [
        row[lan.QUIET_ZONE_MODULES : -lan.QUIET_ZONE_MODULES]
        for row in rows[lan.QUIET_ZONE_MODULES : -lan.QUIET_ZONE_MODULES]
    ] == inner


def test_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = CliRunner().invoke(main, ["serve", "--port", port, "--database", f"sqlite:///{tmp_path}/x.db"])
    assert told.exit_code == 2
    assert port in told.output and "--port" in told.output


@pytest.mark.parametrize(
    ("database", "part"),
    [
        ("mysql://x/y", "sqlite:///horah.db"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "Cannot open the database"),
    ],
)
def test_database_error_hides_the_password(database: str, part: str) -> None:
    told = CliRunner().invoke(main, ["migrate", "--database", database])
    assert told.exit_code == 2
    assert part in told.output and "secret" not in told.output


def test_migrate(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["migrate", "--database", f"sqlite:///{tmp_path / 'x.db'}"])
    assert (told.exit_code, "up to date" in told.output) == (0, True)


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"HORAH_DATA": "here"}, "here"),
        ({"XDG_DATA_HOME": "there"}, "there/horah"),
        ({"HORAH_DATA": "here", "XDG_DATA_HOME": "there"}, "here"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="where other systems keep data is theirs")
def test_data_folder(environment: dict[str, str], folder: str) -> None:
    assert data_folder(environment) == Path(folder)
    assert from_environment(environment).database == f"sqlite:///{folder}/horah.db"


def test_database_from_environment() -> None:
    config = from_environment({"DATABASE_URL": "postgresql:///club", "HORAH_PROXIES": "1", "HORAH_RATE": "7"})
    assert (config.database, config.proxies, config.rate) == ("postgresql:///club", 1, 7)


def test_invalid_number_is_refused() -> None:
    from schemas.errors import HorahError

    with pytest.raises(HorahError, match="HORAH_RATE"):
        from_environment({"HORAH_RATE": "many"})
