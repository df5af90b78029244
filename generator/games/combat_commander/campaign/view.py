"""What a seat may see of a campaign: everything that leaves a campaign leaves it through here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from generator.chance import commitment, has_secret_part, open_part
from generator.table import EVERYONE, REFEREE, Note, Prompt, Seat, Table, view_entry
from schemas.errors import HorahError

from ..battle.view import SEATS, view_card
from .card import card_at
from .play import Campaign, state_of

PRIVATE = ("why_not", "check", "mixed", "deck", "shown", "cup")  # a cup tells what others drew


def check_seat(seat: Seat) -> Seat:
    if seat not in SEATS:
        raise HorahError(
            f"There is no seat {seat!r}; the seats are {', '.join(SEATS)}.",
            f"No hay asiento {seat!r}; los asientos son {', '.join(SEATS)}.",
            code="BAD_SEAT",
        )
    return seat


def eye(table: Table[Any], seat: Seat) -> Seat:
    """When the campaign is over nothing is secret any more."""
    return REFEREE if table.finished else check_seat(seat)


def state_view(table: Table[Any], seat: Seat) -> dict[str, Any]:
    """How a campaign stands. Commitments enter the state only once both are in, and chits never do."""
    check_seat(seat)
    return state_of(table).json()


def view(campaign: Campaign, seat: Seat) -> dict[str, Any]:
    """The whole campaign as a seat may see it."""
    table, sees = campaign.table, eye(campaign.table, seat)
    return {
        "campaign": campaign.name,
        "seat": seat,
        "seed": seed_view(campaign, seat),
        "commitment": commitment(campaign.seed),
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


def prompt_view(prompt: Prompt, seat: Seat) -> dict[str, Any]:
    """A prompt whole for the seat that answers it; the others learn only that it is asked."""
    if seat not in (prompt.seat, REFEREE) and prompt.seat != EVERYONE:
        return {name: getattr(prompt, name) for name in ("kind", "rule", "ask", "seat")}
    shown = [f.name for f in fields(prompt) if f.name not in PRIVATE]
    return {name: _plain(getattr(prompt, name)) for name in shown}


def log_view(table: Table[Any], seat: Seat) -> list[dict[str, Any]]:
    """Every answer and every note in order."""
    lines: list[dict[str, Any]] = []
    answers = 0
    for line, entry in table.log:
        if isinstance(line, Note):
            facts = _plain(line.facts)
            lines.append({"n": answers, "rule": line.rule, "what": line.what, "facts": facts})
        elif entry is not None:
            answers = entry.n + 1
            lines.append(view_entry(entry, seat).json())
    return lines


def card_view(campaign: Campaign, battle: int, seat: Seat) -> dict[str, Any]:
    """The card of a battle for a seat; the seed stands on it only when the campaign is over."""
    table = campaign.table
    seed = campaign.seed if table.finished else None
    card = {**card_at(table, battle, seed, campaign.cards), "commitment": commitment(campaign.seed)}
    return view_card(card, eye(table, seat)) | {"seat": seat}


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    return value
