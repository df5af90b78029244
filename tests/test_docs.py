"""The documentation is true: the files, headings, commands, options and code lines that it names exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.games import toy
from web.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / name for name in ("README.md", "README.es.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
PLACE = re.compile(r"(?:catalogs|docs|exports|generator|schemas|tests|web)/[\w./-]*")
COMMAND = re.compile(r"^(?: {4})?(?:.*/)?horah( .+)$")
OPTION = re.compile(r"--[a-z][a-z-]*")
VARIABLE = re.compile(r"\bHORAH_[A-Z_]*[A-Z]\b")

page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)


@pytest.fixture(autouse=True, scope="module")
def installed() -> Iterator[None]:
    toy.install()
    yield
    toy.remove()


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    titles = HEADING.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@page
def test_links_have_targets(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" not in target:
            name, _, anchor = target.partition("#")
            found = path.parent / name if name else path
            assert found.exists(), target
            assert not anchor or anchor in anchors(found), target


@page
def test_named_files_exist(path: Path) -> None:
    """Look at the root, and in the folders of the toy game."""
    text = path.read_text(encoding="utf-8")
    lines = [line[4:].split()[0] for line in text.splitlines() if re.match(r" {4}\S", line)]
    named = [word for word in (*CODE.findall(text), *lines) if PLACE.fullmatch(word)]
    lost = [
        word
        for word in named
        if not any((home / word).exists() for home in (ROOT, toy.LAYERS, ROOT / "tests"))
    ]
    assert lost == []


@page
def test_named_commands_and_options_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line.startswith("    "))
    for line in (*CODE.findall(text), *lines):
        if found := COMMAND.match(line):
            command, words = split_command(found[1].split())
            told = CliRunner().invoke(main, [*command, "--help"]).output
            assert [word for word in OPTION.findall(" ".join(words)) if word not in told] == [], line


def split_command(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the names of a command and its sub-command, and the arguments."""
    here: click.Command = main
    context = click.Context(main)
    command: list[str] = []
    while isinstance(here, click.Group) and words and words[0][0] != "-":
        inner = here.get_command(context, words[0])
        assert inner is not None, " ".join(["horah", *command, words[0]])
        here, command, words = inner, [*command, words[0]], words[1:]
    return command, words


def test_quoted_toy_code_is_current() -> None:
    quoted = FENCED.findall((ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"))
    files = [
        path.read_text(encoding="utf-8")
        for path in toy.LAYERS.rglob("*")
        if path.suffix in (".py", ".json", ".toml")
    ]
    assert quoted
    assert [each for each in quoted if not any(each in text for text in files)] == []


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("README.md", "README.es.md"),
        ("docs/guide.md", "docs/guia.md"),
        ("docs/combat.md", "docs/combat.es.md"),
        ("docs/grossdeutschland.md", "docs/grossdeutschland.es.md"),
        ("docs/schwerpunkt.md", "docs/schwerpunkt.es.md"),
        ("docs/thunder-at-cassino.md", "docs/thunder-at-cassino.es.md"),
    ],
)
def test_spanish_pages_have_the_outline_and_commands_of_the_english_ones(english: str, spanish: str) -> None:
    assert outline(ROOT / english) == outline(ROOT / spanish)


def outline(path: Path) -> list[str]:
    """Return the headings, list items, table rows, pictures and commands of a page, without its words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kinds = (re.match(r"#+ |- |\d+\. |\||!\[|    ", line) for line in lines)
    marks = [kind[0] for kind in kinds if kind]
    commands = [
        word.partition("  ")[0].strip()
        for line in lines
        for word in (*CODE.findall(line), *re.findall(r"^    (horah [^#]+)", line))
        if word.startswith(("horah ", "--", "/"))
    ]
    return [*marks, *commands]


def test_operators_page_has_every_environment_variable() -> None:
    sources = [*(ROOT / "web").rglob("*.py"), ROOT / "compose.yaml"]
    names = {name for path in sources for name in VARIABLE.findall(path.read_text(encoding="utf-8"))}
    table = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    assert {"HORAH_RATE", "HORAH_DOMAIN"} <= names
    assert [name for name in sorted(names) if f"`{name}`" not in table] == []


@pytest.mark.parametrize("lang", ["en", "es"])
def test_web_guide_equals_the_documentation(lang: str) -> None:
    """After a change run ``python -m docs.guide``."""
    from docs.guide import PAGES, render_guide

    assert (PAGES / f"{lang}.html").read_text(encoding="utf-8") == render_guide(lang)


def test_guide_states_campaign_lengths_and_maps() -> None:
    """Compare the guide with the rules and the catalogue."""
    from catalogs.games.combat_commander import load
    from generator.games.combat_commander.campaign.outlook import compute_outlook
    from tests.generator.games.combat_commander.campaign.tools import ScriptedCampaign

    catalog = load()
    texts = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("guide.md", "guia.md")]
    rows = [[line.split("|")[1:4] for line in text.splitlines() if line.startswith("| ")] for text in texts]
    for name in catalog.campaigns:
        found = compute_outlook(ScriptedCampaign(name).state)
        for lang, table in zip(("en", "es"), rows, strict=True):
            title = catalog.term(f"campaign.{name}", lang).partition(",")[0]
            length = next(row for row in table if row[0].strip() == title)
            least, most = min(found.battles), max(found.battles)
            assert re.findall(r"\d+", length[1]) == [str(each) for each in dict.fromkeys((least, most))]
            mean = f"{float(found.expected_battles()):.2f}".removesuffix(".00")
            assert length[2].strip().replace(",", ".") == mean
            boxes = next(row for row in table if row[0].strip().endswith(title))
            sheet = catalog.campaigns[name]
            maps = {each.map for each in sheet.positions.values()} | {*sheet.scenarios}
            assert {str(each).rpartition(":")[2] for each in maps} == set(re.findall(r"\d+", boxes[1]))
