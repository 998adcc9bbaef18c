"""The page about personal data, and the archive as a file."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import PersonRequest, signed_in
from personal import keeping, services


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def data(request: PersonRequest) -> HttpResponse:
    """Show what is kept of the reader, and how far their archive is. A POST asks for an archive."""
    if request.method == "POST":
        services.ask(request.user)
        return redirect("personal:data")
    archive = services.of(request.user)
    context = {
        "archive": archive,
        "is_ready": archive is not None and services.is_ready(archive),
        "lines": keeping.LINES,
        "guests": keeping.GUESTS,
    }
    return render(request, "personal/data.html", context)


@require_safe
@signed_in
def archive(request: PersonRequest) -> HttpResponse:
    """Return the reader's archive as a file. Http404 if there is none."""
    packed = services.data_of(request.user)
    if packed is None:
        raise Http404
    answer = HttpResponse(packed, content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="my-data.zip"'
    return answer
