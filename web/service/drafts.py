"""Drafts: answers that a seat has typed and not sent yet. Other seats do not see them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from web.storage import drafts
from web.storage.drafts import StoredDraft
from web.storage.records import Event, later, now
from web.storage.tables import Taken

from .context import Context
from .errors import Conflict
from .tables.access import Sitting
from .tables.live import Live

MAX_DRAFT_AGE_SECONDS = 30 * 24 * 60 * 60


def question_digest(place: int, asked: Mapping[str, Any]) -> str:
    """Return a digest of a question, so that a draft is never shown for a different one."""
    text = json.dumps([place, asked["ask"], asked["context"]], sort_keys=True, ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def load_draft(context: Context, sitting: Sitting, place: int, question: str) -> StoredDraft | None:
    """Return the draft of a seat for a question, if any."""
    draft = drafts.find_draft(context.repository, sitting.table, sitting.seat, place)
    return draft if draft and draft.question == question else None


def save_draft(
    context: Context, sitting: Sitting, place: int, question: str, fields: Mapping[str, str]
) -> None:
    """Replace the draft of a seat for a question."""
    draft = StoredDraft(sitting.table, sitting.seat, place, question, fields, now())
    try:
        drafts.put_draft(context.repository, draft, later(-MAX_DRAFT_AGE_SECONDS))
    except Taken:
        raise Conflict("DRAFT_CHANGED") from None


def delete_answered(context: Context, live: Live, answers_before: int, new: Sequence[Event]) -> None:
    """Delete drafts whose question was answered, corrected or taken back by new events."""
    if not live.session.procedure.agreed:  # only reports have drafts
        return
    answers = len(live.table.entries)
    corrected = [event.body["place"] for event in new if event.kind == "correct"]
    if answers != answers_before or corrected:
        drafts.delete_drafts(context.repository, live.stored.id, min(answers_before, answers, *corrected))
