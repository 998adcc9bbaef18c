"""The site's own help. Public, and without database queries."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from handbook.help_pages import HELP


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """Show all help pages, each with its answer in one sentence."""
    return render(request, "handbook/help.html", {"entries": HELP.values()})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a help page."""
    entry = HELP.get(slug)
    if entry is None:
        raise Http404
    context = {"entry": entry, "see": [HELP[other] for other in entry.see]}
    return render(request, "handbook/help_page.html", context)
