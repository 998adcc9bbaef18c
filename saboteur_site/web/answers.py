"""Responses shared by all views."""

from django.http import HttpResponse
from django.urls import reverse

from saboteur_site.web.declined import DeclinedError


def see_other(page: str, *arguments: object) -> HttpResponse:
    """Return a redirect to the page of that name, with GET, after a POST (RFC 9110, 15.4.4)."""
    return HttpResponse(status=303, headers={"Location": reverse(page, args=arguments)})


def say_when(response: HttpResponse, declined: DeclinedError | None) -> HttpResponse:
    """Return the same response, with the header Retry-After if the error has it (RFC 9110, 10.2.3)."""
    if declined is not None and declined.retry_after is not None:
        response["Retry-After"] = str(declined.retry_after)
    return response
