"""The metrics for Prometheus; a 404 for other clients."""

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from games.watch.metrics import exposition
from saboteur_site.web.middleware import impersonal


@impersonal
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics to clients with METRICS_TOKEN as a bearer; Http404 for other requests."""
    given = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}"):
        raise Http404
    if request.method != "GET":
        raise Http404
    try:
        text, content_type = exposition(request.headers.get("Accept", ""))
        return HttpResponse(text, content_type=content_type)
    except DatabaseError:
        return HttpResponse("The database does not answer.\n", content_type="text/plain", status=503)
