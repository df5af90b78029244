"""Validate documents against their JSON Schema, with messages that authors understand.

jsonschema is imported only when something is validated, because most commands never need it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas import games
from schemas.messages import Message, say

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

FOLDER = Path(__file__).parent
SHARED = "catalogs"  # the schemas of tables that every game has


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in a document, the problem there and the expected value."""

    place: str
    problem: Message
    expected: Message
    missing: tuple[str, ...] = ()  # the fields missing at this place
    steps: tuple[str | int, ...] = ()  # the same place as a path
    of_value: bool = False  # a single value is wrong; no part is missing, unknown or of the wrong type


def form_message(problem: Problem) -> Message:
    """Return a problem as one message for someone who fills in a form.

    It leaves out the field's description, which the form already shows, and the type null, which nobody
    types.
    """
    facts = {name: value for name, value in problem.expected.facts.items() if name != "about"}
    if isinstance(kinds := facts.get("kinds"), list) and len(kinds) > 1:
        facts["kinds"] = [kind for kind in kinds if kind != "null"]
    return say("finding.shape", problem=problem.problem, expected=Message(problem.expected.key, facts))


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a schema by name: ``catalogs/terms``, or one of a game, ``games/<game>/card``."""
    folder, _, last = name.rpartition("/")
    file = next(
        each / f"{last}.schema.json" for each in _folders(folder) if (each / f"{last}.schema.json").exists()
    )
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


def _folders(name: str) -> Iterator[Path]:
    """Yield the folders that may contain schemas; a game may be installed in another place."""
    game, _, rest = name.removeprefix("games/").partition("/")
    if name.startswith("games/"):
        yield from (Path(home) / game / rest for home in games.__path__)
    else:
        yield FOLDER / name


@cache
def names(folder: str = "") -> tuple[str, ...]:
    """Return the names of the schemas in a folder."""
    files = (path for each in _folders(folder) for path in each.glob("*.schema.json"))
    return tuple(sorted(path.name.removesuffix(".schema.json") for path in files))


@cache
def tables(game: str) -> Mapping[str, str]:
    """Return the schema name of each table that a game's catalogues may have."""
    folders = (SHARED, f"games/{game}/catalogs")
    return {table: f"{folder}/{table}" for folder in folders for table in names(folder) if table != "common"}


@cache
def find_schema_name(game: str, id_: str) -> str:
    """Return the name of a game's schema by its ``$id``; raise KeyError if the game has none."""
    folder = f"games/{game}"
    for name in names(folder):
        if schema(f"{folder}/{name}")["$id"] == id_:
            return f"{folder}/{name}"
    raise KeyError(id_)


@cache
def referable_schemas(name: str) -> tuple[str, ...]:
    """Return the schemas that a schema may refer to by ``$id``: those of its folder and of tables."""
    own = name.rpartition("/")[0]
    folders = dict.fromkeys((own, f"{own}/{SHARED}" if own.startswith("games/") else own, SHARED))
    return tuple(f"{folder}/{other}" if folder else other for folder in folders for other in names(folder))


@cache
def validator(name: str) -> Draft202012Validator:
    """Return a validator for a schema; it resolves ``$id`` references to the schemas beside it."""
    from referencing import Registry, Resource

    resources = [
        (schema(each)["$id"], Resource.from_contents(schema(each))) for each in referable_schemas(name)
    ]
    registry: Registry[Any] = Registry().with_resources(resources)
    return _bounded()(schema(name), registry=registry)


def problems(document: object, name: str) -> Iterator[Problem]:
    """Yield everything in a document that its schema does not allow, in document order."""
    for error in validator(name).iter_errors(document):
        yield from _explain(error)


def problems_in(document: object, rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield everything in a document that a schema given in full does not allow."""
    for error in _strict()(rules).iter_errors(document):
        yield from _explain(error)


@cache
def _bounded() -> type[Draft202012Validator]:
    """Return the validator class for documents; it does not examine the items of too long collections."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    usual = Draft202012Validator.VALIDATORS

    def unless(most: str, keyword: str) -> Any:
        def check_unless_long(
            rules: Any, wanted: Any, found: Any, inside: Mapping[str, Any]
        ) -> Iterator[Any]:
            if not isinstance(found, list | dict) or len(found) <= inside.get(most, len(found)):
                yield from usual[keyword](rules, wanted, found, inside) or ()

        return check_unless_long

    inner = {keyword: unless("maxItems", keyword) for keyword in ("items", "uniqueItems")}
    inner |= {
        keyword: unless("maxProperties", keyword) for keyword in ("additionalProperties", "propertyNames")
    }
    inner["required"] = _required
    found: type[Draft202012Validator] = extend(Draft202012Validator, inner)  # type: ignore[no-untyped-call]
    return found


@cache
def _strict() -> type[Draft202012Validator]:
    """Return the validator class for answers; 3.0 is no integer, so transcripts write 3 in one way."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    found: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"required": _required}, type_checker=types
    )
    return found


def _required(_: Any, wanted: list[str], found: Any, __: Any) -> Iterator[ValidationError]:
    """Yield one error for an object that lacks fields, however many."""
    from jsonschema.exceptions import ValidationError

    if isinstance(found, dict) and not found.keys() >= set(wanted):
        yield ValidationError("a field is missing")


def _explain(error: ValidationError) -> Iterator[Problem]:
    """Yield one problem per error; among alternatives, choose the one the author most likely meant."""
    if error.validator in ("oneOf", "anyOf") and error.context:
        from jsonschema.exceptions import relevance

        # A value that is there was not meant to be null.
        meant = [
            inner for inner in error.context if (inner.validator, inner.validator_value) != ("type", "null")
        ]
        best = max(meant or error.context, key=relevance)
        if best.absolute_path != error.absolute_path:
            yield from _explain(best)
            return
    place = "/" + "/".join(str(step) for step in error.absolute_path)
    steps = tuple(error.absolute_path)
    yield Problem(
        place if steps else "",
        _describe_problem(error),
        _describe_expected(error),
        _missing(error),
        steps,
        _is_of_value(error),
    )


def _is_of_value(error: ValidationError) -> bool:
    """Return whether a number, text or yes-no stands where the schema allows such a value, but another."""
    forms: Any = error.validator_value if error.validator in ("oneOf", "anyOf") else [_inside(error)]
    kinds = [form.get("type", "") for form in forms if isinstance(form, dict)]
    allowed = {kind for each in kinds for kind in (each if isinstance(each, list) else [each])}
    return not isinstance(error.instance, dict | list) and bool(allowed - {"object", "array", "null"})


def _describe_problem(error: ValidationError) -> Message:
    """Return the problem, by the schema keyword that failed."""
    given: Any = error.instance
    value = _shorten(given)
    match error.validator:
        case "required":
            return say("wrong.lacks", fields=_missing(error))
        case "additionalProperties":
            unknown = sorted(set(given) - set(_inside(error).get("properties", {})))
            return say("wrong.unknown_field", fields=unknown)
        case "type":
            return say("wrong.type", value=value)
        case "minItems" | "minProperties":
            return say("wrong.too_few")
        case "maxItems" | "maxProperties":
            return say("wrong.too_many")
        case "minLength" if not given:
            return say("wrong.empty")
        case "minLength":
            return say("wrong.too_short")
        case "maxLength":
            return say("wrong.too_long")
        case "uniqueItems":
            return say("wrong.twice")
        case "minimum":
            return say("wrong.too_low", value=value)
        case "maximum":
            return say("wrong.too_high", value=value)
        case "oneOf" | "anyOf":
            return say("wrong.no_form")
        case _:
            return say("wrong.not_allowed", value=value)


def _missing(error: ValidationError) -> tuple[str, ...]:
    """Return the missing fields if the keyword is ``required``."""
    given: Any = error.instance
    wanted: Any = error.validator_value
    return tuple(name for name in wanted if name not in given) if error.validator == "required" else ()


def _describe_expected(error: ValidationError) -> Message:
    """Return the expected value, with the field's description if there is one."""
    wanted: Any = error.validator_value
    inside = _inside(error)
    text = inside.get("description", "").rstrip(".")
    about = say("expected.about", text=text) if text else ""
    match error.validator:
        case "required":
            return say("expected.fields", fields=wanted)
        case "additionalProperties":
            return say("expected.only", fields=list(inside.get("properties", {})))
        case "enum":
            return say("expected.one_of", values=[_word(value) for value in wanted], about=about)
        case "const":
            return say("expected.value", value=_shorten(wanted), about=about)
        case "type":
            kinds = wanted if isinstance(wanted, list) else [wanted]
            return say("expected.type", kinds=kinds, about=about)
        case "minimum" | "minItems" | "minProperties":
            return say("expected.at_least", least=wanted, about=about)
        case "maximum" | "maxItems" | "maxProperties":
            return say("expected.at_most", most=wanted, about=about)
        case "minLength":
            return say("expected.more_characters", count=wanted, about=about)
        case "maxLength":
            return say("expected.fewer_characters", count=wanted, about=about)
        case "pattern":
            example = next(iter(inside.get("examples", ())), None)
            if example is not None:
                return say("expected.like", example=example, about=about)
            return say("expected.pattern", pattern=wanted, about=about)
        case "uniqueItems":
            return say("expected.once", about=about)
        case "oneOf" | "anyOf":
            return say("expected.forms", forms=[_form(form) for form in wanted], about=about)
        case _:
            return say("expected.schema", about=about)


def _inside(error: ValidationError) -> dict[str, Any]:
    """Return the part of the schema that failed."""
    return error.schema if isinstance(error.schema, dict) else {}


def _form(form: dict[str, Any]) -> Message:
    """Return a message for one alternative: its required fields, its title or its type."""
    if "required" in form:
        return say("form.fields", fields=form["required"])
    if "title" in form:
        return say("form.title", title=form["title"])
    return say("form.type", kind=form["type"]) if "type" in form else say("form.value")


def _word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shorten(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
