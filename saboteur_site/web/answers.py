"""Answers that pages of all kinds give."""

from django.http import HttpResponse
from django.urls import reverse

from saboteur_site.web.declined import DeclinedError


def see_other(page: str, *arguments: object) -> HttpResponse:
    """To the page of that name, with GET, after something was done (RFC 9110, 15.4.4)."""
    return HttpResponse(status=303, headers={"Location": reverse(page, args=arguments)})


def say_when(response: HttpResponse, declined: DeclinedError | None) -> HttpResponse:
    """The same answer, which says in how many seconds it may be asked again where that is known (RFC 9110, 10.2.3)."""
    if declined is not None and declined.retry_after is not None:
        response["Retry-After"] = str(declined.retry_after)
    return response
