"""The reader of a page: in which language and zone it speaks to a person who is signed in."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth import middleware as signed_in
from django.http import HttpRequest
from django.utils import timezone, translation


def turn_to(request: HttpRequest) -> None:
    """Read who is signed in, and turn to their language and zone. Others keep their browser's language, and UTC."""
    request.user = signed_in.get_user(request)  # and not the promise of it, which takes longer each time
    if not request.user.is_authenticated:
        return
    if language := request.user.language:
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()
    if name := request.user.time_zone:
        try:
            timezone.activate(ZoneInfo(name))
        except (ZoneInfoNotFoundError, ValueError):
            # The zone was renamed or removed since the person chose it.
            timezone.deactivate()
