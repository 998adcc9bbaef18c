"""The site in a real browser: whole rounds, everybody's mishaps, every page for everybody."""

import pytest

#: Marks of every test file here: one server and one browser serve them all, in one process of a parallel run.
MARKS = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.xdist_group("e2e")]
