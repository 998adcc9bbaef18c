"""What watches over the site asks here: whether a process answers, and whether the whole site does its work."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games import clock
from games.models import Heartbeat
from saboteur_site.cache import ask_spare
from saboteur_site.doctor import what_arrives
from saboteur_site.middleware import impersonal

LATE = 300
"""Seconds after which a tick, which comes every minute, is missed."""


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
    """Whether the database answers and has its tables, and the clock has ticked of late; 503 when not."""
    try:
        tick = Heartbeat.objects.filter(name="tick").values_list("at", flat=True).first()
        ask_spare()
    except DatabaseError:
        return JsonResponse({"database": False, "last_tick_seconds": None}, status=503)
    age = None if tick is None else max(0, round((clock.now() - tick).total_seconds()))
    on_time = age is not None and age <= LATE
    return JsonResponse({"database": True, "last_tick_seconds": age}, status=200 if on_time else 503)
