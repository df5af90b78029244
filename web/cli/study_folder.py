"""A study on disk: its manifest, the counted chunks, and the published results.

A folder belongs to one study with one seed and one number of cases; an interrupted study continues where it
stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from csv import writer
from importlib.metadata import version
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from catalogs import Catalog
from exports.game import formatter
from exports.kit.files import write_file
from exports.kit.svg import to_svg
from exports.studies import draw_plot, make_tables, render_markdown, render_pdf
from generator.studies import (
    Counts,
    Study,
    counts_from_json,
    counts_to_json,
    iterate_rows,
    merge,
    split_into_chunks,
)
from generator.study_runner import Work, count_chunks
from schemas.errors import HorahError
from web.cli.io import exists, read_text

FORMAT = "hora-h/study/1"
MANIFEST, CHUNKS = "manifest.json", "chunks"

Progress = Callable[[int, int], bool]  # cases done, cases in total; return False to stop


def make_manifest(game: str, study: Study, catalog: Catalog, cases: int, seed: str) -> dict[str, Any]:
    """Return everything that the numbers of a study depend on."""
    return {
        "format": FORMAT,
        "study": study.name,
        "game": game,
        "cases": cases,
        "seed": seed,
        "chunk": study.chunk,
        "version": version("hora-h"),
        "catalog": catalog.version,
        "settings": dict(study.settings(catalog)),
    }


def begin(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest; raise if the folder holds a different one."""
    place = folder / MANIFEST
    if exists(place):
        try:
            earlier = json.loads(read_text(place))
        except ValueError:
            earlier = None
        if earlier != manifest:
            raise HorahError("OTHER_STUDY", folder=str(folder))
        return
    write_file(place, _json(manifest))


def missing_chunks(folder: Path, manifest: Mapping[str, Any]) -> list[tuple[int, range]]:
    """Return the chunks that are not counted yet."""
    everything = split_into_chunks(manifest["cases"], manifest["chunk"])
    return [(index, numbers) for index, numbers in enumerate(everything) if not exists(_chunk(folder, index))]


def run(
    folder: Path,
    manifest: Mapping[str, Any],
    overlay: Path | None,
    *,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Progress = lambda done, of: True,
) -> bool:
    """Count the missing chunks; return False if stopped.

    Each chunk is on disk before progress is reported.
    """
    todo = missing_chunks(folder, manifest)
    done = manifest["cases"] - sum(len(numbers) for _, numbers in todo)
    if not progress(done, manifest["cases"]):
        return False
    sizes = {index: len(numbers) for index, numbers in todo}
    work = Work(
        manifest["game"], manifest["study"], str(overlay) if overlay else None, manifest["seed"], todo
    )
    going = count_chunks(work, cores=cores, cluster=cluster)
    try:
        for index, counts in going:
            write_file(_chunk(folder, index), _json(counts_to_json(counts)))
            done += sizes[index]
            if not progress(done, manifest["cases"]) and done < manifest["cases"]:
                return False
    finally:
        close = getattr(going, "close", None)
        if close:
            close()
    return True


def _chunk(folder: Path, index: int) -> Path:
    return folder / CHUNKS / f"{index:06d}.json"


def _json(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, sort_keys=True) + "\n").encode()


def sum_chunks(folder: Path, manifest: Mapping[str, Any]) -> Counts:
    """Return the counts of all chunks, read one at a time."""
    counts: Counts = {}
    for index in range(len(split_into_chunks(manifest["cases"], manifest["chunk"]))):
        file = _chunk(folder, index)
        try:
            merge(counts, counts_from_json(json.loads(read_text(file))))
        except (AttributeError, HorahError, IndexError, TypeError, ValueError):
            raise HorahError("DAMAGED_CHUNK", file=str(file)) from None
    return counts


def make_document(manifest: Mapping[str, Any], study: Study, counts: Counts) -> dict[str, Any]:
    """Return the study as one document: manifest, tables and findings."""
    tables = {
        table.name: {
            "columns": [{"name": column.name, "kind": column.kind} for column in table.columns],
            "rows": [list(row) for row in iterate_rows(counts, table)],
        }
        for table in study.tables
    }
    findings = [{"key": key, "facts": dict(facts)} for key, facts in study.findings(counts)]
    return {**manifest, "findings": findings, "tables": tables}


def publish(folder: Path, manifest: Mapping[str, Any], study: Study, catalog: Catalog) -> list[Path]:
    """Write tables as Parquet and CSV, plots as SVG, and reports as Markdown and PDF in every language."""
    document = make_document(manifest, study, sum_chunks(folder, manifest))
    paths = [write_file(folder / "study.json", (json.dumps(document, ensure_ascii=False) + "\n").encode())]
    for name, table in document["tables"].items():
        heads = [*(column["name"] for column in table["columns"]), "count"]
        paths.append(write_file(folder / "tables" / f"{name}.csv", _csv(heads, table["rows"])))
        paths.append(
            write_file(folder / "tables" / f"{name}.parquet", _parquet(heads, table["rows"], manifest))
        )
    for lang in catalog.languages:
        words = formatter(catalog, lang)
        paths.append(write_file(folder / f"report.{lang}.md", render_markdown(document, words).encode()))
        paths.append(write_file(folder / f"report.{lang}.pdf", render_pdf(document, words)))
        for shown in make_tables(document, words):
            picture = to_svg(draw_plot(shown), shown.title).encode()
            paths.append(write_file(folder / "plots" / f"{shown.name}.{lang}.svg", picture))
    return paths


def _csv(heads: list[str], body: list[list[Any]]) -> bytes:
    out = StringIO()
    sheet = writer(out, lineterminator="\n")
    sheet.writerow(heads)
    sheet.writerows(body)
    return out.getvalue().encode()


def _parquet(heads: list[str], body: list[list[Any]], manifest: Mapping[str, Any]) -> bytes:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise HorahError("NO_PARQUET") from None
    columns = list(zip(*body, strict=True)) if body else [()] * len(heads)
    table = pa.table({head: list(column) for head, column in zip(heads, columns, strict=True)})
    table = table.replace_schema_metadata(
        {"hora-h": json.dumps(manifest, ensure_ascii=False, sort_keys=True)}
    )
    out = BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()
