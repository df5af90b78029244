"""The layout of the code: layers, import direction, module names, and games that only their folders name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from catalogs import load
from catalogs.game import game
from tests.conftest import TEST_PREFIX

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("schemas", "catalogs", "generator", "exports", "web")  # imports point to the left only
FRAMEWORKS = {"flask", "flask_smorest", "flask_babel", "sqlalchemy", "alembic", "marshmallow", "click"}
WITHOUT_FLASK = ("web.service", "web.storage")
ROOT_MODULES = {"web": {"__init__", "app", "config"}}
RIDDLES = ("What", "Who", "Whoever", "Whatever", "Where", "Wherever", "Those", "Nobody", "Nothing")
# Words of the ecosystem and plain nouns: module names that need no entry in the vocabulary.
ORDINARY_WORDS = frozenset(
    [
        "__main__",
        "access",
        "actions",
        "agreements",
        "answer_parser",
        "app",
        "backup",
        "blocks",
        "blueprint",
        "browser_cookie",
        "cache",
        "calc",
        "catalog_search",
        "cli",
        "click_i18n",
        "commands",
        "common",
        "compression",
        "config",
        "context",
        "csrf",
        "csv_forms",
        "diaries",
        "diff",
        "dispatcher",
        "docs",
        "document_form",
        "document_summary",
        "downloads",
        "drafts",
        "draw_pdf",
        "email",
        "empty_value",
        "env",
        "equilibrium",
        "errors",
        "fast_run",
        "fields",
        "file",
        "files",
        "form_fields",
        "frozen",
        "game_commands",
        "gunicorn_conf",
        "health",
        "home",
        "http",
        "i18n",
        "icon",
        "input_guard",
        "interactive",
        "intervals",
        "io",
        "json_input",
        "json_pointer",
        "lan",
        "loader",
        "log_redaction",
        "log_text",
        "match",
        "metadata",
        "migrate",
        "model",
        "moderate",
        "my_tables",
        "next_meeting",
        "notification_links",
        "notify",
        "numbered_options",
        "offline_headers",
        "owner_catalog",
        "owner_fields",
        "pairing",
        "patterns",
        "pending",
        "preferences",
        "problems",
        "proposal_actions",
        "purchase_options",
        "qr",
        "quiet_hours",
        "raster",
        "rate_limit",
        "regression",
        "render_request",
        "rendering",
        "request_context",
        "responses",
        "safe_http",
        "security_headers",
        "serve",
        "service_worker",
        "session_file",
        "settings_check",
        "settings_options",
        "shapes",
        "sheet_file",
        "sheet_pdf",
        "standing",
        "study_folder",
        "study_runner",
        "summary",
        "svg",
        "template_helpers",
        "theme",
        "three_way_merge",
        "translations",
        "validation",
        "verifications",
        "verify",
        "viewer",
        "web_push",
    ]
)
SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for layer in LAYERS
    for path in (ROOT / layer).rglob("*.py")
}
OUTSIDE_GAMES = sorted(path for path in SOURCES if "games" not in path.relative_to(ROOT).parts[:-1])
GAMES = sorted(
    folder.name for folder in (ROOT / "generator" / "games").iterdir() if (folder / "__init__.py").exists()
)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in SOURCES}


def imported_modules(path: Path) -> Iterator[str]:
    """Yield every module that a module imports, at its top or inside a function, types aside."""
    name = module_name(path).split(".")
    package = name if path.name == "__init__.py" else name[:-1]
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
            target = ".".join([*base, *(node.module.split(".") if node.module else [])])
            for alias in node.names:
                yield f"{target}.{alias.name}" if f"{target}.{alias.name}" in MODULES else target


def test_imports_point_down() -> None:
    upward = {}
    for path in SOURCES:
        layer = LAYERS.index(path.relative_to(ROOT).parts[0])
        tops = {name.partition(".")[0] for name in imported_modules(path)}
        if above := tops & set(LAYERS[layer + 1 :]):
            upward[module_name(path)] = above
    assert upward == {}


@pytest.mark.parametrize("layer", LAYERS)
def test_relative_imports_stay_inside_their_layer(layer: str) -> None:
    for path in (ROOT / layer).rglob("*.py"):
        depth = len(path.relative_to(ROOT).parts) - 1
        for node in ast.walk(SOURCES[path]):
            if isinstance(node, ast.ImportFrom):
                assert node.level <= depth, f"{path} climbs out of {layer}"


def test_there_are_no_import_cycles() -> None:
    graph = nx.DiGraph(
        (module_name(path), name) for path in SOURCES for name in imported_modules(path) if name in MODULES
    )
    assert [sorted(group) for group in nx.strongly_connected_components(graph) if len(group) > 1] == []


def test_frameworks_stay_in_their_layer() -> None:
    offenders = {}
    for path in SOURCES:
        name, layer = module_name(path), path.relative_to(ROOT).parts[0]
        forbidden = FRAMEWORKS if layer in ("catalogs", "generator", "exports") else set()
        if name.startswith(WITHOUT_FLASK):
            forbidden = {"flask", "flask_smorest", "flask_babel"}
        tops = {imported.partition(".")[0] for imported in imported_modules(path)}
        if found := tops & forbidden:
            offenders[name] = found
    assert offenders == {}


@cache
def names_of_games() -> frozenset[str]:
    """Return what only a game may name: itself, and the rows of its own tables, such as factions."""
    names = set(GAMES)
    for name in GAMES:
        store = load(name).store
        names |= set(game(name).words)
        names |= {row.rpartition(":")[2] for table in game(name).own for row in store.table(table)}
    return frozenset(names)


def words_in(tree: ast.Module) -> Iterator[str]:
    """Yield the words of every string in a module, docstrings included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"[a-z_]+", node.value.lower())


def test_no_module_outside_games_imports_or_names_a_game() -> None:
    into_a_game = re.compile(rf"\w+\.games\.({'|'.join(GAMES)})(\..*)?")
    offenders = {}
    for path in OUTSIDE_GAMES:
        imported = {name for name in imported_modules(path) if into_a_game.fullmatch(name)}
        if found := imported | (names_of_games() & set(words_in(SOURCES[path]))):
            offenders[module_name(path)] = found
    assert offenders == {}


@pytest.mark.parametrize(("package", "expected"), ROOT_MODULES.items())
def test_the_root_of_a_package_holds_few_modules(package: str, expected: set[str]) -> None:
    assert {path.stem for path in (ROOT / package).glob("*.py")} == expected


def test_module_docstrings_say_what_a_module_is_for() -> None:
    riddles = {
        module_name(path): docstring.splitlines()[0]
        for path, tree in SOURCES.items()
        if (docstring := ast.get_docstring(tree)) and docstring.split()[0].strip(",:") in RIDDLES
    }
    assert riddles == {}


def test_every_module_name_is_in_the_vocabulary_or_an_ordinary_word() -> None:
    vocabulary = set(re.findall(r"[a-z_]+", (ROOT / "docs" / "vocabulary.md").read_text("utf-8").lower()))
    names = {path.parent.name if path.name == "__init__.py" else path.stem for path in OUTSIDE_GAMES}
    unknown = {
        name
        for name in names - set(LAYERS)
        if not {name, name.removesuffix("s"), f"{name}s"} & (vocabulary | ORDINARY_WORDS)
        and not re.fullmatch(r"\d{4}_\w+", name)
    }
    assert unknown == set()


def test_settings_that_only_tests_read_have_the_prefix_of_tests() -> None:
    """Tests run without the settings of the program, so one that the tests read needs another name."""
    asked = re.compile(r"""environ(?:\.get\(|\[)["'](HORAH_\w+)["']""")
    files = sorted((ROOT / "tests").rglob("*.py"))
    names = {(path.name, name) for path in files for name in asked.findall(path.read_text("utf-8"))}
    assert names
    assert {(path, name) for path, name in names if not name.startswith(TEST_PREFIX)} == set()
