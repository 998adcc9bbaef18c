"""Moves over HTTP in the benchmark, few of them: all are carried out, with Redis and without, and none waits for it."""

from pathlib import Path

import pytest

from games.models import Move
from tests.migrated import Fill
from tools.bench import over_http, parts
from tools.bench.figures import missed, table


@pytest.mark.soak
@pytest.mark.postgres
def test_every_move_succeeds_with_and_without_redis_within_a_second(fill: Fill, static_root: Path) -> None:
    few = over_http.figures(0.5, at_once=2, mails=False, fill=fill, static_root=static_root)
    found = {figure.name: figure for figure in few}

    printed = table(found.values())
    assert missed(found.values()) == [], printed
    assert found["moves over HTTP, alone"].value > 0, printed
    assert "smallest durable moves of PostgreSQL, 2 at once" in found
    with_redis, without = (found[f"move over HTTP{how}, p50"].value for how in ("", over_http.AWAY))
    assert without - with_redis < over_http.LONGEST, printed


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_parts_of_a_move_and_page_add_up_to_the_processor_time() -> None:
    found = {figure.name: figure.value for figure in parts.figures(moves=3)}

    assert Move.objects.exclude(seat=None).count() > 3
    for what, named in (("move", parts.MOVE), ("page", parts.PAGE)):
        spent = [value for name, value in found.items() if name.startswith(f"    {what}: ")]
        assert sum(spent) == pytest.approx(found[f"  {what}: processor"])
        assert {f"    {what}: {part}" for part in named} <= set(found)
