"""`python -m saboteur_site.server`: the web server of `./run` and of the one container, which need no proxy.

waitress reads each request whole before a thread takes it up, so that clients that send a byte now and then hold a
connection and no thread. gunicorn, which serves larger sites, needs a buffering proxy for that.

waitress limits silence only. `Channel` limits the total time of a client, so no connection is open for ever by a byte
now and then, whether the client sends or reads. A connection has one request at a time: pipelined requests would each
occupy a thread and a file until their responses are read.
"""

import logging
import os
import resource
import signal
import sys
import time
from typing import Any

from waitress import serve  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import TcpWSGIServer  # type: ignore[import-untyped]

from saboteur_site.wsgi import application

THREADS = 8
CONNECTIONS = 1000
"""The most connections at once; each takes a file descriptor, and slow clients occupy nothing else."""
SILENCE = 30
"""Seconds after which a connection that sends nothing is closed."""
LONGEST = 60
"""Seconds within which a client has to send a whole request, and as many to read a whole response."""
LARGEST = 2 * 10**6
"""The most bytes of a request; the largest form of the site has a few thousand."""


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection of a client, which has been sending or reading since ``since``."""

    is_ahead = False
    """Whether the client sent a request before the last response (pipelining)."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.since = time.time()
        super().__init__(*arguments, **named)

    def received(self, data: bytes) -> bool:
        """Receive data. Of several pipelined requests only the first gets a response; the client may retry the others
        on another connection (RFC 9112, 9.3.2). Browsers do not pipeline."""
        taken: bool = super().received(data)
        with self.requests_lock:
            for request in self.requests[1:]:
                request.close()
                self.is_ahead = True
            del self.requests[1:]
        return taken

    def service(self) -> None:
        """Respond to a request; the client's time to read begins then."""
        super().service()
        self.since = time.time()
        if self.is_ahead:
            with self.requests_lock:
                self.close_when_flushed = True
            self.server.pull_trigger()

    def is_over(self, now: float) -> bool:
        """Return whether the time of the client is over. The time of the view does not count."""
        return not self.requests and now - self.since > LONGEST


def maintain(server: Any, now: float) -> None:
    """Close connections that are silent, as waitress does, and those whose time is over."""
    for channel in server.active_channels.values():
        if channel.is_over(now) or (not channel.requests and channel.last_activity < now - SILENCE):
            channel.will_close = True


def main() -> None:
    """Listen at HOST and PORT (127.0.0.1, 8000) until SIGTERM or Ctrl-C; running requests are finished first."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns whenever a request waits for a thread
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    TcpWSGIServer.channel_class, TcpWSGIServer.maintenance = Channel, maintain
    serve(
        application,
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        threads=THREADS,
        connection_limit=CONNECTIONS,
        cleanup_interval=5,
        max_request_body_size=LARGEST,
        outbuf_high_watermark=2**40,  # unread responses are buffered in files, and no thread waits for the client
        asyncore_use_poll=True,  # select() ends the process at the 1024th file
        ident=None,
        clear_untrusted_proxy_headers=False,  # TRUSTED_PROXY_COUNT says whether they are used
        _quiet=True,
    )


if __name__ == "__main__":
    main()
