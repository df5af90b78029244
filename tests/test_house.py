"""Layout: no import cycles, and nothing outside ``games/`` names a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx

from catalogs import load
from catalogs.game import game
from tests.conftest import TEST_PREFIX

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("schemas", "catalogs", "generator", "exports", "web")
SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for layer in LAYERS
    for path in (ROOT / layer).rglob("*.py")
}
OUTSIDE = sorted(path for path in SOURCES if "games" not in path.relative_to(ROOT).parts)
GAMES = sorted(
    folder.name for folder in (ROOT / "generator" / "games").iterdir() if (folder / "__init__.py").exists()
)


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in SOURCES}


def imports(path: Path) -> Iterator[str]:
    """Return our modules that a module imports, also inside functions, but not for types only."""
    here = module(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    typing_only = {
        id(inner)
        for node in ast.walk(SOURCES[path])
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(SOURCES[path]):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *(node.module.split(".") if node.module else [])])
            for alias in node.names:
                yield f"{name}.{alias.name}" if f"{name}.{alias.name}" in MODULES else name


def test_no_import_cycles() -> None:
    graph = nx.DiGraph((module(path), name) for path in SOURCES for name in imports(path) if name in MODULES)
    circles = [sorted(group) for group in nx.strongly_connected_components(graph) if len(group) > 1]
    assert circles == []


@cache
def reserved_words() -> frozenset[str]:
    """Return words that only a game may use: its id, and the rows of its own tables, such as factions."""
    found = set(GAMES)
    for name in GAMES:
        store = load(name).store
        found |= set(game(name).words)
        found |= {row.rpartition(":")[2] for table in game(name).own for row in store.table(table)}
    return frozenset(found)


def words_in(tree: ast.Module) -> Iterator[str]:
    """Return the words of every text in a module, including docstrings and comments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[a-z_]+", node.value.lower())


def test_nothing_outside_games_names_a_game() -> None:
    into_a_game = re.compile(r"\w+\.games\.\w+(\..*)?")
    offenders = {}
    for path in OUTSIDE:
        imported = {name for name in imports(path) if into_a_game.fullmatch(name)}
        if found := imported | (reserved_words() & set(words_in(SOURCES[path]))):
            offenders[str(path.relative_to(ROOT))] = found
    assert offenders == {}


def test_settings_of_the_tests_reach_them() -> None:
    """Settings of the program are hidden from tests, so settings of the tests have another prefix."""
    asked = re.compile(r"""environ(?:\.get\(|\[)["'](HORAH_\w+)["']""")
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = {(path.name, name) for path in files for name in asked.findall(path.read_text("utf-8"))}
    assert found
    assert {(path, name) for path, name in found if not name.startswith(TEST_PREFIX)} == set()
