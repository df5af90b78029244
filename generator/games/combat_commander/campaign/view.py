"""What a seat may see of a campaign: everything that leaves a campaign leaves it through here."""

from __future__ import annotations

from typing import Any

from generator.chance import commitment, commits, has_secret_part, open_part
from generator.table import EVERYONE, REFEREE, Prompt, Seat, Table
from generator.table.seen import log_lines, may_read, outline, shown
from schemas.errors import HorahError

from ..battle.view import SEATS, view_card
from .card import card_at
from .correction import reports
from .play import Campaign, state_of

CHANCE, UNFOUGHT = "chance", "unfought"  # who tells of a battle, and what is said where chance had to


def check_seat(seat: Seat) -> Seat:
    if seat not in SEATS:
        raise HorahError("BAD_SEAT", given=seat, seats=SEATS)
    return seat


def eye(table: Table[Any], seat: Seat) -> Seat:
    """When the campaign is over nothing is secret any more."""
    return REFEREE if table.finished else check_seat(seat)


def state_view(table: Table[Any], seat: Seat) -> dict[str, Any]:
    """How a campaign stands. Commitments enter the state only once both are in, and chits never do."""
    check_seat(seat)
    state = state_of(table)
    if state.settings.results != "fought":
        return state.json()
    told = [UNFOUGHT if entry.by == CHANCE else entry.by for entry in reports(table)]
    return {**state.json(), "reported": told}


def view(campaign: Campaign, seat: Seat) -> dict[str, Any]:
    """The whole campaign as a seat may see it."""
    table, sees = campaign.table, eye(campaign.table, seat)
    return {
        "campaign": campaign.name,
        "seat": seat,
        "seed": seed_view(campaign, seat),
        "commitment": _commitment(campaign, seat),
        "settings": campaign.settings.json(),
        "catalog": campaign.catalog.version,
        "state": state_view(table, seat),
        "asked": [prompt_view(prompt, seat) for prompt in table.pending],
        "sealed": sorted(table.sealed),
        "finished": table.finished,
        "log": log_view(table, sees),
    }


def seed_view(campaign: Campaign, seat: Seat) -> str | None:
    """A seed tells every die and every secret to come; its open part alone tells no secret."""
    if eye(campaign.table, seat) == REFEREE:
        return campaign.seed
    return open_part(campaign.seed) if has_secret_part(campaign.seed) else None


def _commitment(campaign: Campaign, seat: Seat) -> str | None:
    """The hash of the seed, for those who may know the seed and where it cannot be guessed from it."""
    known = eye(campaign.table, seat) == REFEREE or commits(campaign.seed)
    return commitment(campaign.seed) if known else None


def prompt_view(prompt: Prompt, seat: Seat) -> dict[str, Any]:
    """A prompt whole for the seat that answers it; the others learn only that it is asked."""
    return shown(prompt) if prompt.seat == EVERYONE or may_read(prompt, seat) else outline(prompt)


def log_view(table: Table[Any], seat: Seat) -> list[dict[str, Any]]:
    """Every answer and every note in order."""
    return list(log_lines(table.log, seat))


def card_view(campaign: Campaign, battle: int, seat: Seat) -> dict[str, Any]:
    """The card of a battle for a seat; the seed stands on it only when the campaign is over."""
    table = campaign.table
    seed = campaign.seed if table.finished else None
    card = {**card_at(table, battle, seed, campaign.cards), "commitment": _commitment(campaign, seat)}
    return view_card(card, eye(table, seat)) | {"seat": seat}
