"""``horah serve`` as a person starts it, and what it leaves in logs."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from web.cli import main
from web.config import data_folder, from_environment

from .playing import open_table, play
from .servers import PATIENCE, Wire

HORAH = [sys.executable, "-c", "from web.cli import main; main()"]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_serve_prints_where_it_is_and_keeps_no_secret_in_its_logs(tmp_path: Path, lang: str) -> None:
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
        assert {"es": "Hora H está en", "en": "Hora H is at"}[lang] in said
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
        server.send_signal(signal.SIGINT)
        rest = server.communicate(timeout=PATIENCE)[0]
    assert server.returncode == 0
    assert "Traceback" not in rest
    for secret in (company.axis.link, company.allied.link, company.referee.link):
        assert secret not in said + rest


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
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
        ("postgresql://nobody:secret@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_a_database_that_cannot_be_is_told_without_its_password(database: str, part: str) -> None:
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
def test_where_the_data_lies(environment: dict[str, str], folder: str) -> None:
    assert data_folder(environment) == Path(folder)
    assert from_environment(environment).database == f"sqlite:///{folder}/horah.db"


def test_the_environment_names_the_database() -> None:
    config = from_environment({"DATABASE_URL": "postgresql:///club", "HORAH_PROXIES": "1", "HORAH_RATE": "7"})
    assert (config.database, config.proxies, config.rate) == ("postgresql:///club", 1, 7)


def test_a_number_that_is_none_is_told() -> None:
    from schemas.errors import HorahError

    with pytest.raises(HorahError, match="HORAH_RATE"):
        from_environment({"HORAH_RATE": "many"})
