"""What templates need to speak: terms of the catalogues, and addresses of files that may be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, Flask, current_app, g, request, url_for
from flask_babel import format_date, format_datetime, get_translations
from markupsafe import Markup

from catalogs import Catalog, Language
from exports.game import scribe as scribe_of
from exports.kit.fields import group_title
from exports.kit.log import LogLine
from exports.kit.log import format_log_line as log_line
from exports.kit.scribe import Scribe
from generator.game import Procedure
from web.current import LANGUAGES, PAPERS, address, language, paper, scribe, speaker
from web.game import Entry, games
from web.service.around import Evening

LIVERIES = "horah.liveries"  # app.extensions
GAMES = "horah.games"  # app.extensions: whose the pages of a blueprint are
KEEP = 365 * 24 * 3600  # addresses of files carry a digest, so what they give never changes


def register(app: Flask) -> None:
    """Give every template its words."""
    app.extensions[GAMES] = {}
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = KEEP
    app.jinja_env.globals.update(
        asset=asset,
        liveries_digest=liveries_digest,
        both=both,
        this_page=this_page,
        language=language,
        languages=LANGUAGES,
        say=lambda said, game: scribe(game).say(said),
        term=term,
        menu=menu,
        address_of=address,
        paper=paper,
        papers=PAPERS,
    )
    app.jinja_env.filters.update(
        day=day,
        decimal=lambda value, places=None: words().decimal(value, places),
        grouped=grouped,
        meeting_day=meeting_day,
        group_title=lambda blanks: group_title(blanks, words()),
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: _tongue().ugettext(text),
        lambda one, many, count: _tongue().ungettext(one, many, count),
        newstyle=True,
    )


def _tongue() -> Any:
    """The furniture of the pages in the reader's language, looked up once in a request."""
    if "tongue" not in g:
        g.tongue = get_translations()
    return g.tongue


def term(key: str) -> str:
    """A word that every game shares, or that of the game whose page this is."""
    return words().term(key)


def words() -> Scribe:
    """The words of the game whose page this is; what no game's page is speaks with the words all share."""
    game = g.get("game") or current_app.extensions[GAMES].get(request.blueprint)
    return scribe(game) if game else speaker(language())


def add_pages(app: Flask, game: str, *pages: Blueprint) -> None:
    """Put pages on an application that speak with the words of a game."""
    for blueprint in pages:
        app.register_blueprint(blueprint)
        app.extensions[GAMES][blueprint.name] = game


def both(texts: Mapping[Any, str]) -> str:
    """A text that stands in several languages."""
    return texts.get(language()) or texts.get("en") or ""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of a log; ``step`` is the number of an answer, None for what followed by rule."""

    line: LogLine
    step: int | None
    secret: bool


def told(
    log: Sequence[Mapping[str, Any]],
    catalog: Catalog,
    lang: Language,
    settings: Mapping[str, Any] | None = None,
) -> list[Told]:
    """The lines of a log in words, those of a table with the names that its settings bring."""
    voice = scribe_of(catalog, lang, settings)
    return [
        Told(
            log_line(found, voice),
            found["n"] if "what" not in found else None,
            bool(found.get("secret")),
        )
        for found in log
    ]


def day(moment: str) -> Markup:
    """A stored time as people write it; a script puts it by the clock of the reader's device."""
    words = format_datetime(datetime.fromisoformat(moment), "d MMM y, HH:mm")
    return Markup('<time datetime="{}" data-local>{} UTC</time>').format(moment, words)


def meeting_day(found: Evening) -> str:
    """When people meet, by the clock of the place, as people write it."""
    moment = datetime.fromisoformat(found.start)
    return f"{format_date(moment, 'full' if language() == 'es' else 'EEEE d MMMM y')}, {moment:%H:%M}"


def grouped(text: str) -> Markup:
    """A long hash in groups that the eye can follow and a line can break between."""
    parts = [text[place : place + 8] for place in range(0, len(text), 8)]
    return Markup("<wbr>").join(parts)


def this_page() -> str:
    """The address of this page, to come back to from the language switch."""
    if request.method != "GET":
        return request.path
    return request.full_path.rstrip("?")


def name_of(kind: Procedure) -> str:
    """What is played, where it has a name of its own."""
    words, key = scribe(kind.game), f"{kind.kind}.{kind.name.partition('/')[0]}"
    return words.term(key) if words.knows(key) else ""


def code(address: str) -> Markup:
    """An address for the camera of a telephone; none where it would not find us."""
    from exports.kit.address import is_local_address
    from exports.kit.qr import draw_qr_code
    from exports.kit.vector import to_svg

    if is_local_address(address):
        return Markup("")
    return Markup(to_svg(draw_qr_code(address, 96.0), "", "code"))


def menu() -> list[tuple[Entry, str]]:
    """The ways into each game, in the order of the menu, each with the game's own word for it."""
    return [(entry, scribe(game.id).term(entry.word)) for game in games().values() for entry in game.menu]


def asset(name: str, game: str = "") -> str:
    """A file of ours, or of a game's, with a digest so that it can be kept for ever."""
    folder = (current_app.blueprints[game] if game else current_app).static_folder
    assert folder is not None
    place = f"{game}.static" if game else "static"
    return url_for(place, filename=name, v=_digest(Path(folder) / name))


def styles() -> str:
    """What each game wears."""
    return "".join(resolve_name(game.style)() for game in games().values() if game.style)


def liveries_digest() -> str:
    """Stands in the address of the liveries, so that other colours are fetched at once."""
    known = current_app.extensions
    if LIVERIES not in known:
        known[LIVERIES] = sha256(styles().encode()).hexdigest()[:12]
    return str(known[LIVERIES])


@lru_cache(maxsize=64)
def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]
