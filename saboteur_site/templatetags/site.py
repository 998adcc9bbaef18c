"""What the frame of every page needs even where a page is drawn without a request, as after a fault."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """The name of the site, escaped by the template."""
    return str(settings.SITE_NAME)


MOST_SHOWN = 9


@register.simple_tag
def favicon(count: int) -> str:
    """The file of the icon that shows how much waits: none, one to nine, or more."""
    if not count:
        return "favicon.svg"
    return "favicon-more.svg" if count > MOST_SHOWN else f"favicon-{count}.svg"
