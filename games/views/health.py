"""What watches over the site asks here: whether a process answers, and whether the whole site does its work."""

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
    """Whether this process answers; it asks no other service. The doctor is told what arrived of its request."""
    if "doctor" in request.GET and (arrived := what_arrives(request)):
        return JsonResponse(arrived)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@impersonal
def ready(request: HttpRequest) -> JsonResponse:
    """Whether the site does its work; 503 when it does not.

    The database answers and takes writes, the disk has room, the schema is that of this code, and the clock has ticked
    as often as it usually does.
    """
    now = clock.now()
    try:
        told = ticking.seen(now)
        ask_spare()
        schema = readiness.has_schema()
    except DatabaseError:
        return JsonResponse({"database": False, "last_tick_seconds": None}, status=503)
    age = told.age(now)
    works = {
        "database": True,
        "writable": readiness.takes_writes(now),
        "schema": schema,
        "disk": readiness.has_room(),
    }
    seen = {
        **works,
        "last_tick_seconds": None if age is None else round(age.total_seconds()),
        "tick_rhythm_seconds": round(told.rhythm.total_seconds()),
        "outages_within_a_day": told.outages_today,
    }
    is_ready = all(works.values()) and not told.waits(now, ticking.MISSED)
    return JsonResponse(seen, status=200 if is_ready else 503)
