"""What a request says about the one who asks: language and link; and the context it works in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from flask import current_app, g, has_request_context, request, url_for

from catalogs import Catalog
from exports.game import format_error
from exports.game import scribe as scribe_of
from exports.kit.scribe import Scribe
from schemas.errors import HorahError
from web.language import Language
from web.service.context import Context
from web.service.printing import Paper
from web.service.quota import owner_of

CONTEXT = "horah.context"  # app.extensions
PUBLIC = "HORAH_PUBLIC"  # app.config
LANGUAGE_COOKIE = "lang"
LANGUAGES: tuple[Language, Language] = ("en", "es")


def context() -> Context:
    """The context of the service in this application."""
    return cast(Context, current_app.extensions[CONTEXT])


def language() -> Language:
    """The language of the address, of the switch, or of the browser; Spanish or English."""
    if not has_request_context():
        return "en"
    if "language" not in g:
        g.language = _wanted()
    found: Language = g.language
    return found


def _wanted() -> Language:
    for wish in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wish in LANGUAGES:
            return wish
    return "es" if request.accept_languages.best_match(LANGUAGES) == "es" else "en"


def scribe(game: str) -> Scribe:
    """A game's words in the reader's language; kept while one request is answered."""
    key = f"scribe {game} {language()}"
    if key not in g:
        setattr(g, key, scribe_of(context().catalogs[game], language()))
    found: Scribe = getattr(g, key)
    return found


def speak_with(catalog: Catalog, told: Mapping[str, Any] | None = None) -> Scribe:
    """From here on this request speaks of a game with the catalogues and the settings of one table."""
    found = scribe_of(catalog, language(), told)
    setattr(g, f"scribe {catalog.game} {language()}", found)
    return found


def client() -> str:
    """What is kept of the address that this request came from."""
    return owner_of(request.remote_addr)


def remembered(game: str) -> str:
    """The name under which a device remembers the link of an owner's box."""
    return f"box-{game}"


def speaker(lang: Language) -> Scribe:
    """The words that every game shares."""
    catalogs = context().catalogs
    return scribe_of(catalogs[next(iter(catalogs))], lang)


def sentence(error: HorahError) -> str:
    """What a person reads of an error."""
    return format_error(error, language(), context().catalogs)


def address(endpoint: str, **values: Any) -> str:
    """An address to pass on: under the public one where that is set, else as this request found us."""
    public = current_app.config[PUBLIC]
    if not public:
        return url_for(endpoint, **values, _external=True)
    return str(public) + url_for(endpoint, **values).removeprefix(request.script_root)


def number(text: str, otherwise: int) -> int:
    """A whole number from a form or an address; something else where it is none, or one that nobody means."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def words_of(text: str) -> str:
    """A title as it was typed: one line of words, without what a keyboard does not type."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


PAPER_COOKIE = "paper"
PAPERS: tuple[Paper, ...] = get_args(Paper)


def paper() -> Paper:
    """The paper that an address asks for, else the one this device remembers."""
    for wish in (request.args.get("paper"), request.cookies.get(PAPER_COOKIE)):
        if wish in PAPERS:
            return wish
    return PAPERS[0]


def bearer() -> str | None:
    """The link sent with the request; None if there is none, "" if there is one that cannot be."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, link = header.partition(" ")
    return link.strip() if scheme.lower() == "bearer" else ""
