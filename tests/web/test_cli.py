"""The command line ``horah``, for every game."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import web
from catalogs import load
from catalogs.checks import checks_of
from tests.catalogs.games.combat_commander.overlays import lay
from web.cli import commands, main, translate_help
from web.cli.click_i18n import KEYS, PLURALS, set_language, translate
from web.cli.i18n import load_terms
from web.games.registry import games

ROOT = Path(__file__).resolve().parents[2]

HEAVY = [
    "flask",
    "sqlalchemy",
    "reportlab",
    "jsonschema",
    "networkx",
    "rich",
    "catalogs",
    "generator",
    "exports",
]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORAH_LANG", "en")
    monkeypatch.delenv("HORAH_OVERLAY", raising=False)


def horah(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_help_imports_no_command_and_nothing_heavy() -> None:
    """Help names commands from a table and does not import their modules."""
    code = (
        "import sys\n"
        "from web.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"heavy = {HEAVY!r}\n"
        "names = {name.partition('.')[0] for name in sys.modules} | {'web.commands'} & set(sys.modules)\n"
        "found = sorted(names & {*heavy, 'web.commands'})\n"
        "sys.exit(repr(found) if found else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in commands())


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("combat_commander", ["battle", "--seed", "1", "--out", "battle"]),
        ("combat_commander", ["campaign", "new", "stalingrad", "--file", "one.campaign.json"]),
        ("combat_solitaire", ["combat", "new", "lantern", "--seed", "7"]),
        ("grossdeutschland", ["grossdeutschland", "new", "--battle", "lutchessa", "--seed", "7"]),
        ("schwerpunkt", ["schwerpunkt", "print", "example", "--out", "sheets.pdf"]),
        ("thunder_at_cassino", ["cassino", "new", "--scenario", "campaign"]),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_command_imports_only_its_game(game: str, words: list[str], tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from web.cli import main\n"
        "main(standalone_mode=False)\n"
        "from generator.game import game_ids\n"
        "parts = {part for name in sys.modules for part in name.split('.')[2:3] if '.games.' in name}\n"
        "print(sorted(parts & set(game_ids())))\n"
        "print(sorted({'flask', 'sqlalchemy', 'alembic', 'networkx', 'rich'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    graph = ["networkx"] if game == "thunder_at_cassino" else []  # its areas are one
    assert done.stdout.splitlines()[-2:] == [str([game]), str(graph)]


@pytest.mark.parametrize(("words", "line"), [(["--lang", "es"], "Órdenes:"), (["--lang=en"], "Commands:")])
def test_help_language(words: list[str], line: str) -> None:
    code = "from web.cli import main\nmain(standalone_mode=False)\n"
    command = [sys.executable, "-c", code, *words, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert line in done.stdout
    assert ("batallas al azar" in done.stdout) is (line == "Órdenes:")


@pytest.mark.parametrize("name", commands())
def test_every_command_in_the_table_exists(name: str) -> None:
    result = horah(name, "--help")
    assert result.exit_code == 0, result.output


def test_version_is_the_one_of_the_package() -> None:
    """A stale installation shows an old version: install again after a change of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shown = CliRunner().invoke(main, ["--version"])
    assert shown.output.split()[-1] == project["version"]
    assert f"## {project['version']} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_unknown_command() -> None:
    result = horah("conquer")
    assert result.exit_code == 2
    assert "No such command 'conquer'" in result.output


# A third language is a file


def mark(words: Any) -> Any:
    """Return words, or words by plural category or gender, with a mark in front."""
    return f"¤{words}" if isinstance(words, str) else {form: mark(inner) for form, inner in words.items()}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return every term of the catalogues in an invented language."""
    folder = tmp_path_factory.mktemp("made_up")
    terms = load("combat_commander").terms.items()
    rows = [{"id": key, "zz": mark(words["en"])} for key, words in terms if "en" in words]
    return lay(folder, "terms/made_up", rows)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--help"], "¤Play a campaign from the first battle to the last."),
        (["--help"], "¤Commands:"),
        (["battle", "--help"], "¤Roll up a battle (RS.1 to RS.16)"),
        (["battle", "--help"], "¤Ask you for every choice."),
        (["battle", "--help"], "¤Settings:"),
        (["catalog", "check", "--help"], "¤Print JSON, for use by programs."),
    ],
)
def test_help_in_a_made_up_language(made_up: Path, words: list[str], line: str) -> None:
    told = horah("--overlay", made_up, "--lang", "zz", *words)
    surroundings = {"HORAH_OVERLAY": str(made_up), "HORAH_LANG": "zz"}
    heard = CliRunner().invoke(main, words, env=surroundings)
    assert line in told.output and heard.output == told.output
    assert "¤" not in horah(*words).output


def test_refusals_in_a_made_up_language(made_up: Path) -> None:
    result = horah("--overlay", made_up, "--lang", "zz", "catalog", "show", "moon")
    assert result.exit_code == 2 and result.stderr.startswith("¤There is no table")
    result = horah("--overlay", made_up, "--lang", "zz", "battle", "--dice", "typed")
    assert result.exit_code == 2 and result.stderr.startswith("¤Rolling your own dice")


def test_unknown_language_is_refused(made_up: Path) -> None:
    result = horah("--lang", "zz", "battle")
    assert result.exit_code == 2 and "Choose from: en, es, fr" in result.stderr
    assert "[en|es|fr|zz]" in horah("--overlay", made_up, "--help").output


# Every word has its place


def every(command: click.Command, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield a command and all its sub-commands."""
    yield path, command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from every(inner, *path, name)


COMMANDS = [found for name, place in commands().items() for found in every(resolve_name(place), name)]


@pytest.mark.parametrize(("path", "command"), COMMANDS, ids=[" ".join(path) for path, _ in COMMANDS])
def test_every_command_and_option_has_help(path: tuple[str, ...], command: click.Command) -> None:
    translate_help(command, *path)
    assert command.help, path
    assert [each.name for each in command.params if isinstance(each, click.Option) and not each.help] == []


def test_every_term_is_used() -> None:
    """Each key is used in code, or is the help of a command or an option."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(web.__file__).parent.rglob("*.py"))
    helps = {"horah"}
    for path, command in [((), main), *COMMANDS]:
        key = ".".join(path or ("horah",)).replace("-", "_")
        helps |= {key, f"{key}.help"}
        groups = [".".join(path[:end]) for end in range(1, len(path))]
        for option in command.params:
            helps |= {f"{key}.{option.name}", f"option.{option.name}"}
            helps |= {f"{group}.option.{option.name}" for group in groups}
    checks = {f"catalog.checks.{name}" for game in games() for name in checks_of(game).names}
    titles = {f"game.{game}" for game in games()}
    for key in load_terms():
        key = key.removeprefix("cli.")
        begun = f'"{key.rpartition(".")[0]}.{{'
        said = f'"{key}"' in sources or f"'{key}'" in sources or begun in sources
        assert said or key in helps | checks | titles | {"language.name"}, key


SPANISH_WORDS = [  # what is typed, and what the library of the command line says itself
    (("sight", "--help"), ["sight [OPCIONES]", "Opciones:", "Mostrar esta ayuda y terminar."]),
    (("sight", "12"), ["sight --help' para ver la ayuda.", "Error: Falta el argumento 'ONE'."]),
    (("sight", "12", "--nix"), ["No existe la opción '--nix'."]),
    (("nix",), ["ORDEN [ARGUMENTOS]...", "No existe la orden 'nix'."]),
    (("battlefield", "--seed", "x"), ["Valor no válido para '--seed': 'x' no es un número válido."]),
    (("battle", "--paper", "x"), ["'x' no es ninguno de estos: 'a4', 'letter'."]),
    (("battle", "--seed"), ["La opción '--seed' necesita un valor."]),
    (("--overlay", "nowhere", "battle"), ["'nowhere' no existe."]),
]


@pytest.mark.parametrize(("words", "told"), SPANISH_WORDS)
def test_click_messages_in_spanish(words: tuple[str, ...], told: list[str]) -> None:
    output = CliRunner().invoke(main, ["--lang", "es", *words]).output
    assert [line for line in told if line not in " ".join(output.split())] == []
    for english in ("Usage", "Options", "Show this", "Missing", "No such", "Invalid"):
        assert english not in output


def test_click_messages_in_english_again() -> None:
    for lang, word in (("es", "Uso:"), ("en", "Usage:"), ("es", "Uso:")):
        assert word in CliRunner().invoke(main, ["--lang", lang, "sight", "--help"]).output


def test_click_translations_have_the_same_placeholders() -> None:
    for message, key in {**KEYS, **PLURALS}.items():
        set_language("es")
        assert translate(message) != message or key == "click.error", message
    set_language("en")
    assert translate("Usage:") == "Usage:"


def test_every_game_is_named_in_the_help() -> None:
    told = " ".join(CliRunner().invoke(main, ["--lang", "en", "--help"]).output.split())
    for title in ("Combat Commander", "Combat! Volume 1", "Grossdeutschland", "Cassino", "Schwerpunkt"):
        assert title in told.partition("Options")[0], title
