"""Functions shared by Combat Commander's commands."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from schemas.limits import MAX_DOCUMENT_BYTES
from web.cli.i18n import say

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from web.cli import Session

GAME = "combat_commander"
SIDES = ("axis", "allied")
SEATS = (*SIDES, "everyone", "referee")


def catalog_of(session: Session) -> Catalog:
    """Return the game's catalogues with the overlay applied."""
    catalog: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # narrowed to this game
    return catalog


def parse_by_side(words: Iterable[str], setting: str, wrong: str) -> dict[str, list[str]]:
    """Parse ``axis=bold`` as a setting of a side such as ``axis_commander``; values may repeat."""
    settings: dict[str, list[str]] = {}
    for word in words:
        side, _, value = word.partition("=")
        if side not in SIDES or not value:
            raise click.BadParameter(say(wrong, given=word))
        settings.setdefault(f"{side}_{setting}", []).append(value)
    return settings


def parse_commanders(words: Iterable[str]) -> dict[str, str]:
    """Return the commander of each side; the last one given counts."""
    return {name: last for name, (*_, last) in parse_by_side(words, "commander", "how_commander").items()}


def read_limited(path: Path) -> bytes:
    """Read a file up to one byte beyond the limit, enough to see that it is too large."""
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_DOCUMENT_BYTES + 1)
    except OSError as error:
        raise HorahError("NO_FILE", path=str(path), why=error.strerror or "") from None


def load_card(name: str, catalog: Catalog) -> dict[str, Any]:
    """Read a card from a file, or from the library if there is no such file; its schema is not checked."""
    from generator.games.combat_commander.authoring.document import read_card
    from web.cli.io import exists

    if name in catalog.scenarios and not exists(Path(name)):
        return copy.deepcopy(dict(catalog.scenarios[name]))
    return read_card(read_limited(Path(name)))


def name_file(path: Path | str, fault: HorahError) -> HorahError:
    """Return the error prefixed with the name of the file."""
    error = HorahError("IN_FILE", path=str(path), why=fault.message)
    error.code = fault.code
    return error


def read_card(name: str, catalog: Catalog) -> dict[str, Any]:
    """Read a well-formed card from a file or the library; errors name the file."""
    from exports.games.combat_commander.errors import check_card

    try:
        return check_card(load_card(name, catalog), catalog)
    except HorahError as error:
        raise error if error.code == "NO_FILE" else name_file(name, error) from None
