"""Applications with their own databases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from web.app import create_app
from web.config import Config
from web.http.request_context import CONTEXT


@contextmanager
def served(config: Config) -> Iterator[Flask]:
    """Yield an application and close its connections afterwards."""
    found = create_app(config)
    yield found
    found.extensions[CONTEXT].repository.engine.dispose()
