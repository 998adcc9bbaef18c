"""Mail by SMTP within a total time: however slowly a server answers, each message is over by then.

`EMAIL_TIMEOUT` limits each answer. A server that sends a byte every few seconds never reaches that limit, so a
connection is also cut `MESSAGE` times that after it was begun.
"""

import smtplib
import socket
import time
from contextlib import suppress
from threading import Timer
from typing import Any

from django.conf import settings
from django.core.mail.backends import smtp

MESSAGE = 3
"""How many times `EMAIL_TIMEOUT` a connection may last."""


class _Limited(smtplib.SMTP):
    """A connection that is cut at its end. What waits then gets `SMTPServerDisconnected` or another OSError."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        lasts = MESSAGE * settings.EMAIL_TIMEOUT
        self._ends = time.monotonic() + lasts
        self.sock: socket.socket | None = None
        self._cutter = Timer(lasts, self._cut)
        self._cutter.daemon = True
        self._cutter.start()
        try:
            super().__init__(*arguments, **named)
        except BaseException:
            self._cutter.cancel()
            raise

    def connect(self, *arguments: Any, **named: Any) -> tuple[int, bytes]:
        """As SMTP; several addresses of a host share the time."""
        self.timeout = min(self.timeout, max(0.1, self._ends - time.monotonic()))
        return super().connect(*arguments, **named)

    def close(self) -> None:
        """Close the connection."""
        self._cutter.cancel()
        super().close()

    def _cut(self) -> None:
        line = self.sock
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
