"""A battlefield among the documents that people write."""

from __future__ import annotations

from typing import Any

from generator.finding import Finding
from generator.game import Authored, Document

from .battlefield_document import FORMAT, blank


def _check(catalog: Any, document: Document) -> tuple[Finding, ...]:
    from .checks import check

    return check(catalog, document)


BATTLEFIELD = Authored(
    format=FORMAT,
    kind="battlefield",
    schema="urn:hora-h:combat_commander:battlefield:1",
    blank=blank,
    check=_check,
    view=lambda document, seat: document,
    title="name",
)
