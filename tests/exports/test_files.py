"""A file is written completely or not at all, and a failure gives a message."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from exports.kit.errors import ExportError
from exports.kit.files import write_file
from tests.words import sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_folder_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ExportError, match="UNWRITABLE"):
        write_file(tmp_path / "card.pdf", b"body")
    tmp_path.chmod(0o700)


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(ExportError) as refused:
        write_file(tmp_path / "out" / "card.pdf", b"body")
    assert sentence(refused.value).startswith(f"Cannot write {tmp_path / 'out' / 'card.pdf'} (")


def test_a_folder_in_the_way_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "card.pdf").mkdir()
    with pytest.raises(ExportError, match="UNWRITABLE"):
        write_file(tmp_path / "card.pdf", b"body")
    assert [path.name for path in tmp_path.iterdir()] == ["card.pdf"]  # no temporary file is left


def test_an_old_file_stays_whole_until_the_new_one_is(tmp_path: Path) -> None:
    path = write_file(tmp_path / "card.pdf", b"old")
    with pytest.raises(TypeError):
        write_file(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["card.pdf"]
    assert write_file(path, b"new").read_bytes() == b"new"
