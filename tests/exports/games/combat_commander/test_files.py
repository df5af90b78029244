"""Invalid input gives a message and no file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from exports.games.combat_commander.render import render, write_all
from exports.kit.errors import ExportError
from tests.exports.games.combat_commander.cards import battle, catalog
from tests.words import sentence


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
        ([], "not a Hora H card"),
    ],
)
@pytest.mark.parametrize("kind", ["pdf", "text", "svg"])
def test_invalid_card_names_the_place(card: Any, place: str, kind: str) -> None:
    with pytest.raises(ExportError) as refused:
        render(card, kind, catalog=catalog())
    assert place in sentence(refused.value)
    assert sentence(refused.value).endswith("Nothing was written.")
    assert sentence(refused.value, "es").endswith("No se ha escrito nada.")


def test_nothing_is_written_if_one_view_is_invalid(tmp_path: Path) -> None:
    views = {"everyone": battle("files-1", "everyone"), "axis": broken(seat="axis", year=1938)}
    with pytest.raises(ExportError):
        write_all(views, tmp_path / "out", catalog=catalog())
    assert list(tmp_path.iterdir()) == []


def test_write_all_writes_every_file(tmp_path: Path) -> None:
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
