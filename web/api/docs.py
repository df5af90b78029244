"""Swagger UI for the API, served from an installed package without external addresses."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, send_from_directory, url_for

blueprint = Blueprint("docs", __name__)

ASSETS = Path(str(files("flask_swagger_ui"))) / "dist"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hora H API</title>
<link rel="stylesheet" href="{assets}/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"><p>This page needs JavaScript; there is also <a href="{spec}">the document</a>.</p></div>
<script src="{assets}/swagger-ui-bundle.js"></script>
<script src="{start}"></script>
</body>
</html>
"""
START = """SwaggerUIBundle({{url: "{spec}", dom_id: "#swagger-ui", deepLinking: true}});
"""
KEPT = "public, max-age=86400"


@blueprint.get("/")
def page() -> Response:
    """Render Swagger UI; a file starts its script because the content policy forbids inline script."""
    here = url_for("docs.asset", name="x").removesuffix("/x")
    return Response(PAGE.format(assets=here, spec=_spec(), start=url_for("docs.start")), mimetype="text/html")


@blueprint.get("/start.js")
def start() -> Response:
    return Response(START.format(spec=_spec()), mimetype="text/javascript")


@blueprint.get("/assets/<name>")
def asset(name: str) -> Response:
    response = send_from_directory(ASSETS, name)
    response.headers["Cache-Control"] = KEPT
    return response


def _spec() -> str:
    return url_for("api-docs.openapi_json")
