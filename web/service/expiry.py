"""Expiry: delete battles and tables that nobody has opened for a long time, and results of old jobs."""

from __future__ import annotations

from logging import getLogger

from web.storage.moderation import ItemFilter, delete_items, delete_old_jobs, find_items
from web.storage.records import later

from .context import Context

DAY_SECONDS = 24 * 3600
MAX_JOB_AGE_DAYS = 90  # a rehearsal can be requested again
BATCH = 1000
log = getLogger(__name__)


def expired(days: int) -> ItemFilter:
    """Return the filter for battles and tables that nobody has opened for so many days."""
    return ItemFilter(("battle", "table"), seen_before=later(-days * DAY_SECONDS))


def delete_expired(context: Context) -> int:
    """Delete what has expired; return how many battles and tables."""
    delete_old_jobs(context.repository, later(-MAX_JOB_AGE_DAYS * DAY_SECONDS))
    days, count = context.limits.expiry_days, 0
    while days:
        items, _ = find_items(context.repository, expired(days), most=BATCH)
        if not items:
            break
        delete_items(context.repository, items)
        count += len(items)
    if count:
        log.warning("expired: %s battles and tables that nobody has opened for %s days", count, days)
    return count
