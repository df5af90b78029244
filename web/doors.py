"""What no address and no form may bring, wherever it is sent to."""

from __future__ import annotations

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter

from schemas.plain import NUL, no_nul
from web.csrf import SAFE_METHODS


class Numbered(IntegerConverter):
    """A number in an address: of few figures, as ours are."""

    regex = r"\d{1,6}"


def register(app: Flask) -> None:
    """Put the doors on an application; JSON has its own, :func:`schemas.plain.read_json`."""
    app.url_map.converters["int"] = Numbered
    app.before_request(refuse_nul)


def refuse_nul() -> None:
    """No NUL in an address or a form: nobody types one, and not every database keeps it."""
    if NUL in request.path:
        raise NotFound
    sent = (request.args,) if request.method in SAFE_METHODS else (request.args, request.form)
    for given in sent:
        for name, values in given.lists():
            for text in (name, *values):
                no_nul(text, name.replace(NUL, ""))
