"""What the tests do where a part of them is missing."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import services
from tests.services import Missing


@pytest.mark.parametrize("strict", [True, False])
def test_missing_service_is_named_and_an_error_under_ci(monkeypatch: pytest.MonkeyPatch, strict: bool) -> None:
    monkeypatch.setattr(services, "STRICT", strict)
    ends = Missing if strict else pytest.skip.Exception
    with pytest.raises(ends, match="there is no pg_dump"):
        services.do_without(Missing("there is no pg_dump"))


def test_a_command_that_takes_too_long_is_ended_with_what_it_has_started(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "GRACE", 0.1)  # what it leaves here does not end by itself
    script = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)']);"
    command = [sys.executable, "-c", f"{script} print('it runs', flush=True); time.sleep(99)"]

    with signals_kept():
        assert services.run_to_the_end(command, dict(os.environ), longest=3.0) == services.TOO_LONG
    said = capfd.readouterr()
    assert "it runs" in said.out
    assert "longer than 3 s" in said.err
    assert "Left behind and ended now" in said.err


@contextmanager
def signals_kept() -> Iterator[None]:
    """Undo what a command's run does to the signals of this process."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
