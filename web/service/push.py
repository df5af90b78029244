"""Web push: the service's own keys, the address a browser gives, and a message only that browser can read."""

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
from schemas.plain import read_json
from web.storage import calls
from web.storage.repository import Repository

from . import reach

NAME = "vapid"
LASTS = 24 * 3600  # seconds that a push service keeps a message for a browser that is off
SIGNED = 12 * 3600
NOBODY = "mailto:nobody@localhost"
POINT, AUTH = 65, 16  # bytes
LONGEST = 4000


def ensure_keys(repository: Repository) -> str:
    """The private key by which push services know us, made once and kept with everything else."""
    found = calls.key(repository, NAME)
    if found is None:
        calls.keep_key(repository, NAME, new_key())
        found = calls.key(repository, NAME)
        assert found is not None
    return found


def new_key() -> str:
    """A key that nobody can guess, as it is kept."""
    made = ec.generate_private_key(ec.SECP256R1())
    return _base64(made.private_numbers().private_value.to_bytes(32, "big"))


def public_key(repository: Repository) -> str:
    """What a browser is given to subscribe with."""
    point = (
        _private(ensure_keys(repository))
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return _base64(point)


def subscription(text: str, *, inside: bool) -> str:
    """What a browser said of itself, as it is kept; refused where nothing could be sent to it."""
    try:
        read: Any = read_json(text[:LONGEST])
        endpoint, given = str(read["endpoint"]), read["keys"]
        found = {name: str(given[name]).rstrip("=") for name in ("p256dh", "auth")}
        point, auth = _bytes(found["p256dh"]), _bytes(found["auth"])
        if len(point) != POINT or len(auth) != AUTH:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        reach.checked(endpoint, inside=inside)
    except (ValueError, TypeError, KeyError, RecursionError, UnsupportedAlgorithm, reach.Inside):
        raise HorahError("BAD_SUBSCRIPTION") from None
    return json.dumps({"endpoint": endpoint, "keys": found}, separators=(",", ":"), sort_keys=True)


def send(
    repository: Repository, address: str, told: Mapping[str, Any], whom: str, *, inside: bool
) -> reach.Reply:
    """Encrypt a message for a browser, sign it, and hand it to the browser's push service."""
    from py_vapid import Vapid02  # heavy, and only whoever sends needs it
    from pywebpush import WebPusher

    where = json.loads(address)
    endpoint = where["endpoint"]
    parts = reach.checked(endpoint, inside=inside)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time()) + SIGNED, "sub": whom}
    signed = Vapid02.from_raw(ensure_keys(repository).encode()).sign(claims)
    body = WebPusher(where).encode(json.dumps(told, ensure_ascii=False).encode())["body"]
    topic = sha256(str(told["tag"]).encode()).hexdigest()[:32]  # a newer one takes the place of an older
    headers = {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Urgency": "normal",
        "Topic": topic,
    }
    return reach.send(endpoint, body, headers, inside=inside, hops=0)


def _private(kept: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_bytes(kept), "big"), ec.SECP256R1())


def _base64(found: bytes) -> str:
    return urlsafe_b64encode(found).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
