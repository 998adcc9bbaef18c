"""What the admin shows of a table, page by page, to be compared with what it shows of another."""

import re
from collections.abc import Callable, Iterable

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from tests.games.clocks import turnable


def fetched(
    client: Client, make: Callable[[], Game], which: Callable[[Game], Iterable[str]]
) -> dict[str, tuple[int, int, str]]:
    """All that a client is given of a table, with its length and the number of statements."""
    answers = {}
    ContentType.objects.clear_cache()
    cache.clear()
    renumber_rows()
    with transaction.atomic(), turnable():
        game = make()
        for address in which(game):
            connection.queries_log.clear()  # Django keeps no more than some thousands
            with CaptureQueriesContext(connection) as statements:
                response = client.get(address)
            headers = "\n".join(f"{name}: {value}" for name, value in sorted(response.items()))
            text = f"{response.status_code}\n{headers}\n{response.content.decode()}"
            text = re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1…", text)
            answers[address] = (len(text), len(statements), text)
        transaction.set_rollback(True)
    return answers


def renumber_rows() -> None:
    """Let the next rows have the same numbers as those before them that were rolled back."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(statement)


def compared(one: dict[str, tuple[int, int, str]], other: dict[str, tuple[int, int, str]]) -> list[str]:
    """The addresses whose answers differ."""
    assert one.keys() == other.keys()
    return [address for address in one if one[address] != other[address]]
