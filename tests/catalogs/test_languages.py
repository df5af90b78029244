"""Tests of an additional language: terms with the same keys under another language code."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalogs import CatalogError, load
from catalogs.catalog import Catalog
from catalogs.checks import inspect, placeholders
from catalogs.game import games
from catalogs.store import WORDS
from exports.game import formatter
from schemas.messages import say
from tests.catalogs.overlays import lay
from tests.languages import MADE_UP, made_up, speak
from tests.words import sentence

pytestmark = pytest.mark.usefixtures("toy_game")


@pytest.fixture(scope="module", params=["combat_commander", "toy"])
def both(
    toy_game: None, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Catalog, Catalog]:
    """Return a game's catalogues without and with the made-up language."""
    plain = load(request.param)
    folder = tmp_path_factory.mktemp("language")
    speak(folder / plain.game, plain.store)
    return plain, load(plain.game, folder)


def test_the_catalogues_have_it(both: tuple[Catalog, Catalog]) -> None:
    plain, taught = both
    assert MADE_UP not in plain.languages
    assert set(taught.languages) == {*plain.languages, MADE_UP}
    assert taught.version == plain.version


def test_every_word_is_said_in_it(both: tuple[Catalog, Catalog]) -> None:
    plain, taught = both
    for key, words in plain.terms.items():
        if "en" not in words:
            continue  # a text of a table in another language
        assert taught.term(key, MADE_UP) == made_up(words["en"])
        assert {name: taught.terms[key][name] for name in words} == words


def test_every_sentence_has_the_same_named_places_in_every_language(both: tuple[Catalog, Catalog]) -> None:
    for words in both[1].terms.values():
        assert len({frozenset(placeholders(said)) for said in words.values()}) == 1


def test_it_passes_every_check(both: tuple[Catalog, Catalog]) -> None:
    store = both[1].store
    assert inspect(both[1].game, store.overlays[-1].parent).faults == ()


def test_words_for_all_games_stand_in_a_folder_of_their_own(tmp_path: Path) -> None:
    words = [{"id": "seat.referee", "xx": "Ψ"}, {"id": "language.name", "xx": "Ξ"}]
    lay(tmp_path / "shared", "terms/xx", words)
    for name in games():
        catalog = load(name, tmp_path)
        assert set(catalog.languages) == {*load(name).languages, "xx"}
        assert formatter(catalog, "xx").say(say("seat.referee")) == "Ψ"


def test_what_is_not_said_yet_is_said_in_english(tmp_path: Path) -> None:
    catalog = load("toy", lay(tmp_path / "toy", "terms/xx", [{"id": "lane.road", "xx": "Ωδοσ"}]).parent)
    assert [catalog.term(key, "xx") for key in ("lane.road", "lane.wood")] == ["Ωδοσ", "Wood"]
    assert "xx" not in catalog.languages, "it has no name yet"


def test_one_language_may_stand_in_several_files_and_one_row_in_several_languages(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    lay(folder, "terms/xx", [{"id": "lane.road", "xx": "Ωδοσ"}, {"id": "lane.wood", "xx": "Υλη"}])
    lay(folder, "terms/yy", [{"id": "lane.road", "yy": "Дорога", "es": "Camino"}])
    words = load("toy", tmp_path).terms["lane.road"]
    assert dict(words) == {"es": "Camino", "en": "Road", "xx": "Ωδοσ", "yy": "Дорога"}


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([{"id": "lane.road", "xx": "A"}, {"id": "lane.road", "xx": "B"}], "the id lane.road is used twice"),
        ([{"id": "lane.sea", "es": "Mar"}], "lane.sea exists in es but not in en"),
        ([{"id": "note.won", "xx": "{who:seat}!"}], "note.won uses who in xx but points, who in en"),
        ([{"id": "note.won", "xx": "{who"}], "note.won has unbalanced braces in xx"),
        ([{"id": "text.lanes.road.title", "xx": "A"}], "there is no text text.lanes.road.title in any table"),
    ],
)
def test_words_that_do_not_fit_are_refused(tmp_path: Path, rows: list[dict[str, str]], problem: str) -> None:
    with pytest.raises(CatalogError) as refused:
        load("toy", lay(tmp_path / "toy", "terms/xx", rows).parent)
    assert problem in sentence(refused.value)
    assert refused.value.game == "toy"


def test_a_table_of_words_alone_is_read_when_no_text_speaks_another_language() -> None:
    store = load("toy").store
    fresh = type(store)(store.base, shared=store.shared, game="toy")
    assert len(fresh.table("lanes")) == 3
    assert WORDS not in fresh._tables
