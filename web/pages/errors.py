"""What went wrong, as a page: what, why, and the way back."""

from __future__ import annotations

from flask import Response, make_response, render_template

from web.problems import Problem


def page(problem: Problem) -> Response:
    """A problem for people; every 404 is the same page, so that a wrong link tells nothing."""
    return make_response(render_template("error.html", problem=problem), problem.status)
