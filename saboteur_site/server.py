"""`python -m saboteur_site.server`: the web server of `./run` and of the one container, which need no proxy.

waitress reads each request whole before a thread takes it up, so that clients that send a byte now and then hold a
connection and no thread. gunicorn, which serves larger sites, needs a buffering proxy for that.

waitress limits silence only. `Channel` limits what a client may take in all, so no connection is held for ever by a
byte now and then, whether the client sends or reads it. A connection has one request at a time: many that are sent
ahead would hold a thread and a file for each until their answers are read.
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
"""Connections at once; each takes a file descriptor, and slow clients hold nothing else."""
SILENCE = 30
"""Seconds after which a connection that sends nothing is closed."""
LONGEST = 60
"""Seconds in which a client has to send all of a request, and as many to read all of an answer."""
LARGEST = 2 * 10**6
"""Bytes of a request; the largest form of the site has a few thousand."""


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection of a client, whose turn to send or to read began at ``since``."""

    is_ahead = False
    """The client sent a request before it had the answer to the last one."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self.since = time.time()
        super().__init__(*arguments, **named)

    def received(self, data: bytes) -> bool:
        """Take what the client sends. Of several requests only the first is answered; the client may send the others
        again by another connection (RFC 9112, 9.3.2). Browsers do not send ahead."""
        taken: bool = super().received(data)
        with self.requests_lock:
            for request in self.requests[1:]:
                request.close()
                self.is_ahead = True
            del self.requests[1:]
        return taken

    def service(self) -> None:
        """Answer a request; its client may take its time to read from now on."""
        super().service()
        self.since = time.time()
        if self.is_ahead:
            with self.requests_lock:
                self.close_when_flushed = True
            self.server.pull_trigger()

    def is_over(self, now: float) -> bool:
        """Whether the client has had its time. The time in which an answer is made is not the client's."""
        return not self.requests and now - self.since > LONGEST


def maintain(server: Any, now: float) -> None:
    """Close connections that are silent, as waitress does, and those that have had their time."""
    for channel in server.active_channels.values():
        if channel.is_over(now) or (not channel.requests and channel.last_activity < now - SILENCE):
            channel.will_close = True


def main() -> None:
    """Listen at HOST and PORT (127.0.0.1, 8000) until SIGTERM or Ctrl-C; requests under way end first."""
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
        outbuf_high_watermark=2**40,  # what is not read yet waits in a file, and no thread waits for its reader
        asyncore_use_poll=True,  # select() ends the process at the 1024th file
        ident=None,
        clear_untrusted_proxy_headers=False,  # TRUSTED_PROXY_COUNT says whether they count
        _quiet=True,
    )


if __name__ == "__main__":
    main()
