"""Template tags for the frame of every page, which work without a request too, as on error pages."""

from collections.abc import Iterator
from functools import cache

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from saboteur_site.languages import choice as languages
from saboteur_site.templating.files import FileNode
from saboteur_site.web import failures, release

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """The name of the site, escaped by the template."""
    return str(settings.SITE_NAME)


@register.simple_tag
def site_policy() -> dict[str, object]:
    """Return the settings `GUESTS`, `OPEN_TABLES` and `SIGN_UP`."""
    return {name: getattr(settings, name) for name in ("GUESTS", "OPEN_TABLES", "SIGN_UP")}


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return an icon of ``static/icons.svg``, hidden from screen readers: the text beside it says the same."""
    return _icon(FileNode.handle_simple("icons.svg"), name)


@cache
def _icon(sheet: str, name: str) -> SafeString:
    return format_html('<svg class="ico" aria-hidden="true"><use href="{}#{}"></use></svg>', sheet, name)


@register.simple_tag
def assets() -> str:
    """The version of styles and scripts with which a page is drawn."""
    return release.assets()


@register.simple_tag
def failure(key: str) -> str:
    """Return the sentence in the strip above a page, for one of `failures.FAILURES`."""
    return str(failures.FAILURES[key].strip)


@register.simple_tag
def failure_page(key: str) -> str:
    """The sentence of a page, for one of `failures.FAILURES`."""
    return str(failures.FAILURES[key].page)


MOST_SHOWN = 9


@register.simple_tag
def favicon(count: int) -> str:
    """Return the file of the icon with a badge for the count: none, one to nine, or more."""
    if not count:
        return "favicon.svg"
    return "favicon-more.svg" if count > MOST_SHOWN else f"favicon-{count}.svg"


@register.simple_tag
def site_languages() -> list[languages.Named]:
    """Return the languages of the site, each with its own name."""
    return languages.languages()


@register.simple_tag
def alternates(path: str, searched_for: str = "") -> Iterator[tuple[str, str]]:
    """The `hreflang` links of a public page."""
    return languages.alternates(path, searched_for)
