"""What a process keeps in memory is bounded, by number and by size, whoever asks for how much."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask

from catalogs import box
from generator.games.combat_commander.ground import sight
from tests.web.apps import served
from tests.web.long import table_of
from web import memory
from web.config import Config
from web.service import replay, tables
from web.service.context import Context, Limits
from web.service.lru import Lru
from web.service.printing import Printed, limited
from web.service.replay import held

ROUNDS = 1000
LONG = 400
FEW = Limits(pages_bytes=20_000, prints_bytes=10_000, answers_bytes=60_000, entries=LONG)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: None) -> Iterator[Flask]:
    monkeypatch.setattr(import_module("generator.games.toy"), "MOST", ROUNDS)
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, limits=FEW)) as found:
        yield found


def test_what_was_used_longest_ago_goes_when_all_weighs_too_much() -> None:
    kept: Lru[str, bytes] = Lru(10, 100, len)
    for name in "abc":
        kept.put(name, b"." * 40)
    assert (kept.get("a"), kept.weight) == (None, 80)
    kept.get("b")
    kept.put("d", b"." * 30)
    assert (kept.get("c"), kept.get("b"), kept.weight) == (None, b"." * 40, 70)
    kept.put("b", b"." * 10)
    assert kept.weight == 40
    kept.put("e", b"." * 500)  # what was asked for last stays, so that it is there for who asks next
    assert (kept.get("e"), kept.get("d"), kept.weight) == (b"." * 500, None, 500)
    assert kept.take("e") and kept.take("e") is None and kept.weight == 0


def test_what_grows_where_it_is_kept_is_weighed_again() -> None:
    kept: Lru[str, list[int]] = Lru(10, 5, len)
    one, other = kept.always("one", list), kept.always("other", list)
    one += [1, 2, 3]
    kept.grown("one")
    other += [1, 2, 3]
    kept.grown("other")
    assert (kept.get("one"), kept.get("other"), kept.weight) == (None, other, 3)
    kept.grown("one")
    assert kept.get("one") is None


def test_pages_of_tables_are_kept_up_to_a_size(app: Flask, context: Context) -> None:
    """A finished battle's page is 600 KB as text, and a process had them of every seat of 128 tables."""
    client = app.test_client()
    for number in range(6):
        for link in table_of(context, 20 + number).links.values():
            assert client.get(f"/tables/{link}").status_code == 200
    assert 0 < context.pages.weight <= FEW.pages_bytes
    lives = [place.live for place in context.lives._values.values() if place.live]
    shown = [str(value) for live in lives for value in live.shown.values()]
    assert lives and not any("<html" in each for each in shown)


def test_a_page_that_is_kept_is_the_one_of_now(app: Flask, context: Context) -> None:
    opened = table_of(context, 20)
    client, where = app.test_client(), f"/tables/{opened.links['red']}"
    first = client.get(where).data
    assert client.get(where).data == first
    sitting = tables.Sitting(opened.id, "red")
    tables.answer(context, sitting, tables.state(context, sitting)["number"], "road")
    assert client.get(where).data != first


def test_what_is_shown_of_one_table_is_kept_up_to_a_number(app: Flask, context: Context) -> None:
    """Every leaf of a long log in both languages, again and again."""
    opened = table_of(context, 2 * LONG)
    client = app.test_client()
    for language in ("en", "es"):
        for link in opened.links.values():
            for leaf in range(1, 12):
                where = f"/tables/{link}?log={leaf}"
                assert client.get(where, headers={"Accept-Language": language}).status_code == 200
    place = context.lives.get(opened.id)
    assert place and place.live and len(place.live.shown) <= replay.MOST_SHOWN


def test_tables_are_kept_up_to_so_many_answers(context: Context) -> None:
    opened = [table_of(context, LONG // 2) for _ in range(4)]
    assert context.lives.weight <= FEW.entries + LONG // 2
    there = [context.lives.get(each.id) is not None for each in opened]
    assert not there[0] and there[-1]
    large = table_of(context, 2 * LONG)
    place = context.lives.get(large.id)
    with held(context, large.id) as live:  # a table that is alone too large is loaded once all the same
        assert place and len(live.table.entries) >= 2 * LONG
    again = context.lives.get(large.id)
    assert again is place


def test_prints_and_battles_are_kept_up_to_a_size(app: Flask, context: Context) -> None:
    for number in range(5):
        limited(context, (str(number),), lambda: Printed(b"." * 4000, "application/pdf", "pdf"))
    assert context.prints.weight == 8000
    client = app.test_client()
    for _ in range(12):
        made = client.post("/api/v1/battles", json={})
        assert client.get(made.headers["Location"]).status_code == 200
    assert 0 < context.answers.weight <= FEW.answers_bytes


def test_what_strangers_can_have_made_at_will_is_not_kept_by_the_dozen() -> None:
    """The sight over a battlefield of any seed is a megabyte, catalogues with a box half of one."""
    assert (sight.kept.cache_info().maxsize or 99) <= 8
    assert box.KEPT <= 16


THREADS = """
import ctypes, threading
from web import memory
assert memory.hold_down()
together = threading.Barrier(8)
def work():
    found = [bytes(5000) for _ in range(1000)]
    together.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_threads_do_not_each_keep_a_heap_of_their_own() -> None:
    told = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, check=True, text=True)
    assert 1 <= told.stderr.count("Arena ") <= memory.ARENAS
