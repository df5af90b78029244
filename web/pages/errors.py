"""Error page."""

from __future__ import annotations

from flask import Response, make_response, render_template

from web.http.problems import Problem

SHORT_PAGES = (429, 503)


def page(problem: Problem) -> Response:
    """Render a problem; every 404 is the same page, so that a wrong link reveals nothing.

    A refusal for too many requests is a short page, because it is sent when time is scarce.
    """
    template = "refusal.html" if problem.status in SHORT_PAGES else "error.html"
    return make_response(render_template(template, problem=problem), problem.status)
