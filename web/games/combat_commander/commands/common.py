"""What several of Combat Commander's commands share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from schemas.errors import HorahError
from web.language import say

if TYPE_CHECKING:
    from catalogs.games.combat_commander import Catalog
    from web.cli import Session

GAME = "combat_commander"
SIDES = ("axis", "allied")
SEATS = (*SIDES, "everyone", "referee")


def catalog_of(session: Session) -> Catalog:
    """The game's catalogues, with the overlay laid over them."""
    found: Catalog = session.catalog(GAME)  # type: ignore[assignment]  # the game's own
    return found


def by_side(given: Iterable[str], setting: str, wrong: str) -> dict[str, list[str]]:
    """``axis=bold`` as a setting of a side, ``axis_commander``; several may be given."""
    found: dict[str, list[str]] = {}
    for one in given:
        side, _, value = one.partition("=")
        if side not in SIDES or not value:
            raise click.BadParameter(say(wrong, given=one))
        found.setdefault(f"{side}_{setting}", []).append(value)
    return found


def commanders(given: Iterable[str]) -> dict[str, str]:
    """Who decides for a side; of several, the last."""
    return {name: last for name, (*_, last) in by_side(given, "commander", "how_commander").items()}


def content(path: Path, most: int) -> bytes:
    """The bytes of a file; no more of it than what already shows that it is too large."""
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise HorahError("NO_FILE", path=str(path), why=error.strerror or "") from None


def library_card(name: str, catalog: Catalog) -> dict[str, Any] | None:
    """A card of the library, if there is no file of that name."""
    from web.output import exists

    known = not exists(Path(name)) and name in catalog.scenarios
    return dict(catalog.scenarios[name]) if known else None


def in_file(path: Path | str, fault: HorahError) -> HorahError:
    """What is wrong with a file, after its name."""
    error = HorahError("IN_FILE", path=str(path), why=fault.said)
    error.code = fault.code
    return error


def read_card(name: str, catalog: Catalog) -> dict[str, Any]:
    """A card from a file, or of the library if no such file is there."""
    from exports.games.combat_commander.errors import check_card
    from generator.games.combat_commander.authoring.document import MOST_BYTES
    from generator.games.combat_commander.authoring.document import read_card as read

    if own := library_card(name, catalog):
        return own
    found = content(Path(name), MOST_BYTES)
    try:
        return check_card(read(found))
    except HorahError as error:
        raise in_file(name, error) from None
