"""Rate limits by Flask-Limiter: each client has a budget per minute, and views have prices.

A request with the link of a seat is charged to that seat, from any address, so players behind one address do
not disturb each other. All other requests are charged to their address.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import wraps
from math import ceil
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_limiter import ApplicationLimit, Limiter
from werkzeug.exceptions import TooManyRequests

from generator.table import EVERYONE
from schemas.errors import HorahError
from web.http.problems import make_problem, respond
from web.http.request_context import bearer, context
from web.service.drawing_slots import requester
from web.service.errors import NotHere
from web.service.quota import client_network
from web.service.tables.access import enter
from web.service.tokens import is_link, link_hash
from web.storage.records import document_bytes

PRICE = "horah_price"  # attribute of a view
LIMITER = "horah.limiter"  # app.extensions
SEARCH_PRICE = 60  # a search for a balanced battle may take one second
UNITS_PER_CPU_SECOND = 100  # a unit is ten milliseconds of a core
BYTES_PER_UNIT = 8 * 1024  # of a document: each costs as much as a plain request
SEAT_SHARE = 2  # the budget of a seat is half of an address's,
SEATS_OF_ADDRESS = 15  # and that of all seats behind one address is fifteen times the address's
KEY_LENGTH = 32


def register(app: Flask, rate: int, store: str) -> None:
    """Limit the budget of each client per minute; a rate of 0 means no limit."""
    app.before_request(_name_requester)
    if not rate:
        return
    limits = (
        ApplicationLimit(
            f"{rate}/minute", _address, scope="address", cost=_price, exempt_when=lambda: bool(_seat())
        ),
        ApplicationLimit(
            f"{max(1, rate // SEAT_SHARE)}/minute",
            _seat,
            scope="seat",
            cost=_price,
            exempt_when=lambda: not _seat(),
        ),
        ApplicationLimit(
            f"{rate * SEATS_OF_ADDRESS}/minute",
            _address,
            scope="seats of address",
            cost=_price,
            exempt_when=lambda: not _seat(),
        ),
    )
    try:
        limiter = Limiter(
            _address,
            app=app,
            application_limits=list(limits),
            storage_uri=store,
            strategy="sliding-window-counter",  # a request that was refused does not count
            swallow_errors=True,  # without a working store nobody is refused
            fail_on_first_breach=True,
            request_identifier=lambda: request.endpoint or "-",  # unknown URLs are charged too
        )
        reachable = limiter.storage.check()
        why = "" if reachable else "-"
    except Exception as fault:  # each store has its own library with its own errors
        why = str(fault).partition("\n")[0] or type(fault).__name__
    if why:
        raise HorahError("BAD_CONFIG.limits", name="HORAH_LIMITS", why=why)
    app.extensions[LIMITER] = limiter
    app.register_error_handler(TooManyRequests, refuse)


def costs(price: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a view a price; a plain request costs 1."""

    def mark(view: Callable[..., Any]) -> Callable[..., Any]:
        setattr(view, PRICE, price)
        return view

    return mark


def pay(price: int) -> None:
    """Charge a request more, if it turns out to be more expensive than its route."""
    limiter: Limiter | None = current_app.extensions.get(LIMITER)
    if limiter is None or price <= 0:
        return
    for limit in limiter.current_limits:
        if not limiter.limiter.hit(limit.limit, *limit.request_args, cost=price):
            raise TooManyRequests(retry_after=_seconds_until(limit.reset_at))


def heavy(view: Callable[..., Any]) -> Callable[..., Any]:
    """Run a view in a drawing slot of its client, and charge the CPU time it took."""

    @wraps(view)
    def limited(*given: Any, **named: Any) -> Any:
        with context().slots.claim():
            return charge_cpu(view)(*given, **named)

    return limited


def charge_cpu(view: Callable[..., Any]) -> Callable[..., Any]:
    """Charge the CPU time of a view besides its price, for views whose result may or may not be cached."""

    @wraps(view)
    def measured(*given: Any, **named: Any) -> Any:
        start = time.thread_time()
        try:
            return view(*given, **named)
        finally:
            _charge(int((time.thread_time() - start) * UNITS_PER_CPU_SECOND))

    return measured


def _charge(price: int) -> None:
    """Charge for work that is done already, so that the next requests are refused earlier."""
    limiter: Limiter | None = current_app.extensions.get(LIMITER)
    if limiter is not None and price > 0:
        for limit in limiter.current_limits:
            limiter.limiter.hit(limit.limit, *limit.request_args, cost=price)


def pay_for_search(settings: Mapping[str, Any]) -> None:
    """Charge for a search, if a balanced battle is asked for."""
    if settings.get("balance", "any") != "any":
        pay(SEARCH_PRICE)


def pay_for_size(document: Mapping[str, Any]) -> None:
    """Charge for the length of a document: a long one takes longer to check and to show."""
    pay(document_bytes(document) // BYTES_PER_UNIT)


def refuse(error: TooManyRequests) -> Response:
    """Return 429 with the seconds to wait."""
    limit = current_app.extensions[LIMITER].current_limit
    wait = error.retry_after or _seconds_until(limit.reset_at if limit else 0)
    return respond(make_problem(429, code="RATE", headers={"Retry-After": str(wait)}))


def _seconds_until(moment: float) -> int:
    return min(60, max(1, ceil(moment - time.time())))


def _price() -> int:
    view = current_app.view_functions.get(request.endpoint or "")
    return int(getattr(view, PRICE, 1))


def _name_requester() -> None:
    requester.set(_address())


def _address() -> str:
    return client_network(request.remote_addr or "-")


def _seat() -> str:
    """Return the hash of the seat's link that this request brings; empty if it brings none."""
    if "paying_seat" not in g:
        g.paying_seat = _find_seat()
    return str(g.paying_seat)


def _find_seat() -> str:
    link = (request.view_args or {}).get("link") or bearer()
    if not link or not is_link(link):
        return ""
    try:
        sitting = enter(context(), link)
    except NotHere:
        return ""
    return "" if sitting.seat == EVERYONE else link_hash(link)[:KEY_LENGTH]
