"""Seats of a table: invitations, hand-over, names, notes, closing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schemas.api.participants import Chair, Named, NewNote, Note, Seat, Word
from schemas.api.tables import State
from web.http.request_context import bearer, clean_line, context
from web.service import tables
from web.service.tables import participants

from .blueprint import ANYONE, Blueprint

PATH = "/tables"
blueprint = Blueprint("company", __name__, description="Seats of a table, their players and notes.")


def endpoint(path: str, method: str = "GET", errors: Sequence[int] = (403, 404), **more: Any) -> Any:
    """Add an endpoint of a table."""
    return blueprint.endpoint(f"/<table_id>{path}", method, errors=errors, security=ANYONE, **more)


def sitting(table_id: str) -> tables.Sitting:
    """Return the seat of this request's link, at a table of any kind."""
    return tables.find_sitting(context(), table_id, bearer())


@endpoint("/seats", result=Chair(many=True), errors=(404,))
def seats(table_id: str) -> Any:
    """List every seat and its player"""
    return participants.list_seats(context(), sitting(table_id), bearer() or table_id)


@endpoint("/invitations", "POST", body=Seat, result=Word, status=201, errors=(403, 404, 409), cost=3)
def invite(wish: dict[str, Any], table_id: str) -> Any:
    """Invite a player to a free seat; an earlier invitation becomes void"""
    here = sitting(table_id)
    return {"invitation": participants.invite(context(), here, bearer() or table_id, wish["seat"])}


@endpoint("/hand-over", "POST", result=Word, status=201, cost=3)
def hand_over(table_id: str) -> Any:
    """Offer your seat to another player; your link ends when they take it"""
    here = sitting(table_id)
    return {"invitation": participants.hand_over(context(), here, bearer() or table_id, here.seat)}


@endpoint("/hand-over", "DELETE", status=204)
def keep(table_id: str) -> None:
    """Withdraw the offer and keep the seat"""
    here = sitting(table_id)
    participants.withdraw_hand_over(context(), here, here.seat)


@endpoint("/name", "PUT", body=Named, result=State)
def rename(wish: dict[str, Any], table_id: str) -> Any:
    """Set your name"""
    here = sitting(table_id)
    participants.rename(context(), here, here.seat, clean_line(wish["name"]))
    return tables.state(context(), here)


@endpoint("/notes", result=Note(many=True), errors=(404,))
def notes(table_id: str) -> Any:
    """List the notes beside the log that the seat may see"""
    return _notes(sitting(table_id))


@endpoint("/notes", "POST", body=NewNote, result=Note(many=True), status=201, errors=(403, 404, 409))
def note(wish: dict[str, Any], table_id: str) -> Any:
    """Write a note, for all at the table or for yourself"""
    here = sitting(table_id)
    participants.add_note(context(), here, wish["text"].strip(), private=wish["private"])
    return _notes(here)


def _notes(here: tables.Sitting) -> Any:
    with tables.view_table(context(), here) as view:
        return view.remarks


@endpoint("/close", "POST", result=State)
def close(table_id: str) -> Any:
    """Close the table: it keeps its state and takes no answers"""
    here = sitting(table_id)
    participants.close(context(), here)
    return tables.state(context(), here)


@endpoint("/reopen", "POST", result=State)
def reopen(table_id: str) -> Any:
    """Reopen the table"""
    here = sitting(table_id)
    participants.reopen(context(), here)
    return tables.state(context(), here)
