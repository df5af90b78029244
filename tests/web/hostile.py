"""Application with two routes that fail; ``python -m tests.web.hostile`` is ``horah serve`` with it."""

from __future__ import annotations

import logging

from flask import Flask, request

import web.app
from web.app import create_app
from web.cli import main
from web.config import Config

BREAK, MISTAKE = "X-Break", "X-Mistake"


def application(config: Config | None = None) -> Flask:
    """Create an application that raises or logs the content of a request."""
    app = create_app(config)

    @app.before_request
    def trouble() -> None:
        said = request.get_data(as_text=True)  # read to its end, so that closing the connection loses nothing
        if BREAK in request.headers:
            raise RuntimeError(f"{request.url} {request.headers} {said}")
        if MISTAKE in request.headers:
            logging.getLogger("gunicorn.error").error("%d of %s", request.url, request.headers)

    return app


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG)
    web.app.create_app = application
    main()
