"""Bad input gives a sentence and no file; a file is whole or not there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from exports.games.combat_commander.errors import ExportError
from exports.games.combat_commander.render import render, write_all
from exports.kit.files import write
from tests.exports.games.combat_commander.cards import battle, catalog


def broken(**changes: Any) -> dict[str, Any]:
    return battle("files-1", "everyone") | changes


@pytest.mark.parametrize(
    ("card", "place"),
    [
        (broken(year=1938), "/year"),
        (broken(marker="seven"), "/marker"),
        (broken(sides={}), "/sides/axis"),
        (broken(format="hora-h/card/9"), "/format"),
        ({}, "/format"),
        ([], "a card is a JSON object"),
    ],
)
@pytest.mark.parametrize("kind", ["pdf", "text", "svg"])
def test_a_fault_is_named_with_its_place(card: Any, place: str, kind: str) -> None:
    with pytest.raises(ExportError) as refused:
        render(card, kind, catalog=catalog())
    assert place in refused.value.en and refused.value.en.endswith("Nothing was written.")
    assert refused.value.es.endswith("No se ha escrito nada.")


def test_one_bad_view_and_nothing_is_written(tmp_path: Path) -> None:
    views = {"everyone": battle("files-1", "everyone"), "axis": broken(seat="axis", year=1938)}
    with pytest.raises(ExportError):
        write_all(views, tmp_path / "out", catalog=catalog())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_gets_everything(tmp_path: Path) -> None:
    views = {seat: battle("files-1", seat) for seat in ("axis", "allied", "everyone", "referee")}
    written = write_all(views, tmp_path / "deep" / "out", catalog=catalog(), lang="es", paper="letter")
    assert sorted(path.name for path in written) == sorted(
        [
            "card.pdf",
            "pull.pdf",
            "log.pdf",
            "map.svg",
            "card.txt",
            "log.txt",
            "card.md",
            "card.json",
            "axis.pdf",
            "axis.json",
            "allied.pdf",
            "allied.json",
            "referee.json",
        ]
    )
    assert {path.name for path in (tmp_path / "deep" / "out").iterdir()} == {path.name for path in written}
    assert all(path.stat().st_size > 200 for path in written)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_leave(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ExportError, match="cannot be written"):
        write(tmp_path / "card.pdf", b"body")
    tmp_path.chmod(0o700)


def test_a_file_in_the_way_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(ExportError) as refused:
        write(tmp_path / "out" / "card.pdf", b"body")
    assert refused.value.en.startswith(f"{tmp_path / 'out' / 'card.pdf'} cannot be written (")


def test_a_folder_in_the_way_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "card.pdf").mkdir()
    with pytest.raises(ExportError, match="cannot be written"):
        write(tmp_path / "card.pdf", b"body")
    assert [path.name for path in tmp_path.iterdir()] == ["card.pdf"]  # no temporary file is left


def test_an_old_file_stays_whole_until_the_new_one_is(tmp_path: Path) -> None:
    path = write(tmp_path / "card.pdf", b"old")
    with pytest.raises(TypeError):
        write(path, "not bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["card.pdf"]
    assert write(path, b"new").read_bytes() == b"new"
