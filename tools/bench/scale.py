"""What looking after a very large site costs: every list, search, filter and order of the admin, the figures for
Prometheus, the page of friends. Counted are the rows that are read; how long it takes is printed beside.

On PostgreSQL alone.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

from django.contrib import admin
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from circles.models import Circle
from games.models import Game
from tests.factories import UserFactory
from tests.games.tables import browser_of
from tools.bench import large
from tools.bench.figures import Figure
from tools.bench.reads import Asked, asked

FINISHED, RUNNING, PEOPLE = 1_000_000, 100_000, 200_000
MOST_ROWS = 10_000
MOST_MS, METRICS_MS = 500, 200
FRIENDS_ROWS = 60
"""What the page of a user with six friends may read, session and all."""
IS_SAMPLE = False
"""Whether one order, and one choice of each filter, is enough."""
TOKEN = "a token of the benchmark"
TERMS = ("Miner 7", "Robo", "miner7@mail.example", "Table 1", "Table 777", "f777", "Circle 7", "no such words")


class Cost(NamedTuple):
    """What a page costs: its address, the rows that were read, milliseconds, and the statement that reads most."""

    address: str
    rows: int
    ms: float
    worst: Asked | None


def figures(
    finished: int = FINISHED, running: int = RUNNING, people: int = PEOPLE, *, with_statistics: bool = True
) -> Iterator[Figure]:
    """All figures about a very large site; none on SQLite."""
    if connection.vendor != "postgresql":
        return
    large.fill(finished, running, people)
    if not with_statistics:
        large.forget_statistics()
    where = f"{finished:,} finished and {running:,} running tables".replace(",", " ")
    staff = browser_of(UserFactory.create(username="Host", is_staff=True, is_superuser=True))
    costs = [cost(staff, address) for address in addresses(staff)]
    for name, most in (("desk", "/admin/"),):
        one = cost(staff, most)
        yield Figure(f"admin: {name}, {where}", one.rows, "rows", MOST_ROWS, counted=True)
        yield Figure(f"admin: {name}, {where}", one.ms, "ms", MOST_MS)
    by_list: dict[str, list[Cost]] = {}
    for one in costs:
        by_list.setdefault(one.address.split("?")[0], []).append(one)
    for address, found in by_list.items():
        rows, slowest = max(found, key=lambda one: one.rows), max(found, key=lambda one: one.ms)
        name = "/".join(address.split("/")[2:4])
        yield Figure(
            f"admin: {name}, {len(found)} lists, most of {rows.address}", rows.rows, "rows", MOST_ROWS, counted=True
        )
        yield Figure(f"admin: {name}, {len(found)} lists, slowest {slowest.address}", slowest.ms, "ms", MOST_MS)
    with override_settings(METRICS_TOKEN=TOKEN):
        one = cost(Client(headers={"authorization": f"Bearer {TOKEN}"}), "/metrics")
    yield Figure(f"metrics, {where}", one.rows, "rows", MOST_ROWS, counted=True)
    yield Figure(f"metrics, {where}", one.ms, "ms", METRICS_MS)
    one = cost(browser_of("Miner 77"), reverse("accounts:friends"))
    yield Figure(f"page of friends, {people} people", one.rows, "rows", FRIENDS_ROWS, counted=True)
    yield Figure(f"page of friends, {people} people", one.ms, "ms")


def addresses(staff: Client) -> Iterator[str]:
    """The addresses of every list of the admin: plain, searched, filtered, ordered, by its dates."""
    circle = Circle.objects.latest("pk")
    game, person = Game.objects.latest("pk"), User.objects.filter(username="Miner 7").latest("pk")
    for model, page in admin.site._registry.items():
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        yield address
        changes = staff.get(address).context["cl"]
        columns = min(len(changes.list_display), 3 if IS_SAMPLE else 99)
        queries = [f"?o={sign}{number}" for number in range(columns) for sign in ("", "-")[IS_SAMPLE:]]
        queries += [f"?q={term}" for term in TERMS if changes.search_fields]
        for spec in changes.filter_specs:
            choices = [str(choice["query_string"]) for choice in spec.choices(changes) if "query_string" in choice]
            queries += choices[-1:] if IS_SAMPLE else choices
        if by := changes.date_hierarchy:
            queries += [f"?{by}__year=2026", f"?{by}__year=2026&{by}__month=11", f"?{by}__year=2020"]
        asks = {"game": game.pk, "user": person.pk, "circle": circle.pk}
        queries += [f"?{name}={pk}" for name, pk in asks.items() if name in getattr(page, "asked", ())]
        queries += ["?p=2"]
        yield from (f"{address}{query}" for query in dict.fromkeys(queries) if query != "?")


def cost(client: Client, address: str) -> Cost:
    """What a page costs once the caches of the database are warm; ValueError if it is not there."""
    with asked() as statements:
        answer = client.get(address)
    if answer.status_code not in (200, 302):
        raise ValueError(f"{address}: {answer.status_code}")
    rows = [(statement.rows, statement) for statement in statements]
    worst = max(rows, key=lambda one: one[0], default=(0, None))[1]
    began = time.perf_counter()
    client.get(address)
    took = (time.perf_counter() - began) * 1000
    return Cost(address, sum(count for count, _statement in rows), took, worst)
