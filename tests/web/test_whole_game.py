"""Every game, played through its plain pages, with every link followed and every file printed."""

from __future__ import annotations

import pytest

from generator.game import load_game
from tests.games import toy
from web.games.registry import games
from web.games.whole_game import Page, check_game

ANSWERS = 40  # at each table; the toy's tables end earlier


def every_game() -> list[str]:
    toy.install()
    try:
        return list(games())
    finally:
        toy.remove()


@pytest.mark.usefixtures("toy_game")
@pytest.mark.parametrize("game", every_game())
def test_whole_game(game: str) -> None:
    checked = check_game(game, ANSWERS)
    assert checked.procedures == [each.name for each in load_game(game).procedures]
    assert checked.pages


@pytest.mark.usefixtures("toy_game")
def test_finished_tables_print_every_kind() -> None:
    checked = check_game("toy")
    names = [url.partition("?")[0].rpartition("/")[2] for url in checked.files if "/tables/" in url]
    for name in ("card.pdf", "card.txt", "card.md", "card.json"):
        assert names.count(name) >= 2 * len(checked.procedures), name


@pytest.mark.parametrize(
    ("html", "ids"),
    [
        ("<p>Choose lane_of_fire now</p>", ["lane_of_fire"]),
        ("<p>Road, Wood</p><code>lane_of_fire</code>", []),
        ('<a href="/x_y">Road</a><script>let a_b;</script>', []),
    ],
)
def test_ids_in_visible_text(html: str, ids: list[str]) -> None:
    assert Page(html).ids() == ids
