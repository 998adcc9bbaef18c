"""Shares of a whole: in words, with the range in which the true share lies, and as a small chart."""

from math import sqrt
from typing import NamedTuple

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

ENOUGH = 10
"""From how many on a percentage is shown; below it stand counts alone."""
_CONFIDENCE = 1.96
"""Standard deviations of a range that holds in 19 of 20 cases."""
MARK, BAR = 18, 176
"""The distance of marks and the length of a bar in a chart."""


class Mark(NamedTuple):
    """One of a few: won or not, and its place in the chart."""

    x: int
    won: bool


class Rate(NamedTuple):
    """So many `won` `of` so many."""

    won: int = 0
    of: int = 0

    @property
    def words(self) -> str:
        """Return the counts: `3 of 5`; "not yet" without any."""
        if not self.of:
            return _("not yet")
        # Translators: won: how many games or rounds a player won; all: of how many.
        return _("%(won)s of %(all)s") % {"won": self.won, "all": self.of}

    @property
    def marked(self) -> SafeString:
        """Return the same as `words`, the number of those that were won in bold type."""
        if not self.of:
            return conditional_escape(self.words)
        won = format_html("<b>{}</b>", self.won)
        # Translators: won: how many games or rounds a player won; all: of how many.
        return SafeString(conditional_escape(_("%(won)s of %(all)s")) % {"won": won, "all": self.of})

    @property
    def percent(self) -> str:
        """Return the percentage with its range: `46% (33–60%)`; "" below ten."""
        if self.of < ENOUGH:
            return ""
        low, high = self.range
        # Translators: share: a percentage; low: the lower end of the range in which the true one lies; high: the upper.
        words = _("%(share)s%% (%(low)s–%(high)s%%)")
        return words % {"share": round(100 * self.won / self.of), "low": low, "high": high}

    @property
    def range(self) -> tuple[int, int]:
        """Return the percentages between which the true one lies in 19 of 20 cases, by Wilson's interval.

        >>> Rate(22, 48).range, Rate(0, 10).range, Rate(10, 10).range
        ((33, 60), (0, 28), (72, 100))
        """
        if not self.of:
            return 0, 100
        share, square = self.won / self.of, _CONFIDENCE**2
        middle = share + square / (2 * self.of)
        spread = _CONFIDENCE * sqrt(share * (1 - share) / self.of + square / (4 * self.of**2))
        low, high = ((middle + sign * spread) / (1 + square / self.of) for sign in (-1, 1))
        return max(round(100 * low), 0), min(round(100 * high), 100)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return a mark for each of a few, the won ones first; none from ten on."""
        if self.of >= ENOUGH:
            return ()
        return tuple(Mark(10 + MARK * at, at < self.won) for at in range(self.of))

    @property
    def bar(self) -> int:
        """Return the length of the bar, from ten on."""
        return round(BAR * self.won / self.of) if self.of >= ENOUGH else 0

    @property
    def ends(self) -> tuple[int, int]:
        """Return where the range begins and ends along the bar."""
        low, high = self.range
        return BAR * low // 100, BAR * high // 100
