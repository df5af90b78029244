"""Schemathesis on the OpenAPI document: no 5xx, and every response as documented."""

from __future__ import annotations

import atexit
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.chance import known_seeds
from tests.procedures import current
from web.app import create_app
from web.config import Config

from .playing import Company, open_table, play

EXAMPLES = 8
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
    negative_data_rejection,
]
HERE = CHECKS[:-1]  # an address that was put right is no longer wrong


@dataclass(frozen=True)
class World:
    """A service with some content."""

    app: Flask
    battle: str
    begun: Company
    sealed: Company
    over: Company
    campaign: Company
    tournament: dict[str, Any]


@cache
def world() -> World:
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    app = create_app(Config(f"sqlite:///{Path(folder.name) / 'x.db'}", rate=0, pages=False))
    client = app.test_client()
    with known_seeds("openapi"):
        begun, sealed, over = (open_table(client) for _ in range(3))
        play(sealed, Random(1).randrange, until="order_of_battle")
        play(over, Random(2).randrange)
        campaign = open_table(client, "/api/v1/campaigns", procedure=current("stalingrad"))
        play(campaign, Random(3).randrange, until="battle_result")
        battle = client.post("/api/v1/battles").json["id"]
        return World(app, battle, begun, sealed, over, campaign, _tournament(client))


def _tournament(client: FlaskClient) -> dict[str, Any]:
    """Return a tournament with its first round drawn."""
    wish = {"game": "combat_commander", "players": ["Ana", "Berta", "Carlos", "Diego"]}
    begun: dict[str, Any] = client.post("/api/v1/tournaments", json=wish).json
    headers = {"Authorization": f"Bearer {begun['link']}"}
    client.post(f"/api/v1/tournaments/{begun['id']}/rounds", json={"kind": "own"}, headers=headers)
    return begun


@cache
def document() -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", world().app)


def operations(resource: str) -> list[APIOperation]:
    found = [result.ok() for result in document().get_all_operations()]
    return [each for each in found if each.path.removeprefix("/api/v1/").partition("/")[0] == resource]


RESOURCES = (
    "aids",
    "archives",
    "battlefields",
    "battles",
    "boxes",
    "calls",
    "campaigns",
    "catalogs",
    "diaries",
    "documents",
    "fights",
    "healthz",
    "invitations",
    "lookup",
    "maps",
    "odds",
    "mine",
    "plays",
    "procedures",
    "rehearsals",
    "scenarios",
    "tables",
    "tournaments",
    "verifications",
)


@pytest.mark.parametrize("resource", RESOURCES)
def test_every_response_is_as_documented(resource: str) -> None:
    """With generated ids, and again with existing ones, from several seats."""
    for operation in operations(resource):
        for mode in GenerationMode:
            _try(operation, mode)


def _try(operation: APIOperation, mode: GenerationMode) -> None:
    """Run a case; Hypothesis raises Unsatisfiable if an operation has no invalid input."""
    with suppress(Unsatisfiable):
        _tried(operation, mode)


def _tried(operation: APIOperation, mode: GenerationMode) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def fits(case: Case) -> None:
        case.call_and_validate(checks=CHECKS)
        if "battle_id" in case.path_parameters:
            case.path_parameters["battle_id"] = world().battle
            case.call_and_validate(checks=CHECKS)
        if "table_id" in case.path_parameters:
            for company in _companies(operation):
                for player in (company.axis, company.watcher):
                    case.path_parameters["table_id"] = player.table
                    case.call_and_validate(checks=CHECKS, headers=player.headers)

        if "tournament_id" in case.path_parameters and case.method != "DELETE":
            case.path_parameters |= {"tournament_id": world().tournament["id"], "number": 1, "table": 1}
            headers = {"Authorization": f"Bearer {world().tournament['link']}"}
            case.call_and_validate(checks=HERE, headers=headers)

    fits()


def _companies(operation: APIOperation) -> tuple[Company, ...]:
    if "/campaigns/" in operation.path:
        return (world().campaign,)
    return world().begun, world().sealed, world().over


def test_every_resource_is_covered() -> None:
    paths = world().app.test_client().get("/api/v1/openapi.json").json["paths"]
    assert {path.removeprefix("/api/v1/").partition("/")[0] for path in paths} == set(RESOURCES)


def test_document_lists_every_url() -> None:
    paths = world().app.test_client().get("/api/v1/openapi.json").json["paths"]
    due = {
        "/api/v1/battles": {"post"},
        "/api/v1/battles/{battle_id}": {"get"},
        "/api/v1/battles/{battle_id}/card.pdf": {"get"},
        "/api/v1/battles/{battle_id}/map.svg": {"get"},
        "/api/v1/battles/{battle_id}/log": {"get"},
        "/api/v1/tables": {"post"},
        "/api/v1/tables/{table_id}/prompts": {"get"},
        "/api/v1/tables/{table_id}/answers": {"post"},
        "/api/v1/tables/{table_id}/undo": {"post"},
        "/api/v1/campaigns": {"post"},
        "/api/v1/campaigns/{table_id}/prompts": {"get"},
        "/api/v1/campaigns/{table_id}/answers": {"post"},
        "/api/v1/campaigns/{table_id}/undo": {"post"},
        "/api/v1/catalogs": {"get"},
        "/api/v1/healthz": {"get"},
    }
    for path, methods in due.items():
        assert methods <= set(paths[path]), path


def test_table_responses_have_only_documented_fields() -> None:
    """For every seat and state."""
    from schemas.api.tables import Prompt, Record, State

    for company in (world().begun, world().sealed, world().over, world().campaign):
        for player in (company.axis, company.allied, company.referee, company.watcher):
            assert set(player.state()) == set(State().fields)
            assert set(player.get("/record").json) == set(Record().fields)
            for prompt in player.prompts():
                assert set(prompt) <= set(Prompt().fields)
