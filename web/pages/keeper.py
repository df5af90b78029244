"""Parts that the pages of a keeper share: the link that a device remembers, and the keeper's actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from generator.game import games
from schemas.errors import HorahError
from web.http.request_context import context, formatter, sentence
from web.service.context import Context
from web.service.errors import NotHere
from web.service.tokens import is_link

Action = Callable[[Any, Mapping[str, str]], str | None]  # returns an anchor; None after the document is gone


def find_remembered_link(cookie: str, enter: Callable[[Context, str], object]) -> str:
    """Return the link that this device remembers, or an empty string if its document no longer exists."""
    link = request.cookies.get(cookie, "")
    try:
        return link if is_link(link) and enter(context(), link) else ""
    except NotHere:
        return ""


def list_games_with_matches() -> list[tuple[str, str]]:
    """Return the games whose battles can be recorded, with their titles."""
    return [(game.id, formatter(game.id).term(f"game.{game.id}")) for game in games().values() if game.match]


def make_common_actions(service: Any) -> dict[str, Action]:
    """Return the actions of every keeper: list, unlist and delete."""

    def set_listed(sight: Any, given: Mapping[str, str]) -> str:
        service.set_listed(context(), sight, given.get("do") == "list")
        return "readers"

    def forget(sight: Any, given: Mapping[str, str]) -> str | None:
        if "sure" not in given:
            return "end"
        service.forget(context(), sight)
        return None

    return {"list": set_listed, "unlist": set_listed, "forget": forget}


def perform_action(
    actions: Mapping[str, Action],
    sight: Any,
    given: Mapping[str, str],
    show_refusal: Callable[[str], str],
    *,
    pages: str,
    link: str,
    cookie: str,
) -> Redirect | Response:
    """Perform the action that a form names; show the page again with the refusal if it fails."""
    act = actions.get(given.get("do", ""))
    if act is None:
        raise NotHere
    try:
        anchor = act(sight, given)
    except NotHere:
        raise
    except HorahError as fault:
        return make_response(show_refusal(sentence(fault)), getattr(fault, "status", 422))
    if anchor is None:
        response = redirect(url_for(f"{pages}.index"), 303)
        response.delete_cookie(cookie)
        return response
    return redirect(url_for(f"{pages}.keep", link=link, _anchor=anchor), 303)
