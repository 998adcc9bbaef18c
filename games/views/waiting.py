"""The number of what waits for whoever looks, for title, icon and navigation of every page."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors import waiting


def waits_for_me(request: HttpRequest) -> dict[str, object]:
    """`waits_for_me` for every template, read with one statement where a page says it and its view has not read it."""
    user = getattr(request, "user", None)
    if user is None:
        return {}
    return {"waits_for_me": SimpleLazyObject(lambda: waiting.number_for(user) if user.is_authenticated else 0)}
