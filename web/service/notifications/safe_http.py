"""HTTP POST to addresses that users give, without access to private networks (SSRF protection).

A host name is resolved once and only the resolved address is connected to, so it cannot change in between;
every address of it must be public. Redirects are checked again. The whole exchange has a time limit.
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

STEP_TIMEOUT_SECONDS = 10.0  # timeout of one step
EXCHANGE_TIMEOUT_SECONDS = 20.0  # seconds; timeout of a whole exchange
MAX_REDIRECTS = 3
MAX_URL_LENGTH = 2000  # characters of an address
REDIRECTS = frozenset({307, 308})  # status codes that repeat the POST
PORTS = {"http": 80, "https": 443}
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # NAT64: IPv6 addresses that embed IPv4
LOCAL_NAT64 = ipaddress.ip_network("64:ff9b:1::/48")

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotPublic(Exception):
    """The address is not public, or not an address."""


class Unreachable(Exception):
    """No answer in time; a retry may succeed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The response of the other server."""

    status: int
    retry_after: str = ""


def is_public(address: str) -> bool:
    """Return whether an IP address is public, including addresses embedded in it."""
    try:
        ip: IP = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if ip.version == 6 and ip in NAT64:
        return _is_public(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return all(_is_public(each) for each in (ip, *_embedded_addresses(ip)))


def _is_public(ip: IP) -> bool:
    closed = ip.is_private or ip.is_multicast or ip.is_reserved or ip.is_loopback
    site = isinstance(ip, ipaddress.IPv6Address) and (ip.is_site_local or ip in LOCAL_NAT64)
    return ip.is_global and not (closed or site or ip.is_link_local or ip.is_unspecified)


def _embedded_addresses(ip: IP) -> tuple[IP, ...]:
    """Return the IPv4 addresses embedded in an IPv6 address."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ()
    teredo = ip.teredo or ()
    return tuple(each for each in (ip.ipv4_mapped, ip.sixtofour, *teredo) if each is not None)


def check_url(address: str, *, inside: bool) -> SplitResult:
    """Return the parts of a valid address: HTTPS, a host, a usual port, no user name or password."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise NotPublic from None
    sound = parts.scheme == "https" or (inside and parts.scheme == "http")
    printable = address.isascii() and address.isprintable() and " " not in address
    if (
        not sound
        or not parts.hostname
        or "@" in parts.netloc
        or not printable
        or len(address) > MAX_URL_LENGTH
    ):
        raise NotPublic
    if port is not None and port != 443 and port < 1024 and not inside:
        raise NotPublic
    if not inside and _is_ip_address(parts.hostname) and not is_public(parts.hostname):
        raise NotPublic
    return parts


def _is_ip_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def resolve_host(host: str, port: int, *, inside: bool) -> list[str]:
    """Resolve a host name; raise Inside if any of its addresses is not public."""
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    addresses = list(dict.fromkeys(str(each[4][0]) for each in infos))
    if not addresses:
        raise Unreachable
    if not inside and not all(map(is_public, addresses)):
        raise NotPublic
    return addresses


def send(
    address: str, body: bytes, headers: Mapping[str, str], *, inside: bool, hops: int = MAX_REDIRECTS
) -> Reply:
    """POST a body to an address, following redirects, and return the response."""
    for _ in range(hops + 1):
        reply, onward = _exchange(check_url(address, inside=inside), body, headers, inside=inside)
        if reply.status not in REDIRECTS or not onward or not hops:
            return reply
        address = urljoin(address, onward)
    raise Unreachable


def _exchange(
    parts: SplitResult, body: bytes, headers: Mapping[str, str], *, inside: bool
) -> tuple[Reply, str]:
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    ip = resolve_host(host, port, inside=inside)[0]
    connection = _connection(parts.scheme, host, port, ip)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    timer = Timer(EXCHANGE_TIMEOUT_SECONDS, _abort, [connection])
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", path, body, {"User-Agent": "Hora-H", **headers})
        answer = connection.getresponse()
        reply = Reply(answer.status, answer.headers.get("Retry-After", ""))
        return reply, answer.headers.get("Location", "")
    except (OSError, http.client.HTTPException, ValueError):
        raise Unreachable from None
    finally:
        timer.cancel()
        connection.close()


def _abort(connection: http.client.HTTPConnection) -> None:
    """End an exchange that takes too long; the waiting thread gets an error."""
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


def _connection(scheme: str, host: str, port: int, place: str) -> http.client.HTTPConnection:
    if scheme == "http":
        return _HttpConnection(host, port, place)
    return _HttpsConnection(host, port, place)


class _HttpConnection(http.client.HTTPConnection):
    """An HTTP connection to the resolved address, with the original host name."""

    def __init__(self, host: str, port: int, place: str) -> None:
        super().__init__(host, port, timeout=STEP_TIMEOUT_SECONDS)
        self.place = place

    def connect(self) -> None:
        self.sock = socket.create_connection((self.place, self.port), STEP_TIMEOUT_SECONDS)


class _HttpsConnection(http.client.HTTPSConnection):
    """The same over TLS; the certificate must match the host name."""

    def __init__(self, host: str, port: int, place: str) -> None:
        self.trust = ssl.create_default_context()
        super().__init__(host, port, timeout=STEP_TIMEOUT_SECONDS, context=self.trust)
        self.place = place

    def connect(self) -> None:
        plain = socket.create_connection((self.place, self.port), STEP_TIMEOUT_SECONDS)
        try:
            self.sock = self.trust.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
