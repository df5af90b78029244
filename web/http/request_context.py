"""Request context: language, link and paper of the current request, and the service context."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from flask import current_app, g, has_request_context, request, url_for

from catalogs import Catalog
from catalogs.terms import ENGLISH
from exports.game import format_error
from exports.game import formatter as formatter_of
from exports.kit.messages import MessageFormatter
from schemas.errors import HorahError
from web.cli.i18n import Language
from web.games.registry import default_game
from web.service.context import Context
from web.service.quota import hash_client
from web.service.rendering import Paper

CONTEXT = "horah.context"  # app.extensions
PUBLIC = "HORAH_PUBLIC"  # app.config
LANGUAGE_COOKIE = "lang"


def context() -> Context:
    """Return the service context of this application."""
    return cast(Context, current_app.extensions[CONTEXT])


def language() -> Language:
    """Return the language from the URL, the cookie or the browser; English outside of a request."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:
        g.language = _requested_language()
    lang: Language = g.language
    return lang


def language_names() -> Mapping[Language, str]:
    """Return the languages of this site and their own names, English first."""
    names = context().catalogs[default_game().id].terms["language.name"]
    return {ENGLISH: names[ENGLISH], **names}


def _requested_language() -> Language:
    known = language_names()
    for lang in (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if lang and lang in known:
            return lang
    return request.accept_languages.best_match(known) or ENGLISH


def formatter(game: str) -> MessageFormatter:
    """Return a game's message formatter in the reader's language, cached for this request."""
    key = f"formatter {game} {language()}"
    if key not in g:
        setattr(g, key, formatter_of(context().catalogs[game], language()))
    own_formatter: MessageFormatter = getattr(g, key)
    return own_formatter


def use_catalog(catalog: Catalog, settings: Mapping[str, Any] | None = None) -> MessageFormatter:
    """Use the catalogues and settings of one table for this request's messages about a game."""
    own_formatter = formatter_of(catalog, language(), settings)
    setattr(g, f"formatter {catalog.game} {language()}", own_formatter)
    return own_formatter


def client_owner() -> str:
    """Return the keyed hash of the client that sent this request."""
    return hash_client(context(), request.remote_addr)


def owner_data_cookie(game: str) -> str:
    """Return the name of the cookie with the link of an owner's data."""
    return f"box-{game}"


def shared_formatter(lang: Language) -> MessageFormatter:
    """Return the formatter of the messages that all games share."""
    return formatter_of(context().catalogs[default_game().id], lang)


def sentence(error: HorahError) -> str:
    """Return the message of an error in the reader's language."""
    return format_error(error, language(), context().catalogs)


def address(endpoint: str, **values: Any) -> str:
    """Return an absolute URL to share: under the public address if it is set, otherwise under this host."""
    public = current_app.config[PUBLIC]
    if not public:
        return url_for(endpoint, **values, _external=True)
    return str(public) + url_for(endpoint, **values).removeprefix(request.script_root)


def parse_number(text: str, otherwise: int) -> int:
    """Return a whole number from a form or a URL, or the fallback if it is none or too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def clean_line(text: str) -> str:
    """Return a text as one line, without unprintable characters and repeated spaces."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def uploaded_text(file: str = "file", field: str = "", max_bytes: int = -1) -> str:
    """Return the text of an uploaded file, or of a form field if no file was chosen."""
    upload = request.files.get(file)
    if upload and upload.filename:
        return str(upload.read(max_bytes), "utf-8", "replace")
    return request.form.get(field, "") if field else ""


PAPER_COOKIE = "paper"
PAPERS: tuple[Paper, ...] = get_args(Paper)


def paper() -> Paper:
    """Return the paper size from the URL or the cookie; A4 without either."""
    for name in (request.args.get("paper"), request.cookies.get(PAPER_COOKIE)):
        if name in PAPERS:
            return name
    return PAPERS[0]


def bearer() -> str | None:
    """Return the link sent with the request; None if there is none, "" if the header is malformed."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, link = header.partition(" ")
    return link.strip() if scheme.lower() == "bearer" else ""
