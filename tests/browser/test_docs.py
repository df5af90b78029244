"""The documentation of the API in a browser: from an installed package, without any outside address."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser
METHODS = ("get", "post", "put", "delete")


def test_the_documentation_shows_every_operation(visit: Visit) -> None:
    page = visit("/api/v1/docs/")
    spec = page.request.get("/api/v1/openapi.json").json()
    operations = [method for path in spec["paths"].values() for method in path if method in METHODS]
    expect(page.locator(".opblock")).to_have_count(len(operations))
    page.get_by_text("/api/v1/healthz").first.click()
    expect(page.get_by_text("The database answers")).to_be_visible()
