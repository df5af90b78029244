"""The API documentation: from an installed package, without external URLs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser
METHODS = ("get", "post", "put", "delete")
EVERY = """(count) => {  // of a long list only what is in sight is drawn: look it through, over and over
    const seen = (window.seen ??= new Set());
    for (const block of document.querySelectorAll(".opblock")) seen.add(block.id);
    const bottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    scrollTo(0, bottom ? 0 : scrollY + innerHeight / 2);
    return seen.size === count;
}"""


def test_docs_show_every_operation(visit: Visit) -> None:
    page = visit("/api/v1/docs/")
    spec = page.request.get("/api/v1/openapi.json").json()
    operations = [method for path in spec["paths"].values() for method in path if method in METHODS]
    page.wait_for_function(EVERY, arg=len(operations))
    page.evaluate("scrollTo(0, 0)")
    page.get_by_text("/api/v1/healthz").first.click()
    expect(page.get_by_text("Check that the database responds")).to_be_visible()
