"""Every refusal of the rules has its sentence in every language, with placeholders only for given facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

from catalogs import Catalogs

ROOT = Path(__file__).resolve().parents[2] / "generator"
CLASSES = {"HorahError", "Refused", "DeadEnd", "BadSetting", "BadFile"}
CATALOGS = Catalogs()


def terms(game: str) -> Mapping[str, Mapping[str, str]]:
    """Return the terms of a game with the shared ones; errors without a game may use the terms of any."""
    return CATALOGS[game].terms if game else CATALOGS[next(iter(CATALOGS))].terms


def said() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield every key that the rules of a game use, with the facts they give."""
    for path in sorted(ROOT.rglob("*.py")):
        inside = path.relative_to(ROOT).parts
        game = inside[1] if inside[0] == "games" and len(inside) > 2 else ""
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            first, name = node.args[0], node.func.id
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                facts = frozenset(word.arg for word in node.keywords if word.arg)
                if name in CLASSES and len(node.args) == 1 and "code" not in facts:
                    yield game, f"problem.{first.value}", facts
                elif name == "say":
                    yield game, first.value, facts


SAID = sorted(set(said()), key=lambda one: (one[0], one[1], sorted(one[2])))


def places(sentence: str) -> set[str]:
    """Return the placeholders of a sentence, including those that name the kind of another."""
    found = set()
    for _, name, kind, _ in Formatter().parse(sentence):
        if name:
            found |= {name} | places(kind or "")
    return found


def test_rules_have_sentences_to_check() -> None:
    assert len(SAID) > 60


def test_every_key_has_a_sentence() -> None:
    """Every key has a sentence in every language, and the sentence uses only facts that the rule gives."""
    without = {(game, key) for game, key, _ in SAID if key not in terms(game)}
    assert without == set()
    unfilled = {
        (game, key): missing
        for game, key, facts in SAID
        for words in terms(game)[key].values()
        if (missing := places(words) - facts)
    }
    assert unfilled == {}
