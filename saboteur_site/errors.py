"""The pages of refused and failed requests."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is missing or old: a page (403_csrf.html) that says to go back and try again."""
    return render(request, "403_csrf.html", status=403)
