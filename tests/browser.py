"""The browser of the browser tests: Chromium, wherever it is on this machine, and brought here if it is nowhere."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.services import Missing, first_program

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

#: How Chromium starts for tests: it calls nobody but the site, and root, whom its sandbox refuses, goes without.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]


def installed_browser() -> Path | None:
    """Return $CHROMIUM, else the browser on the PATH, else the newest that Playwright keeps; None without any."""
    if chosen := os.environ.get("CHROMIUM"):
        return Path(chosen)
    return first_program(*NAMES) or next(kept_by_playwright(), None)


def kept_by_playwright() -> Iterator[Path]:
    """Give the browsers in Playwright's own folder, the newest first."""
    kept = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    builds = sorted(kept.glob("chromium-*"), key=lambda build: -int(build.name.rpartition("-")[2]))
    for build in builds:
        yield from (path for path in build.glob("chrome-linux*/chrome") if os.access(path, os.X_OK))


def browser_brought_here() -> Path:
    """Return the installed browser; without one install Debian's package, which takes root.

    Raises `Missing` if there is none in the end.
    """
    if browser := installed_browser():
        return browser
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's chromium for the browser tests ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", "--quiet", "--quiet", *command], env=environment, stdout=subprocess.DEVNULL)
    if browser := installed_browser():
        return browser
    raise Missing("there is no Chromium; as root: apt-get install chromium, or say in CHROMIUM where it is")
