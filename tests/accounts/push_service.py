"""A push service on this machine, with browsers that read what comes: each has keys of its own."""

import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pytest_django.fixtures import Settings

from saboteur_site.outgoing import webpush
from saboteur_site.outgoing.webpush import Subscription


def text(value: bytes) -> str:
    """Bytes in URL-safe Base64 without padding."""
    return urlsafe_b64encode(value).decode().rstrip("=")


def plain(value: str) -> bytes:
    """The bytes behind such a text."""
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Browser:
    """A browser: its private key, its secret, and the name by which the service knows it."""

    def __init__(self, name: str, service: str, key: str = "") -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = name.encode().ljust(16, b".")[:16]
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        address = f"{service}/push/{name}"
        self.subscription = Subscription(address, text(point), text(self.secret), key or webpush.offered())

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says; an exception if it is for another browser."""
        said = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, Any] = json.loads(said)
        return found


class Received(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """What came, and how it is answered: `answers` by path, else 201. A status of 0 says nothing for a while."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.received: list[Received] = []
        self.answers: dict[str, int] = {}
        self.location = self.retry_after = ""

    def browser(self, name: str, key: str = "") -> Browser:
        """A browser that has asked here for messages."""
        return Browser(name, self.address, key)

    def answer(self, browser: Browser, status: int) -> None:
        """From now on answer so to what is for a browser."""
        self.answers[f"/push/{browser.subscription.endpoint.rsplit('/', 1)[1]}"] = status

    def to(self, browser: Browser) -> list[Received]:
        """What came for a browser."""
        return [one for one in self.received if browser.subscription.endpoint.endswith(one.path)]


@contextmanager
def push_service(settings: Settings, name: str = "127.0.0.1") -> Iterator[Service]:
    """A service at an address of this machine, to which the site may write."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            service.received.append(Received(self.path, dict(self.headers), body))
            status = service.answers.get(self.path, 201)
            if not status:
                time.sleep(3 * settings.PUSH_TIMEOUT)
                return
            self.send_response(status)
            if service.location:
                self.send_header("Location", service.location)
            if service.retry_after:
                self.send_header("Retry-After", service.retry_after)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://{name}:{server.server_address[1]}")
    settings.PUSH_HOSTS = [*settings.PUSH_HOSTS, name]
    settings.OUTWARD_HTTP_HOSTS = [*settings.OUTWARD_HTTP_HOSTS, name]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def signature_of(received: Received) -> tuple[dict[str, Any], str]:
    """The claims of a signature and the public key with which it is signed (RFC 8292); an exception if it is forged."""
    scheme, said = received.headers["Authorization"].split(" ", 1)
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in said.split(","))
    head, claims, signature = parts["t"].split(".")
    assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
    signed = plain(signature)
    numbers = (int.from_bytes(signed[:32], "big"), int.from_bytes(signed[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
    key.verify(utils.encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(plain(claims)), parts["k"]
