"""Spanish translations of the pages are complete and up to date."""

from __future__ import annotations

import re

from web.translations import (
    MO,
    PO,
    compile_catalog,
    find_missing,
    format_catalog,
    load_catalog,
    update_catalog,
)


def test_every_text_is_translated() -> None:
    assert [message.id for message in find_missing(update_catalog())] == []


def test_the_files_are_up_to_date() -> None:
    """Run ``python -m web.translations`` after changing a text."""
    spanish = update_catalog()
    assert PO.read_bytes() == format_catalog(spanish)
    assert MO.read_bytes() == compile_catalog(spanish)


def test_translations_have_the_same_placeholders() -> None:
    for message in load_catalog():
        pairs = (
            zip(message.id, message.string, strict=True)
            if isinstance(message.id, tuple | list)
            else [(message.id, message.string)]
        )
        for english, spanish in pairs if message.id else ():
            gaps = [sorted(re.findall(r"%\(\w+\)[sd]", words)) for words in (english, spanish)]
            assert gaps[0] == gaps[1], english
