"""Error page."""

from __future__ import annotations

from flask import Response, make_response, render_template

from web.http.problems import Problem


def page(problem: Problem) -> Response:
    """Render a problem; every 404 is the same page, so that a wrong link reveals nothing."""
    return make_response(render_template("error.html", problem=problem), problem.status)
