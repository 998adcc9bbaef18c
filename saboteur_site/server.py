"""`python -m saboteur_site.server`: the web server of `./run` and of the one container, which need no proxy.

waitress reads each request whole before a thread takes it up, so that clients that send a byte now and then hold a
connection and no thread. gunicorn, which serves larger sites, needs a buffering proxy for that.
"""

import logging
import os
import signal
import sys

from waitress import serve  # type: ignore[import-untyped]

from saboteur_site.wsgi import application

THREADS = 8
CONNECTIONS = 1000
"""Connections at once; each takes a file descriptor, and slow clients hold nothing else."""
SILENCE = 30
"""Seconds after which a connection that sends nothing is closed."""
LARGEST = 2 * 10**6
"""Bytes of a request; the largest form of the site has a few thousand."""


def main() -> None:
    """Listen at HOST and PORT (127.0.0.1, 8000) until SIGTERM or Ctrl-C; requests under way end first."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns whenever a request waits for a thread
    serve(
        application,
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "8000")),
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=SILENCE,
        cleanup_interval=5,
        max_request_body_size=LARGEST,
        ident=None,
        clear_untrusted_proxy_headers=False,  # TRUSTED_PROXY_COUNT says whether they count
        _quiet=True,
    )


if __name__ == "__main__":
    main()
