"""Imports point one way: web -> exports -> generator -> catalogs -> schemas."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = ["schemas", "catalogs", "generator", "exports", "web"]
FRAMEWORKS = {"flask", "flask_smorest", "flask_babel", "sqlalchemy", "alembic", "marshmallow", "click"}
SOURCES = [path for package in ORDER for path in sorted((ROOT / package).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_imports_go_one_way() -> None:
    upward = {}
    for path in SOURCES:
        package = path.relative_to(ROOT).parts[0]
        above = imported(path) & set(ORDER[ORDER.index(package) + 1 :])
        if above:
            upward[str(path.relative_to(ROOT))] = above
    assert upward == {}


@pytest.mark.parametrize("package", ORDER)
def test_relative_imports_stay_inside_their_package(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        depth = len(path.relative_to(ROOT).parts) - 1
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.level <= depth, f"{path} climbs out of {package}"


def test_no_framework_below_web() -> None:
    for path in SOURCES:
        package = path.relative_to(ROOT).parts[0]
        if package in {"catalogs", "generator", "exports"}:
            assert not imported(path) & FRAMEWORKS, f"{path} knows a framework"
