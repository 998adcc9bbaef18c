"""Files that hold hands, keys and password hashes: for the account that runs the site and no other."""

import os
from pathlib import Path

OTHERS = 0o077
"""The permissions of group and others."""


def make_folder(folder: Path) -> None:
    """Create a folder that no other account can open; an existing one stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file that no other account can read or write; an existing one stays as it is."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def close(path: Path) -> None:
    """Take the permissions of group and others from a file or folder. OSError if it belongs to another account."""
    if is_open(path):
        path.chmod(path.stat().st_mode & ~OTHERS & 0o7777)


def is_open(path: Path) -> bool:
    """Whether an account other than the owner may do anything with what lies there; False where nothing does."""
    return path.exists() and bool(path.stat().st_mode & OTHERS)
