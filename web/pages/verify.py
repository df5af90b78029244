"""Page to verify the dice of a pasted record."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from generator.verify import verify
from schemas.errors import HorahError
from schemas.json_input import read_json
from web.http.rate_limit import costs
from web.http.request_context import context, sentence, uploaded_text

blueprint = Blueprint("check_pages", __name__, url_prefix="/verify")


@blueprint.get("")
def form() -> str:
    """Show the form."""
    return render_template("verify.html", record="", refusal="")


@blueprint.post("")
@costs(5)
def check() -> Response:
    """Verify a record that was pasted or sent as a file."""
    text = uploaded_text(field="record")
    try:
        verdict = verify(context().catalogs, _parse_record(text))
    except HorahError as fault:
        page = render_template("verify.html", record=text, refusal=sentence(fault))
        return make_response(page, 422)
    return make_response(render_template("verdict.html", verdict=verdict, back=None))


def _parse_record(text: str) -> dict[str, object]:
    try:
        record = read_json(text)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise HorahError("NOT_JSON.record")
    return record
