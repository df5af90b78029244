"""To reach an address that a stranger gave us, and nothing that he could not reach himself.

A name is looked up once and only what was found there is connected to, so that it cannot mean something else
a moment later; every address of it must be one of the open net. That holds for each redirection again. The
whole takes a bounded time, whatever the other side does.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Timer
from urllib.parse import SplitResult, urljoin, urlsplit

SECONDS = 10.0  # for one step
WHOLE = 20.0  # for a whole exchange
HOPS = 3
LONGEST = 2000  # letters of an address
REDIRECTS = frozenset({307, 308})  # those that send the same again
PORTS = {"http": 80, "https": 443}
NARROW = ipaddress.ip_network("64:ff9b::/96")  # IPv6 that stands for IPv4
OTHER_NARROW = ipaddress.ip_network("64:ff9b:1::/48")

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class Inside(Exception):
    """An address that is none of the open net, or none at all."""


class Unreachable(Exception):
    """Nobody answers, or not in time; later perhaps."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the other side said."""

    status: int
    retry_after: str = ""


def is_open(address: str) -> bool:
    """Is this an address of the open net, also where it stands for another?"""
    try:
        found: IP = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if found.version == 6 and found in NARROW:
        return _is_open(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF))
    return all(_is_open(each) for each in (found, *_meant(found)))


def _is_open(found: IP) -> bool:
    closed = found.is_private or found.is_multicast or found.is_reserved or found.is_loopback
    site = isinstance(found, ipaddress.IPv6Address) and (found.is_site_local or found in OTHER_NARROW)
    return found.is_global and not (closed or site or found.is_link_local or found.is_unspecified)


def _meant(found: IP) -> tuple[IP, ...]:
    """The addresses that one carries in it."""
    if isinstance(found, ipaddress.IPv4Address):
        return ()
    teredo = found.teredo or ()
    return tuple(each for each in (found.ipv4_mapped, found.sixtofour, *teredo) if each is not None)


def checked(address: str, *, inside: bool) -> SplitResult:
    """An address as it may be written: HTTPS, a host, a usual port, no name and password in it."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Inside from None
    sound = parts.scheme == "https" or (inside and parts.scheme == "http")
    printable = address.isascii() and address.isprintable() and " " not in address
    if not sound or not parts.hostname or "@" in parts.netloc or not printable or len(address) > LONGEST:
        raise Inside
    if port is not None and port != 443 and port < 1024 and not inside:
        raise Inside
    if not inside and _is_number(parts.hostname) and not is_open(parts.hostname):
        raise Inside
    return parts


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def places(host: str, port: int, *, inside: bool) -> list[str]:
    """What a name means now; refused where any of it lies inside."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not addresses:
        raise Unreachable
    if not inside and not all(map(is_open, addresses)):
        raise Inside
    return addresses


def send(address: str, body: bytes, headers: Mapping[str, str], *, inside: bool, hops: int = HOPS) -> Reply:
    """POST something to an address and hear what is said to it."""
    for _ in range(hops + 1):
        reply, onward = _exchange(checked(address, inside=inside), body, headers, inside=inside)
        if reply.status not in REDIRECTS or not onward or not hops:
            return reply
        address = urljoin(address, onward)
    raise Unreachable


def _exchange(
    parts: SplitResult, body: bytes, headers: Mapping[str, str], *, inside: bool
) -> tuple[Reply, str]:
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    place = places(host, port, inside=inside)[0]
    connection = _connection(parts.scheme, host, port, place)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    watch = Timer(WHOLE, _cut, [connection])
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", path, body, {"User-Agent": "Hora-H", **headers})
        answer = connection.getresponse()
        said = Reply(answer.status, answer.headers.get("Retry-After", ""))
        return said, answer.headers.get("Location", "")
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable from None
    finally:
        watch.cancel()
        connection.close()


def _cut(connection: http.client.HTTPConnection) -> None:
    """End an exchange that takes too long; whoever waits in it is told by an error."""
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


def _connection(scheme: str, host: str, port: int, place: str) -> http.client.HTTPConnection:
    if scheme == "http":
        return _Plain(host, port, place)
    return _Sealed(host, port, place)


class _Plain(http.client.HTTPConnection):
    """A connection to the place that was looked up, under the name that was asked for."""

    def __init__(self, host: str, port: int, place: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.place = place

    def connect(self) -> None:
        self.sock = socket.create_connection((self.place, self.port), SECONDS)


class _Sealed(http.client.HTTPSConnection):
    """The same with TLS; the certificate is the name's."""

    def __init__(self, host: str, port: int, place: str) -> None:
        self.trust = ssl.create_default_context()
        super().__init__(host, port, timeout=SECONDS, context=self.trust)
        self.place = place

    def connect(self) -> None:
        plain = socket.create_connection((self.place, self.port), SECONDS)
        try:
            self.sock = self.trust.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
