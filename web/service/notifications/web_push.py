"""Web push: the service's key, browser subscriptions, and encrypted messages."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from schemas.errors import HorahError
from schemas.json_input import read_json
from web.storage.keys import ensure_key
from web.storage.tables import Repository

from . import safe_http

KEY_NAME = "vapid"
MESSAGE_TTL_SECONDS = 24 * 3600  # seconds that a push service stores a message for an offline browser
SIGNATURE_SECONDS = 12 * 3600
DEFAULT_CONTACT = "mailto:nobody@localhost"
POINT_BYTES, AUTH_BYTES = 65, 16  # bytes
MAX_SUBSCRIPTION_LENGTH = 4000


def ensure_vapid_key(repository: Repository) -> str:
    """Return the private VAPID key, created once and stored in the database."""
    return ensure_key(repository, KEY_NAME, new_key)


def new_key() -> str:
    """Return a new random private key, encoded."""
    private = ec.generate_private_key(ec.SECP256R1())
    return _base64(private.private_numbers().private_value.to_bytes(32, "big"))


def public_key(repository: Repository) -> str:
    """Return the public key that a browser subscribes with."""
    point = (
        _private(ensure_vapid_key(repository))
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return _base64(point)


def parse_subscription(text: str, *, inside: bool) -> str:
    """Check a browser's subscription and return it in its stored form."""
    try:
        parsed: Any = read_json(text[:MAX_SUBSCRIPTION_LENGTH])
        endpoint, given = str(parsed["endpoint"]), parsed["keys"]
        keys = {name: str(given[name]).rstrip("=") for name in ("p256dh", "auth")}
        point, auth = _bytes(keys["p256dh"]), _bytes(keys["auth"])
        if len(point) != POINT_BYTES or len(auth) != AUTH_BYTES:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        safe_http.check_url(endpoint, inside=inside)
    except (ValueError, TypeError, KeyError, RecursionError, UnsupportedAlgorithm, safe_http.NotPublic):
        raise HorahError("BAD_SUBSCRIPTION") from None
    return json.dumps({"endpoint": endpoint, "keys": keys}, separators=(",", ":"), sort_keys=True)


def send(
    repository: Repository, address: str, payload: Mapping[str, Any], contact: str, *, inside: bool
) -> safe_http.Reply:
    """Encrypt and sign a message and send it to the browser's push service."""
    from py_vapid import Vapid02  # slow to import, and only the sender needs it
    from pywebpush import WebPusher

    subscription = json.loads(address)
    endpoint = subscription["endpoint"]
    parts = safe_http.check_url(endpoint, inside=inside)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time()) + SIGNATURE_SECONDS,
        "sub": contact,
    }
    signed = Vapid02.from_raw(ensure_vapid_key(repository).encode()).sign(claims)
    body = WebPusher(subscription).encode(json.dumps(payload, ensure_ascii=False).encode())["body"]
    topic = sha256(str(payload["tag"]).encode()).hexdigest()[:32]  # a newer message replaces an older one
    headers = {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(MESSAGE_TTL_SECONDS),
        "Urgency": "normal",
        "Topic": topic,
    }
    return safe_http.send(endpoint, body, headers, inside=inside, hops=0)


def _private(kept: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(kept), "big"), ec.SECP256R1())


def _base64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
