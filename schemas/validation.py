"""Documents held against their JSON Schema, with faults said in words a table's author understands.

jsonschema is imported only when something is to be validated: the ordinary path never needs it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas import games

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

FOLDER = Path(__file__).parent
SHARED = "catalogs"  # the schemas of tables that every game has
Said = tuple[str, str]  # English, Spanish


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in a document, what is wrong there and what was expected, in English and Spanish."""

    place: str
    problem: Said
    expected: Said
    missing: tuple[str, ...] = ()  # the fields that should stand at this place


@cache
def schema(name: str) -> dict[str, Any]:
    """A schema by name: ``catalogs/terms``, or a game's own, ``games/<game>/card``."""
    folder, _, last = name.rpartition("/")
    found = next(
        each / f"{last}.schema.json" for each in _folders(folder) if (each / f"{last}.schema.json").exists()
    )
    document: dict[str, Any] = json.loads(found.read_text(encoding="utf-8"))
    return document


def _folders(name: str) -> Iterator[Path]:
    """Where schemas of a folder may lie: a game brings its own, wherever it is installed."""
    game, _, rest = name.removeprefix("games/").partition("/")
    if name.startswith("games/"):
        yield from (Path(home) / game / rest for home in games.__path__)
    else:
        yield FOLDER / name


@cache
def names(folder: str = "") -> tuple[str, ...]:
    """The names of the schemas in a folder."""
    found = (path for each in _folders(folder) for path in each.glob("*.schema.json"))
    return tuple(sorted(path.name.removesuffix(".schema.json") for path in found))


@cache
def tables(game: str) -> Mapping[str, str]:
    """The schema of each table a game's catalogues may have, by the table's name."""
    folders = (SHARED, f"games/{game}/catalogs")
    return {table: f"{folder}/{table}" for folder in folders for table in names(folder) if table != "common"}


@cache
def validator(name: str) -> Draft202012Validator:
    """A validator for a schema; it may refer to those of its folder and of ``catalogs`` by their ``$id``."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    folders = dict.fromkeys((name.rpartition("/")[0], SHARED))
    beside = [schema(f"{folder}/{other}") for folder in folders for other in names(folder)]
    resources = [(document["$id"], Resource.from_contents(document)) for document in beside]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(schema(name), registry=registry)


def problems(document: object, name: str) -> Iterator[Problem]:
    """Everything in a document that its schema does not allow, in the order of the document."""
    for error in validator(name).iter_errors(document):
        yield from _explain(error)


def problems_in(document: object, rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything in a document that a schema given in full does not allow."""
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(rules).iter_errors(document):
        yield from _explain(error)


def _explain(error: ValidationError) -> Iterator[Problem]:
    """One problem per fault; of alternatives, the one the author most likely meant."""
    if error.validator in ("oneOf", "anyOf") and error.context:
        from jsonschema.exceptions import relevance

        best = max(error.context, key=relevance)
        if best.absolute_path != error.absolute_path:
            yield from _explain(best)
            return
    place = "/" + "/".join(str(step) for step in error.absolute_path)
    yield Problem(place if error.absolute_path else "", _what(error), _instead(error), _missing(error))


def _what(error: ValidationError) -> Said:
    """What is wrong, by the keyword of the schema that refused it."""
    given: Any = error.instance
    value, inside = _short(given), _inside(error)
    match error.validator:
        case "required":
            missing = _missing(error)
            return f"it lacks {_list(missing)}", f"le falta {_list(missing)}"
        case "additionalProperties":
            unknown = sorted(set(given) - set(inside.get("properties", {})))
            return f"no field here is called {_list(unknown)}", f"aquí ningún campo se llama {_list(unknown)}"
        case "type":
            return f"{value} has the wrong type", f"{value} no es del tipo debido"
        case "minItems" | "minProperties":
            return "it has too few entries", "tiene muy pocas entradas"
        case "maxItems" | "maxProperties":
            return "it has too many entries", "tiene demasiadas entradas"
        case "uniqueItems":
            return "an entry stands there twice", "una entrada está repetida"
        case "minimum":
            return f"{value} is too low", f"{value} es demasiado bajo"
        case "maximum":
            return f"{value} is too high", f"{value} es demasiado alto"
        case "oneOf" | "anyOf":
            return "it fits none of the forms allowed here", "no tiene ninguna de las formas admitidas aquí"
        case _:
            return f"{value} is not allowed here", f"{value} no se admite aquí"


def _missing(error: ValidationError) -> tuple[str, ...]:
    """The fields a document lacks, if that is what is wrong with it."""
    given: Any = error.instance
    wanted: Any = error.validator_value
    return tuple(name for name in wanted if name not in given) if error.validator == "required" else ()


def _instead(error: ValidationError) -> Said:
    """What the schema expects, with the field's own description where there is one."""
    wanted: Any = error.validator_value
    inside = _inside(error)
    about = inside.get("description", "")
    tail = f" ({about.rstrip('.')})" if about else ""
    match error.validator:
        case "required":
            return f"all of {_list(wanted)}", f"todos estos campos: {_list(wanted)}"
        case "additionalProperties":
            known = _list(inside.get("properties", {}))
            return f"only {known}", f"solo {known}"
        case "enum":
            return f"one of {_list(wanted)}{tail}", f"uno de estos: {_list(wanted)}{tail}"
        case "const":
            return f"{_short(wanted)}{tail}", f"{_short(wanted)}{tail}"
        case "type":
            kinds = wanted if isinstance(wanted, list) else [wanted]
            return f"{' or '.join(kinds)}{tail}", f"{' o '.join(kinds)}{tail}"
        case "minimum" | "minItems" | "minProperties":
            return f"at least {wanted}{tail}", f"al menos {wanted}{tail}"
        case "maximum" | "maxItems" | "maxProperties":
            return f"at most {wanted}{tail}", f"como mucho {wanted}{tail}"
        case "pattern":
            return f"text of the form {wanted}{tail}", f"un texto de la forma {wanted}{tail}"
        case "uniqueItems":
            return f"each entry once{tail}", f"cada entrada una sola vez{tail}"
        case "oneOf" | "anyOf":
            forms = [_form(form) for form in wanted]
            return (
                f"exactly one of: {'; '.join(forms)}{tail}",
                f"exactamente una de: {'; '.join(forms)}{tail}",
            )
        case _:
            return f"what the schema describes{tail}", f"lo que describe el esquema{tail}"


def _inside(error: ValidationError) -> dict[str, Any]:
    """The part of the schema that refused."""
    return error.schema if isinstance(error.schema, dict) else {}


def _form(form: dict[str, Any]) -> str:
    return (
        _list(form["required"]) if "required" in form else str(form.get("title", form.get("type", "a value")))
    )


def _list(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
