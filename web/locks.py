"""Locks: headers against foreign script, trusted hosts, and a limit for each client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from math import ceil
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, request
from limits import RateLimitItemPerMinute
from limits.storage import Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests
from werkzeug.sansio.utils import host_is_trusted

from generator.table import EVERYONE
from web import counters as counters  # the store of its own that ``limits`` finds by its scheme
from web.current import bearer, context
from web.problems import answer, problem
from web.service.errors import NotHere, OtherHost
from web.service.lru import Lru
from web.service.seats import enter
from web.service.secrecy import is_link, link_hash
from web.storage.documents import bytes_in

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A drawing has its styles in it and nothing to run.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
HEADERS = [  # of every answer, whatever it is
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),  # a seat's address is its key: no other site learns it
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
]
SECURE = ("Strict-Transport-Security", "max-age=31536000")
# Of every answer that says nothing else about what it may load, and about being kept.
SCRIPTS, KEEPING = ("Content-Security-Policy", POLICY), ("Cache-Control", "no-store")
COST = "horah_cost"
METER = "horah.meter"  # app.extensions
SEARCH = 60  # the price of a search for balance, which may take a second
SIZE = 8 * 1024  # bytes of a document, which cost as much as a plain request
SEAT = 2  # a seat may spend a half of what an address may
COMPANY = 15  # and all the seats that play from one address fifteen times as much: thirty of them undisturbed
HANDFUL = 50  # a process takes a fiftieth of a client's minute at once
KEPT = 10.0  # seconds, and gives it up then
CLIENTS = 10_000  # remembered by a process
SHORT = 32


def register(app: Flask, rate: int, store: str, hosts: tuple[str, ...] = ()) -> None:
    """Put the locks on an application."""
    if hosts:
        app.before_request(lambda: check_host(hosts))
    if rate:
        app.extensions[METER] = Meter(rate, store)
        app.before_request(app.extensions[METER].charge)
    app.wsgi_app = headed(app.wsgi_app)  # type: ignore[assignment, method-assign]


def headed(inner: WSGIApplication) -> WSGIApplication:
    """The headers of every answer, put on where it costs nothing."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        always = HEADERS if environ["wsgi.url_scheme"] == "http" else [*HEADERS, SECURE]

        def start(status: str, headers: list[tuple[str, str]], fault: Any = None, /) -> Any:
            said = dict(headers)
            if SCRIPTS[0] not in said:
                drawing = said.get("Content-Type", "").startswith("image/svg+xml")
                headers.append((SCRIPTS[0], DRAWING_POLICY) if drawing else SCRIPTS)
            if KEEPING[0] not in said:
                headers.append(KEEPING)
            return start_response(status, headers + always, fault)

        return inner(environ, start)

    return application


def costs(price: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a view as dearer than a plain request."""

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        setattr(view, COST, price)
        return view

    return mark


def pay(price: int) -> None:
    """Let a request pay more, when it turns out to be dearer than its address says."""
    meter: Meter | None = current_app.extensions.get(METER)
    wait = meter.spend(price) if meter else 0
    if wait:
        raise TooManyRequests(retry_after=wait)


def pay_for_search(settings: Mapping[str, Any]) -> None:
    """A wish for balance is searched for, and dearer than a battle as it comes."""
    if settings.get("balance", "any") != "any":
        pay(SEARCH)


def pay_for_size(document: Mapping[str, Any]) -> None:
    """A long document takes longer to be held against its checks and to be shown: it costs by its length."""
    pay(bytes_in(document) // SIZE)


def check_host(hosts: tuple[str, ...]) -> None:
    """Under a name that is not ours links lead elsewhere, and a foreign page could pass for one of ours."""
    if not host_is_trusted(request.host, hosts):
        raise OtherHost


class Meter:
    """What each client may spend in a minute, counted by the library ``limits`` in a store that is shared.

    Whoever holds the link of a seat pays for himself, wherever he comes from: thirty players behind one
    address do not disturb each other. All others are their address.
    """

    def __init__(self, rate: int, store: str = "memory://") -> None:
        storage = storage_from_string(store)
        assert isinstance(storage, Storage)  # the library has others, for programs of another kind
        self.strangers = Purse("address", rate, storage)
        self.players = Purse("seat", max(1, rate // SEAT), storage)
        self.company = Purse("company", rate * COMPANY, storage)

    def charge(self) -> Response | None:
        """Let a request pay; one that cannot is refused."""
        wait = self.spend(getattr(_view(), COST, 1))
        return answer(problem(429, code="RATE", headers={"Retry-After": str(wait)})) if wait else None

    def spend(self, price: int) -> int:
        """The seconds to wait for whoever asks this and has not enough left, else 0."""
        if not price:
            return 0
        address, seat = request.remote_addr or "-", _seat()
        if seat is None:
            return self.strangers.spend(address, price)
        return self.players.spend(seat, price) or self.company.spend(address, price)


class Purse:
    """What clients of a kind may spend in a minute.

    A process takes some more out of the store than is asked for and spends it without asking again, so that
    most requests cost no look into the store; a limit is therefore right to a few of a hundred.
    """

    def __init__(self, kind: str, rate: int, storage: Storage) -> None:
        self.kind = kind
        self.item = RateLimitItemPerMinute(rate)
        self.limiter = FixedWindowRateLimiter(storage)
        self.handful = max(1, rate // HANDFUL)
        self.ahead: Lru[str, tuple[int, float]] = Lru(CLIENTS)  # taken and not spent; until when

    def spend(self, client: str, price: int) -> int:
        """Take a price from a client; the seconds to wait if he has not enough left, else 0."""
        left, until = self.ahead.get(client) or (0, 0.0)
        now = time.monotonic()
        if until < now:
            left = 0
        if left >= price:
            self.ahead.put(client, (left - price, until))
            return 0
        try:
            for amount in (max(price, self.handful), price):
                if self._taken(client, amount):
                    self.ahead.put(client, (left + amount - price, now + KEPT))
                    return 0
            ends = self.limiter.get_window_stats(self.item, self.kind, client).reset_time
        except Exception as fault:  # that nobody can be counted is no reason to serve nobody
            current_app.logger.error("limits: %s", type(fault).__name__)
            return 0
        return min(60, max(1, ceil(ends - time.time())))

    def _taken(self, client: str, amount: int) -> bool:
        key = (self.kind, client)
        return self.limiter.test(self.item, *key, cost=amount) and self.limiter.hit(
            self.item, *key, cost=amount
        )


def _seat() -> str | None:
    """The seat whose link this request brings, in its address or its header; its hash, as it is stored."""
    link = (request.view_args or {}).get("link") or bearer()
    if not link or not is_link(link):
        return None
    try:
        sitting = enter(context(), link)
    except NotHere:
        return None
    return None if sitting.seat == EVERYONE else link_hash(link)[:SHORT]


def _view() -> Callable[..., Any] | None:
    return current_app.view_functions.get(request.endpoint or "")
