"""Offline support: the service worker, the offline page, the web app manifest and icons."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, send_from_directory, url_for
from flask_babel import gettext

from web.games.registry import games
from web.http.request_context import language, language_names
from web.service.errors import NotHere

from .catalogs import addresses
from .template_helpers import CACHE_SECONDS, FONTS, asset, font_url, liveries_digest

blueprint = Blueprint("offline_pages", __name__)

#: Parts of the service worker; missing files are skipped.
PARTS = ("sw-offline.js", "sw-push.js")
RESPONSE_TIMEOUT_MILLISECONDS = 4000  # milliseconds without a response before the cached page is shown
KEPT_KINDS = frozenset({".css", ".js", ".svg"})
BACKGROUND = "#1F2326"  # of the icons
ICONS = {  # size in pixels, and whether phones may cut it to another shape; drawn by docs.pictures.icons
    "icon-192": (192, False),
    "icon-512": (512, False),
    "maskable-192": (192, True),
    "maskable-512": (512, True),
    "apple-180": (180, True),
}


@blueprint.get("/sw.js")
def worker() -> Response:
    """Send the service worker.

    It changes with every static file, so that a new version replaces the old one.
    """
    parts = [asset(part) for part in PARTS if (Path(current_app.static_folder or "") / part).exists()]
    files = _static_urls()
    offline_pages = {lang: url_for("offline_pages.offline", lang=lang) for lang in language_names()}
    digest = sha256("\n".join([*files, *parts]).encode()).hexdigest()[:12]
    facts = {
        "version": digest,
        "assets": files,
        "without": offline_pages,
        "patience": RESPONSE_TIMEOUT_MILLISECONDS,
    }
    lines = (f"self.HORAH = {json.dumps(facts)};", f"importScripts({', '.join(map(json.dumps, parts))});", "")
    response = Response("\n".join(lines), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.app_template_global()
def poll_timeout() -> int:
    """Return how long a polling page waits for a response, in milliseconds."""
    return 3 * RESPONSE_TIMEOUT_MILLISECONDS


def _static_urls() -> list[str]:
    """Return every static file that pages of any game use."""
    blueprints = current_app.blueprints
    places = [("", current_app.static_folder)]
    places += [(name, blueprints[name].static_folder) for name in games() if name in blueprints]
    static_files = [
        asset(path.name, game)
        for game, folder in places
        if folder is not None
        for path in sorted(Path(folder).iterdir())
        if path.suffix in KEPT_KINDS and path.name not in PARTS
    ]
    fonts = [font_url(name) for name in FONTS]
    icons = [url_for("offline_pages.icon", name=name) for name in ICONS]
    return [*static_files, url_for("site.liveries", v=liveries_digest()), *fonts, *icons]


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Send the web app manifest, for installation on a phone."""
    pictures = [
        {
            "src": url_for("offline_pages.icon", name=name),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if cut else "any",
        }
        for name, (size, cut) in ICONS.items()
    ]
    shortcuts = [
        (str(gettext("My games")), "mine_pages.index"),
        (str(gettext("Reference")), "catalog_pages.index"),
        (str(gettext("Table for two")), "table_pages.new"),
    ]
    facts: dict[str, Any] = {
        "id": url_for("site.home"),
        "name": "Hora H",
        "short_name": "Hora H",
        "description": str(gettext("Random battles, campaigns, scenarios and printed cards.")),
        "lang": language(),
        "dir": "ltr",
        "start_url": url_for("site.home"),
        "scope": url_for("site.home"),
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "categories": ["games", "utilities"],
        "icons": pictures,
        "shortcuts": [{"name": name, "url": url_for(endpoint)} for name, endpoint in shortcuts],
    }
    response = Response(json.dumps(facts, ensure_ascii=False), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/icons/<name>.png")
def icon(name: str) -> Response:
    """Send an icon."""
    if name not in ICONS:
        raise NotHere
    response = send_from_directory(Path(current_app.static_folder or "") / "icons", f"{name}.png")
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.max_age = CACHE_SECONDS
    return response


@blueprint.get("/offline")
def offline() -> str:
    """Show the page that the worker uses for pages which are not cached."""
    return render_template("offline.html")


@blueprint.get("/offline/catalogue.json")
def catalogue_urls() -> Response:
    """Return the URLs of the catalogue pages to cache."""
    pages = [
        *addresses(),
        *(
            each
            for game in games().values()
            if game.offline_pages
            for each in resolve_name(game.offline_pages)()
        ),
    ]
    return jsonify(pages=pages)
