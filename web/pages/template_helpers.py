"""Template helpers: terms, dates, static file URLs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, Flask, current_app, g, request, url_for
from flask_babel import format_date, format_datetime, get_translations, gettext
from markupsafe import Markup

from catalogs import Catalog, Language
from exports.game import formatter as formatter_of
from exports.kit.fields import group_title
from exports.kit.log import LogLine
from exports.kit.log import format_log_line as log_line
from exports.kit.messages import MessageFormatter
from generator.game import Procedure
from web.games.registry import Game, default_game, games
from web.http.downloads import offered_files
from web.http.request_context import (
    PAPERS,
    address,
    context,
    formatter,
    language,
    language_names,
    paper,
    shared_formatter,
)
from web.service.tables.metadata import Meeting

LIVERIES = "horah.liveries"  # app.extensions
GAMES = "horah.games"  # app.extensions: blueprint -> game
GAME_COOKIE = "game"  # the game that was chosen last, for pages that belong to none
CLUB_AREAS = ("tournaments", "diaries", "plays", "ratings", "archives")
FONTS = ("Barlow-Regular", "Barlow-SemiBold", "BarlowCondensed-Medium", "BarlowCondensed-SemiBold")
CACHE_SECONDS = 365 * 24 * 3600  # seconds; file URLs contain a digest, so their content never changes


def register(app: Flask) -> None:
    """Install the template globals and filters."""
    app.extensions[GAMES] = {}
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = CACHE_SECONDS
    app.jinja_env.globals.update(
        expiry_days=lambda: context().limits.expiry_days,
        asset=asset,
        liveries_digest=liveries_digest,
        both=localize,
        this_page=this_page,
        language=language,
        language_names=language_names,
        say=lambda said, game: formatter(game).say(said),
        term=term,
        chosen_game=chosen_game,
        font_url=font_url,
        menu=menu,
        switcher=switcher,
        offered_files=lambda: offered_files(words().catalog.game),
        address_of=address,
        paper=paper,
        papers=PAPERS,
    )
    app.jinja_env.filters.update(
        day=format_moment,
        decimal=lambda value, places=None: words().decimal(value, places),
        grouped=group_hash,
        meeting_day=format_meeting,
        group_title=lambda blanks: group_title(blanks, words()),
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: _translations().ugettext(text),
        lambda one, many, count: _translations().ungettext(one, many, count),
        newstyle=True,
    )


def _translations() -> Any:
    """Return the translations of the reader's language, cached for this request."""
    if "tongue" not in g:
        g.tongue = get_translations()
    return g.tongue


def term(key: str) -> str:
    """Return a term of the game whose page this is, or a shared one."""
    return words().term(key)


def words() -> MessageFormatter:
    """Return the formatter of the game whose page this is, or the shared one."""
    game = g.get("game") or current_app.extensions[GAMES].get(request.blueprint)
    return formatter(game) if game else shared_formatter(language())


def add_pages(app: Flask, game: str, *pages: Blueprint) -> None:
    """Register pages that use the terms of a game."""
    for blueprint in pages:
        app.register_blueprint(blueprint)
        app.extensions[GAMES][blueprint.name] = game


def localize(texts: Mapping[Any, str]) -> str:
    """Return a text in the reader's language."""
    return texts.get(language()) or texts.get("en") or ""


@dataclass(frozen=True, slots=True)
class DescribedLine:
    """A log line; ``step`` is the number of an answer, None for what followed by rule."""

    line: LogLine
    step: int | None
    secret: bool


def describe_log(
    log: Sequence[Mapping[str, Any]],
    catalog: Catalog,
    lang: Language,
    settings: Mapping[str, Any] | None = None,
) -> list[DescribedLine]:
    """Return log lines as text, with the names from the settings."""
    voice = formatter_of(catalog, lang, settings)
    return [
        DescribedLine(
            log_line(line, voice),
            line["n"] if "what" not in line else None,
            bool(line.get("secret")),
        )
        for line in log
    ]


def format_moment(moment: str) -> Markup:
    """Format a stored time; a script converts it to the device's local time."""
    words = format_datetime(datetime.fromisoformat(moment), "d MMM y, HH:mm")
    return Markup('<time datetime="{}" data-local>{} UTC</time>').format(moment, words)


def format_day(day: str) -> str:
    """Return a day in the reader's language; as typed if it is no date."""
    try:
        return str(format_date(date.fromisoformat(day), "d MMM y"))
    except ValueError:
        return day


def format_meeting(meeting: Meeting) -> str:
    """Format the time of a meeting in its own time zone."""
    moment = datetime.fromisoformat(meeting.start)
    return f"{format_date(moment, 'full')}, {moment:%H:%M}"


def group_hash(text: str) -> Markup:
    """Split a long hash into groups that can break across lines."""
    parts = [text[place : place + 8] for place in range(0, len(text), 8)]
    return Markup("<wbr>").join(parts)


def this_page() -> str:
    """Return the URL of this page, for the language switch."""
    if request.method != "GET":
        return request.path
    return request.full_path.rstrip("?")


def procedure_name(kind: Procedure) -> str:
    """Return the name of a procedure, if it has one."""
    words, key = formatter(kind.game), f"{kind.kind}.{kind.name.partition('/')[0]}"
    return words.term(key) if words.knows(key) else ""


def qr_code(address: str) -> Markup:
    """Return a QR code of a URL; empty if the URL is not reachable from a phone."""
    from exports.kit.address import is_local_address
    from exports.kit.qr import draw_qr_code
    from exports.kit.svg import to_svg

    if is_local_address(address):
        return Markup("")
    return Markup(to_svg(draw_qr_code(address, 96.0), "", "code"))


@dataclass(frozen=True, slots=True)
class MenuLink:
    """An entry of the menu as a page shows it."""

    url: str
    label: str
    current: bool


def chosen_game() -> Game:
    """Return the game of this page, or the one that was chosen last."""
    own = g.get("game") or current_app.extensions[GAMES].get(request.blueprint)
    return games().get(own or request.cookies.get(GAME_COOKIE, "")) or default_game()


def menu() -> list[MenuLink]:
    """Return the entries of the chosen game, the most used first, then those that all games share."""
    game, area = chosen_game(), request.path.split("/")[1]
    words = formatter(game.id)
    other: dict[str, Any] = {} if game == default_game() else {"game": game.id}
    own = [
        MenuLink(url_for(entry.endpoint, **entry.values), words.term(entry.term), area in entry.areas)
        for entry in game.menu
    ]
    reference = ("catalogs", *(area for entry in game.reference for area in entry.areas))
    return [
        *own,
        MenuLink(url_for("catalog_pages.index", **other), gettext("Reference"), area in reference),
        MenuLink(url_for("tournament_pages.index"), gettext("Club"), area in CLUB_AREAS),
        MenuLink(url_for("mine_pages.index"), gettext("My games"), area in ("mine", "tables", "invitations")),
    ]


def switcher() -> list[MenuLink]:
    """Return every game with the address that chooses it."""
    chosen = chosen_game()
    return [
        MenuLink(url_for("site.choose_game", game=name), formatter(name).term(f"game.{name}"), game == chosen)
        for name, game in games().items()
    ]


def asset(name: str, game: str = "") -> str:
    """Return the URL of a static file, with a digest so that it can be cached for ever."""
    folder = (current_app.blueprints[game] if game else current_app).static_folder
    assert folder is not None
    place = f"{game}.static" if game else "static"
    return url_for(place, filename=name, v=_digest(Path(folder) / name))


def font_url(name: str) -> str:
    """Return the URL of a typeface; the style sheet names the same one."""
    return url_for("static", filename=f"fonts/{name}.woff2")


def styles() -> str:
    """Return the style sheets of every game."""
    return "".join(resolve_name(game.style)() for game in games().values() if game.style)


def liveries_digest() -> str:
    """Return a digest of the style sheets for their URL, so that changes are fetched at once."""
    known = current_app.extensions
    if LIVERIES not in known:
        known[LIVERIES] = sha256(styles().encode()).hexdigest()[:12]
    return str(known[LIVERIES])


@lru_cache(maxsize=64)
def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]
