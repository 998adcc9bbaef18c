"""What watches over the site asks here: whether a process answers, and whether the whole site does its work."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games import clock
from games.clocks import ticking
from saboteur_site.cache import ask_spare
from saboteur_site.doctor import what_arrives
from saboteur_site.middleware import impersonal


@require_safe
@impersonal
def alive(request: HttpRequest) -> HttpResponse:
    """Whether this process answers; it asks nobody else. The site's own doctor is told what arrived of its request."""
    if "doctor" in request.GET and (arrived := what_arrives(request)):
        return JsonResponse(arrived)
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@impersonal
def ready(request: HttpRequest) -> JsonResponse:
    """Whether the database answers and has its tables, and the clock has ticked as often as it usually does. 503 when
    not."""
    now = clock.now()
    try:
        told = ticking.seen(now)
        ask_spare()
    except DatabaseError:
        return JsonResponse({"database": False, "last_tick_seconds": None}, status=503)
    age = told.age(now)
    seen = {
        "database": True,
        "last_tick_seconds": None if age is None else round(age.total_seconds()),
        "tick_rhythm_seconds": round(told.rhythm.total_seconds()),
        "outages_within_a_day": told.outages_today,
    }
    return JsonResponse(seen, status=503 if told.waits(now, ticking.MISSED) else 200)
