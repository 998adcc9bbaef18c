"""Keys that are missing in the environment: they are generated once and stored in files."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def fifty_signs() -> str:
    """Return a signing key: fifty random bytes as text."""
    return secrets.token_urlsafe(50)


def read_or_make_secret_key(path: Path, make: Callable[[], str] = fifty_signs) -> str:
    """Return the key stored at `path`; generate it, readable by its owner only, if there is none.

    Several processes may start at once: the first to link its file into place wins, and all return that one's key.
    """
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        pass
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(draft, "w", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, 0o600)) as file:
        file.write(make())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text().strip()
