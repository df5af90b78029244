"""Was any die touched? Anyone can paste a record here and see."""

from __future__ import annotations

from flask import Blueprint, Response, json, make_response, render_template, request

from schemas.errors import HorahError
from web.current import context
from web.locks import costs
from web.service.verify import verify

from .words import said

blueprint = Blueprint("check_pages", __name__, url_prefix="/verify")


@blueprint.get("")
def form() -> str:
    """Where to find a record and what the check does."""
    return render_template("verify.html", record="", refusal="")


@blueprint.post("")
@costs(5)
def check() -> Response:
    """Check a record that was pasted or sent as a file."""
    text = request.form.get("record", "")
    if (sent := request.files.get("file")) and sent.filename:
        text = sent.read().decode("utf-8", "replace")
    try:
        verdict = verify(context().catalog, _read(text))
    except HorahError as fault:
        page = render_template("verify.html", record=text, refusal=said(fault))
        return make_response(page, 422)
    return make_response(render_template("verdict.html", verdict=verdict, back=None))


def _read(text: str) -> dict[str, object]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise HorahError(
            "That is not a record: it is JSON that begins with {, as the record of a table or a card is.",
            "Eso no es un registro: es JSON que empieza por {, como el registro de una mesa o una ficha.",
            code="NOT_JSON",
        )
    return record
