"""Caches of a process are limited, by number and by size."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from catalogs import owner_data
from generator.games.combat_commander.ground import line_of_sight
from tests.web.apps import served
from tests.web.long import allow_rounds, table_of
from web.config import Config
from web.service.cache import Cache
from web.service.context import Context, Limits
from web.service.rendering import Rendering, render_limited
from web.service.tables import live as replay
from web.service.tables.live import TABLE_WEIGHT, lock_table

ROUNDS = 1000
LONG = 400
FEW = Limits(prints_bytes=10_000, entries=LONG + 2 * TABLE_WEIGHT)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy_game: None) -> Iterator[Flask]:
    allow_rounds(monkeypatch, ROUNDS)
    with served(Config(f"sqlite:///{tmp_path / 'horah.db'}", rate=0, limits=FEW)) as found:
        yield found


def test_least_recently_used_value_is_dropped() -> None:
    cache: Cache[str, bytes] = Cache(100, len)
    for name in "abc":
        cache.put(name, b"." * 40)
    assert (cache.get("a"), cache.size) == (None, 80)
    cache.get("b")
    cache.put("d", b"." * 30)
    assert (cache.get("c"), cache.get("b"), cache.size) == (None, b"." * 40, 70)
    cache.put("e", b"." * 500)  # larger than the whole cache: kept alone
    assert (cache.get("e"), cache.get("d"), cache.size) == (b"." * 500, None, 100)
    assert cache.pop("e") and cache.pop("e") is None and cache.size == 0


def test_growing_value_is_measured_again() -> None:
    cache: Cache[str, list[int]] = Cache(5, len)
    one, other = cache.get_or_make("one", list), cache.get_or_make("other", list)
    assert cache.get_or_make("one", list) is one
    one += [1, 2, 3]
    cache.put("one", one)
    other += [1, 2, 3]
    cache.put("other", other)
    assert (cache.get("one"), cache.get("other"), cache.size) == (None, other, 3)


def test_cached_values_of_a_table_are_limited(app: Flask, context: Context) -> None:
    """Every page of a long log in both languages, repeatedly."""
    opened = table_of(context, 2 * LONG)
    client = app.test_client()
    for language in ("en", "es"):
        for link in opened.links.values():
            for leaf in range(1, 12):
                where = f"/tables/{link}?log={leaf}"
                assert client.get(where, headers={"Accept-Language": language}).status_code == 200
    place = context.lives.get(opened.id)
    assert place and place.live and len(place.live.shown) <= replay.MAX_CACHED_VALUES


def test_cached_tables_are_limited_by_answers(context: Context) -> None:
    opened = [table_of(context, LONG // 2) for _ in range(4)]
    assert 0 < context.lives.size <= FEW.entries
    there = [context.lives.get(each.id) is not None for each in opened]
    assert not there[0] and there[-1]
    large = table_of(context, 2 * LONG)
    place = context.lives.get(large.id)
    with lock_table(context, large.id) as live:  # a table that is alone too large is loaded once all the same
        assert place and len(live.table.entries) >= 2 * LONG
    again = context.lives.get(large.id)
    assert again is place


def test_cached_renderings_are_limited_by_size(context: Context) -> None:
    for number in range(5):
        render_limited(context, (str(number),), lambda: Rendering(b"." * 4000, "application/pdf", "pdf"))
    assert context.prints.size == 8000


def test_large_caches_of_user_input_are_small() -> None:
    """Lines of sight of any battlefield take a megabyte, catalogues with owner data half of one."""
    assert (line_of_sight.get_sight_table.cache_info().maxsize or 99) <= 8
    assert owner_data.MAX_CACHED_CATALOGS <= 16


def test_no_cache_of_the_service_is_unbounded() -> None:
    """Memory levels off: a function of the service that takes something caches a limited number."""
    unbounded = []
    for file in sorted(Path("web").rglob("*.py")):
        if file.parts[1] in ("cli", "commands"):  # a command ends
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (node.args.args or node.args.kwonlyargs):
                words = [ast.unparse(each) for each in node.decorator_list]
                unbounded += [
                    f"{file}:{node.name}"
                    for word in words
                    if word in ("cache", "functools.cache", "lru_cache(maxsize=None)", "lru_cache(None)")
                ]
    assert unbounded == []
