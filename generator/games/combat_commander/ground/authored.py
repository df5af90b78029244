"""Register the battlefield as a document type that users write."""

from __future__ import annotations

from typing import Any

from generator.findings import Finding
from generator.game import Authored, Document

from .battlefield_document import FORMAT, make_blank


def _check(catalog: Any, document: Document) -> tuple[Finding, ...]:
    from .checks import check_battlefield

    return check_battlefield(catalog, document)


BATTLEFIELD = Authored(
    format=FORMAT,
    kind="battlefield",
    schema="urn:hora-h:combat_commander:battlefield:1",
    blank=make_blank,
    check=_check,
    view=lambda document, seat: document,
    title="name",
)
