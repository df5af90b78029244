"""Tests that pages, API and files reveal nothing about a face-down counter."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from generator.chance import draw_below
from generator.games.combat_solitaire.procedure import PLAY
from generator.games.combat_solitaire.random_player import RandomPlayer
from generator.games.combat_solitaire.setup import fill_cup
from generator.table import NO_ANSWER
from tests.generator.games.combat_solitaire.playing import catalog
from web.http.request_context import CONTEXT
from web.service.tables.live import lock_table

API = "/api/v1/tables"
MOST_TRIES = 500_000
FILES = ("card.pdf", "card.txt", "card.md", "card.json", "record.json", "version")
#: Differences between any two tables: links, hashes of seeds, times.
NOISE = re.compile(r'[a-z0-9]{32}|[0-9a-f]{64}|(<wbr>|[0-9a-f]{8})+|\d{4}-\d\d-\d\dT[^"]*')


def opened(site: Flask, monkeypatch: pytest.MonkeyPatch, secret: str) -> dict[str, str]:
    """Open a table with a fixed open part of the seed; return its links."""
    monkeypatch.setattr("web.service.tables.new_table_seed", lambda: f"open.{secret}")
    settings = {"scenario": "crossroads", "sealed_tq": "4"}
    answer = site.test_client().post(API, json={"procedure": PLAY.name, "settings": settings})
    assert answer.status_code == 201
    links: dict[str, str] = answer.json["links"]
    return links


def crawled(site: Flask, link: str, table: str) -> dict[str, str]:
    """Return every response of a link: pages in both languages, files, API."""
    client, found = site.test_client(), {}
    seat = {"Authorization": f"Bearer {link}"} if link != table else {}
    for lang in ("es", "en"):
        paths = [
            f"/tables/{link}",
            f"/tables/{link}?log=1",
            *(f"/tables/{link}/{name}?lang={lang}" for name in FILES),
        ]
        for path in paths:
            found[f"{lang} {path.replace(link, 'X')}"] = _got(client, path, {"Accept-Language": lang})
    for part in ("", "/prompts", "/log", "/record", "/card.json", "/card.txt", "/card.pdf"):
        found[f"api{part}"] = _got(client, f"{API}/{table}{part}", seat)
    return found


def _got(client: FlaskClient, path: str, headers: dict[str, str]) -> str:
    answer = client.get(path, headers=headers)
    pdf = path.partition("?")[0].endswith("pdf") and answer.status_code == 200
    body = _read(answer.data) if pdf else answer.get_data(as_text=True)
    return f"{answer.status_code} {NOISE.sub('', body)}"


def _read(body: bytes) -> str:
    """Return the text of a PDF."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(body))


def counters(site: Flask, table: str) -> list[str]:
    with site.app_context():
        context = site.extensions[CONTEXT]
        with lock_table(context, table) as live:
            return [entry.answer for entry in live.table.entries if entry.ask == "cup"]


def play_on(site: Flask, link: str, table: str, until: str) -> None:
    """Answer with a random player until a prompt comes."""
    client, straw = site.test_client(), RandomPlayer("straw")
    for _ in range(60):
        with site.app_context(), lock_table(site.extensions[CONTEXT], table) as live:
            prompt = live.table.pending[0]
            answer = straw(live.table, prompt)
            number = live.number
        if prompt.ask == until:
            return
        assert answer is not NO_ANSWER
        wish: dict[str, Any] = {"number": number, "answer": answer}
        sent = client.post(f"{API}/{table}/answers", json=wish, headers={"Authorization": f"Bearer {link}"})
        assert sent.status_code == 200, sent.get_data(as_text=True)


def drawn(secret: str, count: int) -> list[str]:
    """Return the counters that a secret part of the seed draws, after the optional rules' question."""
    left = list(fill_cup(catalog().scenarios["crossroads"]))
    return [left.pop(draw_below(f"open.{secret}/{place + 1}", len(left))) for place in range(count)]


def kinds(counters_: list[str]) -> list[str]:
    """Return the team of each counter, or that it is a decoy."""
    return [one.rstrip("0123456789") for one in counters_]


@cache
def twins(count: int) -> tuple[str, str]:
    """Return two secrets that draw different men of the same teams."""
    wanted = drawn("s0", count)
    found = (f"s{number}" for number in range(1, MOST_TRIES))
    alike = (one for one in found if kinds(drawn(one, count)) == kinds(wanted))
    return "s0", next(one for one in alike if drawn(one, count) != wanted)


@pytest.mark.parametrize("until", ["deploy", "friendly_card", "act"])
def test_nothing_tells_two_games_apart(site: Flask, monkeypatch: pytest.MonkeyPatch, until: str) -> None:
    """Before any counter is spotted, pages, files and API send the same for both games."""
    games = [opened(site, monkeypatch, secret) for secret in twins(7)]
    for links in games:
        play_on(site, links["player"], links["everyone"], until)
    first, second = (counters(site, links["everyone"]) for links in games)
    assert len(first) == 7
    assert first != second
    for seat in ("player", "everyone"):
        one, other = (crawled(site, links[seat], links["everyone"]) for links in games)
        assert one == other
        men = [counter for counter in (*first, *second) if "#" in counter]  # a decoy may be discovered
        assert not any(counter in body for body in one.values() for counter in men)


def test_the_referee_can_tell_them_apart(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the crawl does show a difference where there is one."""
    games = [opened(site, monkeypatch, secret) for secret in twins(7)]
    for links in games:
        play_on(site, links["player"], links["everyone"], "friendly_card")
    one, other = (crawled(site, links["referee"], links["everyone"]) for links in games)
    assert one != other
