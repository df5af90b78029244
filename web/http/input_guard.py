"""Reject NUL bytes in URLs and forms; limit integers in routes to six digits."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter

from schemas.json_input import NUL, reject_nul
from web.http.csrf import SAFE_METHODS


class ShortIntegerConverter(IntegerConverter):
    """Route converter for integers of at most six digits."""

    regex = r"\d{1,6}"


def register(app: Flask) -> None:
    """Install the checks; JSON bodies are checked by :func:`schemas.json_input.read_json`."""
    app.url_map.converters["int"] = ShortIntegerConverter
    app.before_request(reject_nul_bytes)


def reject_nul_bytes() -> None:
    """Refuse a NUL byte in a URL or a form: not every database can store one."""
    if NUL in request.path:
        raise NotFound
    sources = (request.args,) if request.method in SAFE_METHODS else (request.args, request.form)
    for fields in sources:
        for name, values in fields.lists():
            for text in (name, *values):
                reject_nul(text, name.replace(NUL, ""))
