"""What the tests do where a part of them is missing."""

import pytest

from tests import services
from tests.services import Missing


@pytest.mark.parametrize("strict", [True, False])
def test_what_a_test_lacks_is_named_and_under_ci_it_is_an_error(monkeypatch: pytest.MonkeyPatch, strict: bool) -> None:
    monkeypatch.setattr(services, "STRICT", strict)
    ends = Missing if strict else pytest.skip.Exception
    with pytest.raises(ends, match="there is no pg_dump"):
        services.do_without(Missing("there is no pg_dump"))
