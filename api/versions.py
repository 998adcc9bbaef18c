"""The versions of the API, and how long each lives.

A version is supported for at least a year after it was deprecated. From that day on each of its answers has the header
`Deprecation` (RFC 9745), and `Sunset` (RFC 8594) with the day on which it ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils.http import http_date

LIVES_ON = timedelta(days=365)
"""The least time between the day on which a version is deprecated and its end."""


@dataclass(frozen=True)
class Version:
    """A version with the day on which it was deprecated and the day on which it ends, if it is."""

    name: str
    deprecated: date | None = None
    sunset: date | None = None

    def __post_init__(self) -> None:
        if (self.deprecated is None) != (self.sunset is None):
            raise ValueError(f"{self.name}: a version that is deprecated has a day on which it ends")
        if self.deprecated and self.sunset and self.sunset - self.deprecated < LIVES_ON:
            raise ValueError(f"{self.name}: a deprecated version lives on for a year at least")

    @property
    def headers(self) -> Mapping[str, str]:
        """Return the headers of each answer."""
        if self.deprecated is None or self.sunset is None:
            return {}
        return {
            "Deprecation": f"@{_seconds(self.deprecated)}",
            "Sunset": http_date(_seconds(self.sunset)),
            "Link": '</api/>; rel="deprecation"; type="text/html"',
        }


def _seconds(day: date) -> int:
    return int(datetime.combine(day, time(), tzinfo=UTC).timestamp())


V1 = Version("v1")
