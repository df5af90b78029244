"""Studies on disk: resumed runs give the same bytes; tables, plots and reports."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner
from pyarrow import parquet

from catalogs import Catalogs
from generator.study_runner import find_study
from schemas.errors import HorahError
from web.cli import main, study_folder

from ..words import sentence

CASES = 30


def begun(folder: Path, cases: int = CASES, seed: str = "disk") -> tuple[dict[str, Any], Any, Any]:
    game, found = find_study("roll-up")
    catalog = Catalogs(None)[game]
    told = {**study_folder.make_manifest(game, found, catalog, cases, seed), "chunk": 10}
    study_folder.begin(folder, told)
    return told, found, catalog


def made(folder: Path) -> dict[str, bytes]:
    """Return every file except PDFs, which contain the time."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pdf"
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "whole"
    told, found, catalog = begun(folder)
    assert study_folder.run(folder, told, None, cores=1)
    study_folder.publish(folder, told, found, catalog)
    return folder


def test_resumed_study_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    told, found, catalog = begun(tmp_path)
    for seen in (10, 20):
        assert not study_folder.run(tmp_path, told, None, cores=1, progress=lambda done, of, s=seen: done < s)
        assert len(study_folder.missing_chunks(tmp_path, told)) == (CASES - seen) // 10
    begun(tmp_path)  # the same command finds its own study there
    assert study_folder.run(tmp_path, told, None, cores=1)
    study_folder.publish(tmp_path, told, found, catalog)
    assert made(tmp_path) == made(whole)


def test_folder_of_another_study_is_refused(whole: Path) -> None:
    before = made(whole)
    with pytest.raises(HorahError) as refused:
        begun(whole, seed="other")
    assert refused.value.code == "OTHER_STUDY"
    assert made(whole) == before


def test_parquet_and_csv_hold_the_same(whole: Path) -> None:
    for name in ("marker", "postures", "support"):
        with (whole / "tables" / f"{name}.csv").open(encoding="utf-8") as file:
            heads, *rows = list(csv.reader(file))
        table = parquet.read_table(whole / "tables" / f"{name}.parquet")
        assert table.column_names == heads
        assert [[str(value) for value in row.values()] for row in table.to_pylist()] == rows
        told = json.loads(table.schema.metadata[b"hora-h"])
        assert told == json.loads((whole / "manifest.json").read_text(encoding="utf-8"))


def test_marker_decides_who_defends(whole: Path) -> None:
    """RS.8: the Axis defends if the marker is on its side; on 0 both reconnoitre."""
    tables = json.loads((whole / "study.json").read_text(encoding="utf-8"))["tables"]
    markers = {marker: count for _, marker, count in tables["marker"]["rows"]}
    postures = {(side, posture): count for _, side, posture, count in tables["postures"]["rows"]}
    assert sum(count for marker, count in markers.items() if marker > 0) == postures["axis", "defend"]
    assert sum(count for marker, count in markers.items() if marker < 0) == postures["allied", "defend"]
    assert markers.get(0, 0) == postures.get(("axis", "recon"), 0)


@pytest.mark.parametrize("content", [b"", b'{"marker": [["usual", 1', b"[]", b'{"marker": 3}', b"\xff\xfe"])
def test_damaged_chunk_is_reported_and_recounted(whole: Path, tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "study"
    copytree(whole, folder)
    told, found, catalog = begun(folder)
    damaged = folder / "chunks" / "000001.json"
    damaged.write_bytes(content)
    with pytest.raises(HorahError) as refused:
        study_folder.publish(folder, told, found, catalog)
    assert refused.value.code == "DAMAGED_CHUNK"
    assert str(damaged) in sentence(refused.value)
    damaged.unlink()
    assert study_folder.run(folder, told, None, cores=1)
    study_folder.publish(folder, told, found, catalog)
    assert made(folder) == made(whole)


def test_invalid_manifest_is_refused(tmp_path: Path) -> None:
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "manifest.json").write_text('{"format": "hora-h/stu', encoding="utf-8")
    (tmp_path / "odd" / "manifest.json").mkdir(parents=True)
    for folder, code in (("half", "OTHER_STUDY"), ("odd", "UNREADABLE")):
        with pytest.raises(HorahError) as refused:
            begun(tmp_path / folder)
        assert refused.value.code == code


@pytest.mark.parametrize(("lang", "words"), [("es", "Actitudes (RS.8)"), ("en", "Postures (RS.8)")])
def test_report_in_each_language(whole: Path, lang: str, words: str) -> None:
    report = (whole / f"report.{lang}.md").read_text(encoding="utf-8")
    assert f"## {words}" in report
    for line in report.splitlines():
        if line.startswith("!["):
            assert (whole / "plots" / line.rpartition("(plots/")[2].rstrip(")")).exists()
    assert (whole / f"report.{lang}.pdf").read_bytes().startswith(b"%PDF")
    assert "_" not in "".join(line for line in report.splitlines() if line[:1] != "!")  # no id is read


def test_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    call = ["--lang", "en", "study", "editions", "--battles", "6", "--cores", "1", "--out", str(folder)]
    done = CliRunner().invoke(main, call)
    assert done.exit_code == 0, done.output
    assert f"files written to {folder}" in done.output
    assert (folder / "report.es.md").exists()
    refused = CliRunner().invoke(main, [*call[:4], "--battles", "7", *call[6:]])
    assert refused.exit_code == 2
    assert "a different study" in refused.output
    assert CliRunner().invoke(main, ["study", "nothing"]).exit_code == 2
    assert CliRunner().invoke(main, ["study", "editions", "--battles", "0"]).exit_code == 2
