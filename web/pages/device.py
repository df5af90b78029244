"""What this device remembers for its owner: language, paper, and what each game adds; in cookies alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from web.current import LANGUAGE_COOKIE, LANGUAGES, PAPER_COOKIE, PAPERS
from web.game import games

from .prompts import Given
from .words import KEEP

blueprint = Blueprint("device_pages", __name__, url_prefix="/settings")


@dataclass(frozen=True, slots=True)
class Part:
    """A game's part of the page, and what it makes of the form when it is sent."""

    form: Callable[[], Markup]
    keep: Callable[[Response, Given], None]


def remember(response: Response, name: str, value: str) -> None:
    """Keep a word on the device; an empty one is forgotten."""
    if value:
        response.set_cookie(
            name, value, max_age=KEEP, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")


def _parts() -> Mapping[str, Part]:
    return {name: resolve_name(game.device) for name, game in games().items() if game.device}


@blueprint.get("")
def show() -> str:
    """Everything that is remembered here."""
    parts = [part.form() for part in _parts().values()]
    return render_template("device.html", parts=parts, kept="kept" in request.args)


@blueprint.post("")
def keep() -> Response:
    """Remember it."""
    response = redirect(url_for("device_pages.show", kept=1), 303)
    for name, value, known in (
        (LANGUAGE_COOKIE, request.form.get("lang", ""), LANGUAGES),
        (PAPER_COOKIE, request.form.get("paper", ""), PAPERS),
    ):
        if value in known:
            remember(response, name, value)
    for part in _parts().values():
        part.keep(response, request.form)
    return response
