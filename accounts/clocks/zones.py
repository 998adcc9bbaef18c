"""Time zones a person may choose, by their IANA names."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def known_zones() -> frozenset[str]:
    """Return every zone name of the system, old ones too. Cached, because this reads the whole folder."""
    return frozenset(available_timezones()) - {"localtime", "Factory"} | {"UTC"}


def check_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a time zone that exists."""
    if name not in known_zones():
        raise ValidationError(_("There’s no such time zone."), code="zone")


@cache
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the choices of a select by area: `[(area, [(name, label)])]`, UTC first."""
    groups = [("UTC", [("UTC", "UTC")])]
    for area in AREAS:
        names = sorted(name for name in known_zones() if name.startswith(f"{area}/"))
        groups.append((area, [(name, name.partition("/")[2].replace("_", " ").replace("/", ", ")) for name in names]))
    return groups
