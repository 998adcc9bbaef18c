"""Whether all pages look as they did at another commit: `write` puts them into a folder, `compare` holds two together.

In the worktree of each of two commits (copy this package into one that has none):

    .venv/bin/python -m tests.services -m tools.same_pages.write FOLDER

Then, in either of them:

    .venv/bin/python -m tools.same_pages.compare BEFORE AFTER [--renamed FILE] [--quick]
"""
