"""Home page, language switch, and files from installed packages: fonts and game colours."""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name

from flask import (
    Blueprint,
    Response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from generator.game import load_game
from web.games.registry import Game, default_game, games
from web.http.offline_headers import allow_offline
from web.http.request_context import LANGUAGE_COOKIE, formatter, language_names
from web.service.errors import NotHere

from .preferences import remember
from .template_helpers import GAME_COOKIE, procedure_name, styles

blueprint = Blueprint("site", __name__)


@dataclass(frozen=True, slots=True)
class Part:
    """A game's part of the home page: its hero, and its links."""

    hero: Markup
    doors: Markup


@blueprint.get("/")
def home() -> str:
    """Show every game's part, and links to what they share."""
    allow_offline("page")
    first, *others = [
        resolve_name(game.home)() if game.home else _default_part(game) for game in games().values()
    ]
    return render_template("home.html", first=first, others=others)


def _default_part(game: Game) -> Part:
    """Return the part of a game that declares none: what can be played, written and looked up."""
    words, rules = formatter(game.id), load_game(game.id)
    links = [
        (url_for("table_pages.new", procedure=each.name), procedure_name(each) or gettext("Open a table"))
        for each in rules.procedures
    ]
    links += [
        (url_for("document_pages.library", game=game.id, kind=kind.kind), words.term(f"kind.{kind.kind}"))
        for kind in rules.authored
    ]
    links.append((url_for("catalog_pages.index", game=game.id), gettext("Reference")))
    about = words.term(f"game_about.{game.id}") if words.knows(f"game_about.{game.id}") else ""
    title = words.term(f"game.{game.id}")
    html = render_template("parts/game_links.html", title=title, about=about, links=links)
    return Part(Markup(""), Markup(html))


@blueprint.get("/guide")
def guide() -> str:
    """Show the user's guide, written in ``docs``."""
    allow_offline("page")
    return render_template("guide.html")


@blueprint.get("/games/<game>")
def choose_game(game: str) -> Redirect:
    """Remember the game and show its first page; the default game has the home page."""
    if game not in games():
        raise NotHere
    entry = next(iter(games()[game].menu), None)
    first = url_for(entry.endpoint, **entry.values) if entry else url_for("catalog_pages.index", game=game)
    response = redirect(url_for("site.home") if game == default_game().id else first, 303)
    remember(response, GAME_COOKIE, game)
    return response


@blueprint.post("/language")
def switch_language() -> Redirect:
    """Remember the language and return to the page."""
    lang = request.form.get("lang", "")
    response = redirect(_own_url(request.form.get("back", "")), 303)
    if lang in language_names():
        remember(response, LANGUAGE_COOKIE, lang)
    return response


def _own_url(address: str) -> str:
    """Return a URL of this site; anything else leads to the home page."""
    plain = address.startswith("/") and not address.startswith("//")
    if plain and "\\" not in address and address.isprintable():
        return address
    return url_for("site.home")


@blueprint.get("/liveries.css")
def liveries() -> Response:
    """Send the style sheets of the games, with the same colours as on paper."""
    response = Response(styles(), mimetype="text/css")
    response.cache_control.public = True
    response.cache_control.max_age = 24 * 3600
    return response


@blueprint.get("/favicon.ico")
def favicon() -> Redirect:
    return redirect(url_for("static", filename="favicon.svg"), 301)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Exclude pages that are reached by link only."""
    closed = (
        "/battles/",
        "/tables/",
        "/scenarios/edit/",
        "/boxes/",
        "/documents/edit/",
        "/mine/",
        "/invitations/",
        "/calls/",
        "/tournaments/run/",
        "/tournaments/play/",
    )
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed), ""]
    return Response("\n".join(lines), mimetype="text/plain")
