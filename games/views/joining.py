"""The page with a field for an invitation."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.forms.joining import LinkForm


@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of an invitation link or code; that page checks whether the table exists."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.cleaned_data["link"])
    return render(request, "games/by_link.html", {"form": form}, status=422 if form.errors else 200)
