"""Preferences of this device, stored in cookies: language, paper, and those that each game adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from web.games.registry import games
from web.http.request_context import LANGUAGE_COOKIE, PAPER_COOKIE, PAPERS, language_names

from .prompts import Given
from .template_helpers import CACHE_SECONDS

blueprint = Blueprint("device_pages", __name__, url_prefix="/settings")


@dataclass(frozen=True, slots=True)
class Part:
    """A game's part of the preferences form, and the function that saves it."""

    form: Callable[[], Markup]
    save: Callable[[Response, Given], None]


def remember(response: Response, name: str, value: str) -> None:
    """Set a cookie; an empty value deletes it."""
    if value:
        response.set_cookie(
            name, value, max_age=CACHE_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")


def _parts() -> Mapping[str, Part]:
    return {name: resolve_name(game.preferences) for name, game in games().items() if game.preferences}


@blueprint.get("")
def show() -> str:
    """Show the preferences."""
    parts = [part.form() for part in _parts().values()]
    return render_template("preferences.html", parts=parts, kept="kept" in request.args)


@blueprint.post("")
def save() -> Response:
    """Save the preferences."""
    response = redirect(url_for("device_pages.show", kept=1), 303)
    for name, value, known in (
        (LANGUAGE_COOKIE, request.form.get("lang", ""), tuple(language_names())),
        (PAPER_COOKIE, request.form.get("paper", ""), PAPERS),
    ):
        if value in known:
            remember(response, name, value)
    for part in _parts().values():
        part.save(response, request.form)
    return response
