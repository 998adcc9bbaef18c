"""The static files of the site under the names that they have where it really runs, collected once for a whole run."""

import fcntl
from pathlib import Path

from tests.processes import said

COLLECT = """
from pathlib import Path

import django
from django.conf import settings

django.setup()

from saboteur_site.management.commands.prepare import collect_static_files

collect_static_files(Path(settings.STATIC_ROOT))
"""


def collected(folder: Path) -> Path:
    """What a site has for STATIC_ROOT: a folder below `folder`, filled by the first process; others wait for it.

    `prepare` sees that nothing has changed since, and leaves it alone.
    """
    root, done = folder / "static", folder / "static.is-there"
    with (folder / "static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            said(folder, "-c", COLLECT, SECRET_KEY="of the tests", STATIC_ROOT=str(root))
            done.touch()
    return root
