"""Mail by SMTP with a total timeout for each message, however slowly a server responds.

`EMAIL_TIMEOUT` limits each response. A server that sends a byte every few seconds never reaches that limit, so a
connection is also cut after `MESSAGE` times that timeout.
"""

import smtplib
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp

MESSAGE = 3
"""The longest time of a connection, in units of `EMAIL_TIMEOUT`."""
AGAIN = 0.25
"""Seconds between two attempts to cut it."""
GIVES_UP = 60.0
"""Seconds after which the attempts end, in case a caller forgot to close the connection."""
CUTTER = "mail server cutter"
"""The name of the threads that end connections."""


class _Limited(smtplib.SMTP):
    """A connection that is cut at its deadline. Pending calls raise `SMTPServerDisconnected` or another OSError."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._ends = time.monotonic() + MESSAGE * settings.EMAIL_TIMEOUT
        self._is_closed = threading.Event()
        self.sock: socket.socket | None = None
        threading.Thread(target=self._cut, name=CUTTER, daemon=True).start()
        try:
            super().__init__(*arguments, **named)
        except BaseException:
            self._is_closed.set()
            raise

    def connect(self, *arguments: Any, **named: Any) -> tuple[int, bytes]:
        """Connect as SMTP does; several addresses of a host share the time."""
        self.timeout = min(self.timeout, max(0.1, self._ends - time.monotonic()))
        return super().connect(*arguments, **named)

    def close(self) -> None:
        """Close the connection."""
        self._is_closed.set()
        super().close()

    def _cut(self) -> None:
        """Cut the connection at its deadline, repeatedly until it is closed: at first the socket may not exist yet, or
        may be replaced by one with TLS."""
        wait = self._ends - time.monotonic()
        while not self._is_closed.wait(max(AGAIN, wait)) and time.monotonic() < self._ends + GIVES_UP:
            wait, line = 0.0, self.sock
            if line is not None:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)


class _LimitedSsl(_Limited, smtplib.SMTP_SSL):
    """The same over TLS from the beginning."""


class EmailBackend(smtp.EmailBackend):
    """Django's own, with limited connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return the class of connections."""
        return _LimitedSsl if self.use_ssl else _Limited

    def open(self) -> bool | None:
        """Open a connection as Django does. If that fails it is closed at once, without QUIT."""
        try:
            return super().open()
        except BaseException:
            begun, self._partial_connection = getattr(self, "_partial_connection", None), None
            if begun is not None:
                begun.close()
            raise
