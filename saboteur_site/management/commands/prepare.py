"""`manage.py prepare`: bring all stored data up to date with the code, before the processes of the site start."""

import hashlib
import json
import time
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import connection

from saboteur_site.database import database_in_words
from saboteur_site.operation import private
from saboteur_site.web.statics import Storage, drop_old_files


class Command(BaseCommand):
    """Migrations, message catalogues, static files and, with --demo, demo data; skips what is already done."""

    help = "Brings database, message catalogues and static files up to date; --demo adds demo data."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --demo."""
        parser.add_argument("--demo", action="store_true", help="tables to play at, and a log-in for them")

    def handle(self, *, demo: bool, **options: Any) -> None:
        """Do the pending work; only the text of the demo data is printed to standard output."""
        self.stderr.write(f"Preparing {database_in_words()}.")
        self.close_files()
        call_command("compilecatalogues", stderr=self.stderr)
        call_command("migrate", interactive=False, verbosity=0)
        if settings.STATIC_ROOT:
            collect_static_files(Path(settings.STATIC_ROOT))
        if demo and "demo" in get_commands():
            call_command("demo", stdout=self.stdout)

    def close_files(self) -> None:
        """Restrict the files of the embedded default to this account; an earlier release left them readable."""
        paths = [Path(settings.LOCAL_DIR)]
        if connection.vendor == "sqlite":
            database = Path(connection.settings_dict["NAME"])
            paths += [database.with_name(database.name + ending) for ending in ("", "-wal", "-shm")]
        for path in paths:
            try:
                private.close(path)
            except OSError as error:
                self.stderr.write(f"{path} stays readable by other accounts: {error.strerror}")


def collect_static_files(folder: Path) -> None:
    """Fill `folder` with the static files under names that change with their content, unless nothing has changed.

    Files of earlier releases are left for their open pages (`statics.drop_old_files`).
    """
    digest, sources = hashlib.sha256(version("django").encode()), list[str]()
    for finder in get_finders():
        for path, storage in finder.list(None):
            status = Path(storage.path(path)).stat()
            sources.append(path)
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    stamp = folder.with_name(f"{folder.name}.made-from")
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    stamp.unlink(missing_ok=True)
    for path in sources:  # otherwise a source with an older date would not be collected
        (folder / path).unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    manifest = json.loads((folder / Storage.manifest_name).read_text())["paths"]
    drop_old_files(folder, {Storage.manifest_name, *manifest, *manifest.values()}, time.time())
    stamp.write_text(digest.hexdigest())
