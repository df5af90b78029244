"""The toy's page; shared code asks what is asked at its table."""

from __future__ import annotations

from flask import Blueprint, Flask


def register(app: Flask) -> None:
    blueprint = Blueprint("toy", __name__, url_prefix="/toy")

    @blueprint.get("")
    def lanes() -> str:
        from web.http.request_context import formatter

        words = formatter("toy")
        return ", ".join(words.term(f"lane.{row}") for row in words.catalog.store.table("lanes"))

    app.register_blueprint(blueprint)
