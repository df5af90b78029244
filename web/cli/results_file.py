"""Results files on the command line; the ending of a file says its format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.errors import HorahError
from web.cli.io import STDOUT, write_output

if TYPE_CHECKING:
    from generator.results import Results


def write_results(path: Path, results: Results, write_report: Callable[[], str] | None = None) -> None:
    """Write results as CSV or JSON, a tournament also as TRF; standard output gets JSON."""
    from generator.results import dump_json, write_csv

    ending = ".json" if path == STDOUT else path.suffix.lower()
    if ending == ".csv":
        text = write_csv(results)
    elif ending == ".json":
        text = dump_json(results)
    elif ending == ".trf" and write_report:
        text = write_report()
    else:
        known = (".csv", ".json", ".trf") if write_report else (".csv", ".json")
        raise HorahError("FILE_KIND", given=path.name, known=known)
    write_output(path, text.encode())
