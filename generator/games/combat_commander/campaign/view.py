"""Views of a campaign: the only place where a seat's secrets are removed."""

from __future__ import annotations

from typing import Any

from generator.chance import commitment, has_secret_part, hash_hides_seed, open_part
from generator.table import EVERYONE, REFEREE, Prompt, Seat, Table
from generator.table.visibility import Lines, may_read, outline_prompt, readable_fields
from schemas.errors import HorahError

from ..battle.standing import view_battle
from ..battle.view import SEATS, view_card
from .card import make_card_at
from .correction import list_reports
from .play import Campaign, get_state

# answerer of a random result, and its label where a simulation was not possible
CHANCE, UNFOUGHT_LABEL = "chance", "unfought"


def check_seat(seat: Seat) -> Seat:
    if seat not in SEATS:
        raise HorahError("BAD_SEAT", given=seat, seats=SEATS)
    return seat


def get_viewing_seat(table: Table[Any], seat: Seat) -> Seat:
    """Return the seat, or the referee once the campaign is over and nothing is secret."""
    return REFEREE if table.finished else check_seat(seat)


def view_state(table: Table[Any], seat: Seat) -> dict[str, Any]:
    """Return the state of a campaign. It holds commitments only once both are known.

    The battle in preparation holds the secret chits of the seat alone.
    """
    check_seat(seat)
    state = get_state(table)
    view = state.json()
    if state.stage == "forces" and state.at_hand is not None:
        view["preparing"] = view_battle(state.at_hand, seat)
    if state.settings.results == "fought":
        view["reported"] = [
            UNFOUGHT_LABEL if entry.by == CHANCE else entry.by for entry in list_reports(table)
        ]
    return view


def view_campaign(campaign: Campaign, seat: Seat) -> dict[str, Any]:
    """Return the whole campaign as a seat may see it."""
    table, sees = campaign.table, get_viewing_seat(campaign.table, seat)
    return {
        "campaign": campaign.name,
        "seat": seat,
        "seed": view_seed(campaign, seat),
        "commitment": _commitment(campaign, seat),
        "settings": campaign.settings.json(),
        "catalog": campaign.catalog.version,
        "state": view_state(table, seat),
        "asked": [view_prompt(prompt, seat) for prompt in table.pending],
        "sealed": sorted(table.sealed),
        "finished": table.finished,
        "log": view_log(table, sees),
    }


def view_seed(campaign: Campaign, seat: Seat) -> str | None:
    """Return the seed for the referee; for others only its open part, which reveals no secret."""
    if get_viewing_seat(campaign.table, seat) == REFEREE:
        return campaign.seed
    return open_part(campaign.seed) if has_secret_part(campaign.seed) else None


def _commitment(campaign: Campaign, seat: Seat) -> str | None:
    """Return the hash of the seed, if the seat may know the seed or cannot guess it from the hash."""
    known = get_viewing_seat(campaign.table, seat) == REFEREE or hash_hides_seed(campaign.seed)
    return commitment(campaign.seed) if known else None


def view_prompt(prompt: Prompt, seat: Seat) -> dict[str, Any]:
    """Return the whole prompt for the seat that answers it; for others only its outline."""
    return (
        readable_fields(prompt)
        if prompt.seat == EVERYONE or may_read(prompt, seat)
        else outline_prompt(prompt)
    )


def view_log(table: Table[Any], seat: Seat) -> list[dict[str, Any]]:
    """Return every answer and every note in order."""
    return list(Lines(table.log, seat))


def view_battle_card(campaign: Campaign, battle: int, seat: Seat) -> dict[str, Any]:
    """Return the card of a battle for a seat; it shows the seed only when the campaign is over."""
    table = campaign.table
    seed = campaign.seed if table.finished else None
    card = {**make_card_at(table, battle, seed, campaign.cards), "commitment": _commitment(campaign, seat)}
    return view_card(card, get_viewing_seat(table, seat)) | {"seat": seat}
