"""The release before this one: which commit it is, and its files in a folder of their own."""

import os
import subprocess
from pathlib import Path

from tests.processes import ROOT

ASKED = os.environ.get("PREVIOUS_RELEASE", "")
"""A commit to take in place of the previous tag."""


def previous_release() -> str:
    """The newest tag that does not name the commit of now, or the commit that was asked for; "" where there is none."""
    if ASKED:
        return ASKED
    describe = ["git", "describe", "--tags", "--abbrev=0", "HEAD^"]
    found = subprocess.run(describe, cwd=ROOT, capture_output=True, text=True)
    return "" if found.returncode else found.stdout.strip()


def tree_of(release: str, folder: Path) -> Path:
    """Write the files of a release into a folder, and return it."""
    archive = subprocess.run(["git", "archive", release], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", folder], check=True, input=archive.stdout)
    return folder
