"""A mail server cannot hold a worker, whatever it does in whichever phase (RFC 5321)."""

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from pytest_django.fixtures import Settings

from accounts.channels import NotSentError, email
from saboteur_site.outgoing import smtp
from tests.services import Missing, do_without

PHASES = ("banner", "EHLO", "STARTTLS", "handshake", "AUTH", "MAIL", "RCPT", "DATA", "content", "QUIT")
PATIENCE = 0.3
REPLIES = {
    "EHLO": b"250-here\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n",
    "STARTTLS": b"220 go\r\n",
    "AUTH": b"235 fine\r\n",
    "DATA": b"354 go\r\n",
    "QUIT": b"221 bye\r\n",
}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate, with its key."""
    if not shutil.which("openssl"):
        do_without(Missing("openssl"))
    folder = tmp_path_factory.mktemp("tls")
    made = folder / "both.pem"
    about = ["-subj", "/CN=localhost", "-days", "2", "-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *about],
        check=True,
        capture_output=True,
    )
    made.write_text((folder / "key").read_text() + (folder / "cert").read_text())
    return made


def trickle(line: socket.socket, over: threading.Event) -> None:
    """Begin a reply and never end it."""
    while not over.wait(PATIENCE / 4):
        line.sendall(b"2")


def fall_silent(_line: socket.socket, over: threading.Event) -> None:
    """Say nothing more."""
    over.wait(30)


Sickness = Callable[[socket.socket, threading.Event], None]


class Sick:
    """A mail server that falls sick in a phase."""

    def __init__(self, phase: str, sickness: Sickness, certificate: Path) -> None:
        self.phase, self.sickness, self.over = phase, sickness, threading.Event()
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(certificate)

    def serve(self, door: socket.socket) -> None:
        """Let callers in."""
        with suppress(OSError):
            while True:
                line, _address = door.accept()
                threading.Thread(target=self._talk, args=[line], daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with suppress(OSError):
            self._say(line, "banner", b"220 here\r\n")
            while True:
                word = self._line(line).split(b" ")[0].strip().decode().upper()
                if not word:
                    return
                self._say(line, word, REPLIES.get(word, b"250 fine\r\n"))
                if word == "STARTTLS":
                    if self.phase == "handshake":
                        self.sickness(line, self.over)
                    line = self.tls.wrap_socket(line, server_side=True)
                if word == "DATA":
                    while self._line(line) != b".\r\n":
                        pass
                    self._say(line, "content", b"250 taken\r\n")

    def _say(self, line: socket.socket, phase: str, words: bytes) -> None:
        if phase == self.phase:
            self.sickness(line, self.over)
        line.sendall(words)

    def _line(self, line: socket.socket) -> bytes:
        found = b""
        while not found.endswith(b"\n"):
            byte = line.recv(1)
            if not byte:
                return b""
            found += byte
        return found


@contextmanager
def sick(settings: Settings, phase: str, sickness: Sickness, certificate: Path) -> Iterator[Sick]:
    """A mail server that the site uses."""
    server = Sick(phase, sickness, certificate)
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=server.serve, args=[door], daemon=True).start()
        settings.EMAIL_BACKEND = "saboteur_site.outgoing.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", door.getsockname()[1], PATIENCE
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD, settings.EMAIL_USE_TLS = "site", "secret", True
        try:
            yield server
        finally:
            server.over.set()
            door.shutdown(socket.SHUT_RDWR)


@pytest.fixture(autouse=True)
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The certificate is good enough."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    monkeypatch.setattr(smtp.EmailBackend, "ssl_context", context)


@pytest.mark.examples(6)
@pytest.mark.parametrize("sickness", [trickle, fall_silent])
@pytest.mark.parametrize("phase", PHASES)
def test_mail_ends_in_time_in_whichever_phase_the_server_falls_sick(
    settings: Settings, certificate: Path, phase: str, sickness: Sickness
) -> None:
    with sick(settings, phase, sickness, certificate):
        began = time.monotonic()
        try:
            email.hand_over(EmailMessage("Hi", "You", to=["ann@mail.example"]))
            met = None
        except NotSentError as error:
            met = error
        took = time.monotonic() - began
        assert took < smtp.MESSAGE * PATIENCE + 2.5
        assert (met is None) == (phase == "QUIT")
    for thread in threading.enumerate():
        if thread.name == smtp.CUTTER:
            thread.join(5)
            assert not thread.is_alive()


def test_connection_that_is_made_after_its_time_is_cut_too(settings: Settings, certificate: Path) -> None:
    """Several addresses of a host that take their time, for one: the time is over before the greeting begins."""
    real = socket.create_connection

    def late(*arguments: object, **named: object) -> socket.socket:
        time.sleep(smtp.MESSAGE * PATIENCE + 0.3)
        return real(*arguments, **named)  # type: ignore[arg-type]

    with sick(settings, "banner", trickle, certificate), pytest.MonkeyPatch.context() as patched:
        patched.setattr("smtplib.socket.create_connection", late)
        began = time.monotonic()
        with pytest.raises(NotSentError):
            email.hand_over(EmailMessage("Hi", "You", to=["ann@mail.example"]))
        assert time.monotonic() - began < 2 * smtp.MESSAGE * PATIENCE + 2.5


def test_connection_cut_during_starttls_stays_cut(
    settings: Settings, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it changes, the old socket is none any more and the new one is not there yet."""
    context = smtp.EmailBackend.ssl_context
    real = context.wrap_socket  # type: ignore[attr-defined]

    class Slow:
        def wrap_socket(self, *arguments: object, **named: object) -> ssl.SSLSocket:
            made: ssl.SSLSocket = real(*arguments, **named)
            time.sleep(smtp.MESSAGE * PATIENCE + 0.3)
            return made

    monkeypatch.setattr(smtp.EmailBackend, "ssl_context", Slow())
    with sick(settings, "AUTH", trickle, certificate):
        began = time.monotonic()
        with pytest.raises(NotSentError):
            email.hand_over(EmailMessage("Hi", "You", to=["ann@mail.example"]))
        assert time.monotonic() - began < 2 * smtp.MESSAGE * PATIENCE + 2.5
