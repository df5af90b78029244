"""The pages speak Spanish wherever they speak English."""

from __future__ import annotations

import re

from web.translations import MO, PO, brought_up_to_date, compiled, known, missing, written


def test_every_text_has_its_spanish() -> None:
    assert [message.id for message in missing(brought_up_to_date())] == []


def test_the_files_are_up_to_date() -> None:
    """Run ``python -m web.translations`` after changing a text."""
    spanish = brought_up_to_date()
    assert PO.read_bytes() == written(spanish)
    assert MO.read_bytes() == compiled(spanish)


def test_both_languages_have_the_same_gaps_to_fill() -> None:
    for message in known():
        pairs = (
            zip(message.id, message.string, strict=True)
            if isinstance(message.id, tuple | list)
            else [(message.id, message.string)]
        )
        for english, spanish in pairs if message.id else ():
            gaps = [sorted(re.findall(r"%\(\w+\)[sd]", words)) for words in (english, spanish)]
            assert gaps[0] == gaps[1], english
