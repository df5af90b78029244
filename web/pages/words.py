"""What templates need to speak: terms of the catalogues, and addresses of files that may be kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, request, url_for
from flask_babel import format_datetime
from markupsafe import Markup

from exports.games.combat_commander.log import marker_text
from exports.games.combat_commander.log import thing as thing_in_words
from exports.games.combat_commander.scribe import Scribe
from schemas.errors import HorahError
from web.current import LANGUAGES, context, language

KEEP = 365 * 24 * 3600  # addresses of files carry a digest, so what they give never changes
ID = r"[a-z]+(?:_[a-z]+)+\b|[a-z]+:[A-Za-z0-9_:]*[A-Za-z0-9_]"  # german:squad_rifle, hasty_trench_line


def register(app: Flask) -> None:
    """Give every template its words."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = KEEP
    app.jinja_env.globals.update(
        asset=asset,
        blueprints=lambda: current_app.blueprints,
        both=both,
        has_scenarios=has_scenarios,
        this_page=this_page,
        language=language,
        languages=LANGUAGES,
        marker_text=lambda marker: marker_text(marker, context().catalog, language()),
        side_class=side_class,
        term=term,
        thing=thing,
    )
    app.jinja_env.filters.update(day=day, grouped=grouped)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def scribe() -> Scribe:
    """The catalogue's words in the reader's language."""
    if "scribe" not in g:
        g.scribe = Scribe(context().catalog, language())
    found: Scribe = g.scribe
    return found


def term(key: str) -> str:
    """The word for an id, ``faction.german``."""
    return scribe().term(key)


def thing(name: str) -> str:
    """An order of battle, an offer, a leader, a counter or a package in words."""
    return thing_in_words(context().catalog, language(), name)


def said(fault: HorahError) -> str:
    """The sentence of an error with the names of things in the place of their ids."""
    return re.sub(ID, lambda found: _named(found[0]), fault.sentence(language()))


def _named(found: str) -> str:
    if f"package.{found}" in context().catalog.terms:
        return term(f"package.{found}")
    return thing(found) if ":" in found else found


def times(count: int, name: str) -> str:
    """3 × Rifle squad, not to be broken after the number."""
    return f"{count}\u00a0×\u00a0{name}"


def counted(pieces: Mapping[str, int]) -> tuple[str, ...]:
    """Pieces with their numbers."""
    return tuple(times(count, thing(ref)) for ref, count in pieces.items())


def both(words: Mapping[Any, str]) -> str:
    """A text that stands in both languages."""
    return words.get(language()) or words.get("en") or ""


def side_class(card: Mapping[str, Any] | None, side: str) -> str:
    """The classes that dress something in the colours of a side."""
    faction = card["sides"][side]["faction"] if card else "plain"
    return f"of-{side} dress-{faction}"


def day(moment: str) -> str:
    """A stored time as people write it."""
    return str(format_datetime(datetime.fromisoformat(moment), "d MMM y, HH:mm"))


def grouped(text: str) -> Markup:
    """A long hash in groups that the eye can follow and a line can break between."""
    parts = [text[place : place + 8] for place in range(0, len(text), 8)]
    return Markup("<wbr>").join(parts)


def this_page() -> str:
    """The address of this page, to come back to from the language switch."""
    if request.method != "GET":
        return request.path
    return request.full_path.rstrip("?")


def has_scenarios() -> bool:
    """Is there a workbench for scenarios in this installation?"""
    return any(rule.rule.rstrip("/") == "/scenarios" for rule in current_app.url_map.iter_rules())


def asset(name: str, game: str = "") -> str:
    """A file of ours, or of a game's, with a digest so that it can be kept for ever."""
    folder = (current_app.blueprints[game] if game else current_app).static_folder
    assert folder is not None
    place = f"{game}.static" if game else "static"
    return url_for(place, filename=name, v=_digest(Path(folder) / name))


@lru_cache(maxsize=64)
def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]
