"""A rule without its notes, for runs of which nobody reads the log.

What a rule does by itself it tells with ``yield Note(...)``, and nothing is answered to that. Telling takes a
tenth of the time of a battle. ``untold`` gives a rule again, and every rule it goes through, from the same
source with these lines left out: it asks for the same things in the same order and ends in the same state.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from inspect import getsource
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

from .prompts import Note

Rule = TypeVar("Rule", bound=Callable[..., Any])


@cache
def untold(rule: Rule) -> Rule:
    """The rule without notes; whatever it calls from the folder it stands in is without them too."""
    return cast(Rule, _again(cast(FunctionType, rule), rule.__module__.rpartition(".")[0], {}))


def _again(rule: FunctionType, folder: str, made: dict[FunctionType, FunctionType]) -> FunctionType:
    """A function with names of its own, so that what it calls can be another."""
    if rule in made:
        return made[rule]
    names = dict(rule.__globals__)
    made[rule] = again = FunctionType(_code(rule), names, rule.__name__, rule.__defaults__, rule.__closure__)
    again.__kwdefaults__ = rule.__kwdefaults__
    for name in again.__code__.co_names:
        if name in names:
            names[name] = _instead(names[name], folder, made)
    return again


def _instead(thing: Any, folder: str, made: dict[FunctionType, FunctionType]) -> Any:
    """Rules of the folder, and tuples of them, each made again; anything else as it is."""
    if isinstance(thing, FunctionType) and thing.__module__.startswith(f"{folder}."):
        return _again(thing, folder, made)
    if type(thing) is tuple:
        return tuple(_instead(each, folder, made) for each in thing)
    return thing


def _code(rule: FunctionType) -> CodeType:
    """The code of a rule without its notes; its own where it has none, or comes without a source."""
    if rule.__globals__.get("Note") is not Note or "Note" not in rule.__code__.co_names:
        return rule.__code__
    try:
        tree = ast.parse(dedent(getsource(rule)))
    except OSError:
        return rule.__code__
    ast.increment_lineno(tree, rule.__code__.co_firstlineno - 1)
    whole = compile(_Untold().visit(tree), rule.__code__.co_filename, "exec", dont_inherit=True)
    return next(each for each in whole.co_consts if isinstance(each, CodeType))


class _Untold(ast.NodeTransformer):
    def visit_Expr(self, line: ast.Expr) -> ast.stmt:
        """A line that only tells a note becomes one that is never reached; so the rule stays a generator."""
        told = line.value.value if isinstance(line.value, ast.Yield) else None
        if isinstance(told, ast.Call) and isinstance(told.func, ast.Name) and told.func.id == Note.__name__:
            never = ast.If(ast.Constant(value=False), [ast.Expr(ast.Yield())], [])
            return ast.fix_missing_locations(ast.copy_location(never, line))
        return line
