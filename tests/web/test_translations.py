"""Translations of the pages are up to date, and the Spanish one is complete."""

from __future__ import annotations

import re

import pytest

from web.translations import (
    compile_catalog,
    find_missing,
    format_catalog,
    list_languages,
    load_catalog,
    po_file,
    update_catalog,
)

LANGUAGES = list_languages()


def test_every_text_is_translated_into_spanish() -> None:
    assert [message.id for message in find_missing(update_catalog("es"))] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_files_are_up_to_date(lang: str) -> None:
    """Run ``python -m web.translations`` after changing a text."""
    catalog = update_catalog(lang)
    assert po_file(lang).read_bytes() == format_catalog(catalog)
    assert po_file(lang).with_suffix(".mo").read_bytes() == compile_catalog(catalog)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translations_have_the_same_placeholders(lang: str) -> None:
    for message in load_catalog(lang):
        pairs = (
            zip(message.id, message.string, strict=True)
            if isinstance(message.id, tuple | list)
            else [(message.id, message.string)]
        )
        for english, other in pairs if message.id else ():
            gaps = [sorted(re.findall(r"%\(\w+\)[sd]", words)) for words in (english, other)]
            assert not other or gaps[0] == gaps[1], english
            assert not re.search(r"%(?!\(\w+\)[sd])", f"{english}{other}".replace("%%", "")), english
