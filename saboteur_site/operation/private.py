"""Files with hands, keys and password hashes: readable only by the account that runs the site."""

import os
from pathlib import Path

OTHERS = 0o077
"""The permissions of group and others."""


def make_folder(folder: Path) -> None:
    """Create a folder that no other account can open; an existing one is not changed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file that no other account can read or write; an existing one is not changed."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def close(path: Path) -> None:
    """Remove the permissions of group and others from a file or folder. Raise OSError if another account owns it."""
    if is_open(path):
        path.chmod(path.stat().st_mode & ~OTHERS & 0o7777)


def is_open(path: Path) -> bool:
    """Return whether an account other than the owner has any permission for a path; False if it does not exist."""
    return path.exists() and bool(path.stat().st_mode & OTHERS)
