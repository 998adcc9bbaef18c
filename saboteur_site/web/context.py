"""Context processors: variables for every template."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """Return `site_name` and `site_url` for every template."""
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
