"""Health checks for monitoring: whether a process responds, and whether the whole site works."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games import clock
from games.clocks import ticking
from saboteur_site.cache.redis import ask_spare
from saboteur_site.operation import readiness
from saboteur_site.operation.doctor import what_arrives
from saboteur_site.web.middleware import impersonal


@require_safe
@impersonal
def alive(request: HttpRequest) -> HttpResponse:
    """Return whether this process responds; it uses no other service. The doctor gets the request as it arrived."""
    if "doctor" in request.GET and (arrived := what_arrives(request)):
        return JsonResponse(arrived)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@impersonal
def ready(request: HttpRequest) -> JsonResponse:
    """Return whether the site works; 503 when it does not.

    The database responds and accepts writes, the disk has room, the schema is that of this code, and the clock has
    ticked at its usual interval.
    """
    now = clock.now()
    try:
        ticks = ticking.seen(now)
        ask_spare()
        schema = readiness.has_schema()
    except DatabaseError:
        return JsonResponse({"database": False, "last_tick_seconds": None}, status=503)
    age = ticks.age(now)
    works = {
        "database": True,
        "writable": readiness.takes_writes(now),
        "schema": schema,
        "disk": readiness.has_room(),
    }
    seen = {
        **works,
        "last_tick_seconds": None if age is None else round(age.total_seconds()),
        "tick_rhythm_seconds": round(ticks.rhythm.total_seconds()),
        "outages_within_a_day": ticks.outages_today,
    }
    is_ready = all(works.values()) and not ticks.waits(now, ticking.MISSED)
    return JsonResponse(seen, status=200 if is_ready else 503)
