"""The application with three more doors, behind which it breaks in ways that nobody can order."""

from __future__ import annotations

import logging
import time

from flask import Flask, request

from web.app import create_app

HANG, BREAK, MISTAKE = "X-Hang", "X-Break", "X-Mistake"


def application() -> Flask:
    app = create_app()

    @app.before_request
    def trouble() -> None:
        if HANG in request.headers:
            time.sleep(3600)
        if BREAK in request.headers:
            raise RuntimeError(f"{request.url} {request.headers} {request.get_data(as_text=True)}")
        if MISTAKE in request.headers:
            logging.getLogger("gunicorn.error").error("%d of %s", request.url, request.headers)

    return app
