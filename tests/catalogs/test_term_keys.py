"""A deleted term never passes: the check of the catalogues names it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from catalogs.checks import inspect
from catalogs.game import SHARED, data_folder, games
from catalogs.languages import format_keys
from catalogs.store import KEYS_FILE, needed_keys
from tests.catalogs.overlays import lay

FOLDERS = {SHARED.name: SHARED, **{name: data_folder(name) for name in games()}}
DELETED = 20


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_the_list_of_terms_is_up_to_date(folder: Path) -> None:
    """Run ``python -m web.translations`` after adding or removing a term."""
    assert (folder / KEYS_FILE).read_text(encoding="utf-8") == format_keys(folder)


@pytest.mark.parametrize("name", games())
def test_every_deleted_term_is_named(tmp_path: Path, name: str) -> None:
    keys = Random(name).sample(needed_keys(SHARED) + needed_keys(data_folder(name)), DELETED)
    lay(tmp_path / name, "terms/gone", [], remove=keys)
    report = inspect(name, tmp_path)
    named = {fault.problem.facts["key"] for fault in report.faults if "key" in fault.problem.facts}
    assert named >= set(keys)
