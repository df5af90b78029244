"""Compress text responses with gzip for clients that accept it."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

MIN_BYTES = 1000  # a smaller response is sent as it is
TEXT_TYPES = frozenset(
    {
        "application/javascript",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
    }
)


def register(app: Flask) -> None:
    """Compress the responses of an application."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Compress a whole text response if the client accepts gzip."""
    if response.mimetype not in TEXT_TYPES or response.status_code != 200 or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    if request.method != "GET" or not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False  # files come as a stream
    body = response.get_data()
    if len(body) >= MIN_BYTES:
        response.set_data(gzip.compress(body, mtime=0))
        response.content_encoding = "gzip"
        if etag := response.get_etag()[0]:
            response.set_etag(f"{etag}-gzip")
    return response
