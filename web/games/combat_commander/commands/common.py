"""Functions shared by Combat Commander's commands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.cli.i18n import say

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from web.cli import Session

GAME = "combat_commander"
SIDES = ("axis", "allied")
SEATS = (*SIDES, "everyone", "referee")


def catalog_of(session: Session) -> Catalog:
    """Return the game's catalogues with the overlay applied."""
    found: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # narrowed to this game
    return found


def by_side(given: Iterable[str], setting: str, wrong: str) -> dict[str, list[str]]:
    """Parse ``axis=bold`` as a setting of a side such as ``axis_commander``; values may repeat."""
    found: dict[str, list[str]] = {}
    for one in given:
        side, _, value = one.partition("=")
        if side not in SIDES or not value:
            raise click.BadParameter(say(wrong, given=one))
        found.setdefault(f"{side}_{setting}", []).append(value)
    return found


def commanders(given: Iterable[str]) -> dict[str, str]:
    """Return the commander of each side; the last one given counts."""
    return {name: last for name, (*_, last) in by_side(given, "commander", "how_commander").items()}


def content(path: Path, most: int) -> bytes:
    """Read a file up to one byte beyond the limit, enough to see that it is too large."""
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise HorahError("NO_FILE", path=str(path), why=error.strerror or "") from None


def library_card(name: str, catalog: Catalog) -> dict[str, Any] | None:
    """Return a card of the library, unless a file of that name exists."""
    from web.cli.io import exists

    known = not exists(Path(name)) and name in catalog.scenarios
    return dict(catalog.scenarios[name]) if known else None


def in_file(path: Path | str, fault: HorahError) -> HorahError:
    """Return the error prefixed with the name of the file."""
    error = HorahError("IN_FILE", path=str(path), why=fault.message)
    error.code = fault.code
    return error


def read_card(name: str, catalog: Catalog) -> dict[str, Any]:
    """Read a card from a file, or from the library if there is no such file."""
    from exports.games.combat_commander.errors import check_card
    from generator.games.combat_commander.authoring.document import MAX_CARD_BYTES
    from generator.games.combat_commander.authoring.document import read_card as read

    if own := library_card(name, catalog):
        return own
    found = content(Path(name), MAX_CARD_BYTES)
    try:
        return check_card(read(found))
    except HorahError as error:
        raise in_file(name, error) from None
