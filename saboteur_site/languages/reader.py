"""The language and time zone of a signed-in user."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth import middleware as signed_in
from django.http import HttpRequest
from django.utils import timezone, translation


def turn_to(request: HttpRequest) -> None:
    """Activate the language and time zone of the signed-in user. Other visitors keep their browser's language, and
    UTC."""
    request.user = signed_in.get_user(request)  # not the lazy object, which is slower at each access
    if not request.user.is_authenticated:
        return
    if language := request.user.language:
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()
    if name := request.user.time_zone:
        try:
            timezone.activate(ZoneInfo(name))
        except (ZoneInfoNotFoundError, ValueError):
            # The zone was renamed or removed since the user chose it.
            timezone.deactivate()
