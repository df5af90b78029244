"""Results files on pages: send one, and read one from a form."""

from __future__ import annotations

from flask import Response

from generator import results
from generator.results import Results
from schemas.limits import MAX_RESULTS_FILE_LENGTH
from web.http.downloads import as_attachment
from web.http.request_context import context, uploaded_text
from web.service.errors import NotHere


def send_results(given: Results, ending: str) -> Response:
    """Send a results file as CSV or JSON."""
    if ending == "csv":
        return send_text("\ufeff" + results.write_csv(given), "text/csv", "hora-h-results.csv")
    if ending == "json":
        return send_text(results.dump_json(given), "application/json", "hora-h-results.json")
    raise NotHere


def send_text(text: str, mimetype: str, filename: str) -> Response:
    """Send a text to be saved under a name."""
    return as_attachment(Response(text, content_type=f"{mimetype}; charset=utf-8"), filename)


def read_results(game: str) -> Results:
    """Read the results file of a form."""
    text = uploaded_text(field="text", max_bytes=MAX_RESULTS_FILE_LENGTH)
    return results.read_file(text, context().catalogs, game)
