"""Mail by SMTP within a total time: however slowly a server answers, each message is over by then.

`EMAIL_TIMEOUT` limits each answer. A server that sends a byte every few seconds never reaches that limit, so a
connection is also cut `MESSAGE` times that after it was begun.
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
"""How many times `EMAIL_TIMEOUT` a connection may last."""
AGAIN = 0.25
"""Seconds between two tries to cut it."""
GIVES_UP = 60.0
"""Seconds after which it is not tried any more: a caller that forgot to close the connection does not wait for it."""
CUTTER = "mail server cutter"
"""The name of the threads that end connections."""


class _Limited(smtplib.SMTP):
    """A connection that is cut at its end. What waits then gets `SMTPServerDisconnected` or another OSError."""

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
        """As SMTP; several addresses of a host share the time."""
        self.timeout = min(self.timeout, max(0.1, self._ends - time.monotonic()))
        return super().connect(*arguments, **named)

    def close(self) -> None:
        """Close the connection."""
        self._is_closed.set()
        super().close()

    def _cut(self) -> None:
        """Cut the connection at its end, and go on until it is closed: just then it may not be there yet, or change to
        TLS, for which another socket takes the place of the first."""
        wait = self._ends - time.monotonic()
        while not self._is_closed.wait(max(AGAIN, wait)) and time.monotonic() < self._ends + GIVES_UP:
            wait, line = 0.0, self.sock
            if line is not None:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)


class _LimitedSsl(_Limited, smtplib.SMTP_SSL):
    """The same over TLS from the beginning."""


class EmailBackend(smtp.EmailBackend):
    """Django's own, whose connections end in time."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """What a connection is made of."""
        return _LimitedSsl if self.use_ssl else _Limited

    def open(self) -> bool | None:
        """Open a connection as Django does. One that comes to nothing is closed at once and hears no farewell."""
        try:
            return super().open()
        except BaseException:
            begun, self._partial_connection = getattr(self, "_partial_connection", None), None
            if begun is not None:
                begun.close()
            raise
