"""The page of a player, of a viewer who shares tables with them, as values."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.rules.roles import ALL_ROLES
from games.wording.cards import role_name
from games.wording.rulesets import module_name
from results import counts
from results.counts import MOST
from results.figures import honours
from results.figures.honours import Streak
from results.figures.rates import Rate
from results.selectors.seen import Seen
from results.sums import MONTHS, month_before

LATELY = 3
"""Months, this one among them, that stand beside all time."""
MOST_PARTNERS = 5


class Line(NamedTuple):
    """A line of figures: its key in files and its name; all time, and lately where it is counted."""

    key: str
    words: str
    whole: Rate
    lately: Rate | None = None


class Section(NamedTuple):
    """Lines of the same kind: the key in files and the heading."""

    key: str
    words: str
    lines: tuple[Line, ...]

    @property
    def has_lately(self) -> bool:
        """Whether the lines have figures of the last months."""
        return any(line.lately is not None for line in self.lines)


class Column(NamedTuple):
    """A month in the chart: its name, its figures, and the heights and tops of both bars."""

    key: str
    words: str
    rate: Rate
    x: int
    height: int
    top: int
    won_height: int
    won_top: int


class With(NamedTuple):
    """Another player: games together, and rounds that both won."""

    person: User
    games: int
    both: int


class Honoured(NamedTuple):
    """A rival, a nemesis or a partner, and the number of what makes them one."""

    person: User
    many: int


class PersonPage(NamedTuple):
    """All figures of a page."""

    person: User
    mine: bool
    games: int
    won: Rate
    gold: int
    sections: tuple[Section, ...]
    months: tuple[Column, ...]
    lie: int
    deceived: int
    rival: Honoured | None
    nemesis: Honoured | None
    partner: Honoured | None
    streak: Streak | None
    partners: tuple[With, ...]

    @property
    def has_honours(self) -> bool:
        """Whether anything stands among the honours."""
        return bool(self.lie or self.rival or self.nemesis or self.partner or self.streak)


def people_in(seen: Seen) -> list[int]:
    """Return the keys of the players that a page may name."""
    return [int(person) for person in seen.sums.get("with", {})]


def page_of(seen: Seen, named: Mapping[int, User], *, mine: bool, today: date) -> PersonPage:
    """Return the page of a player; ``named`` are those of the players in it who may be named."""
    sums = seen.sums
    whole, met = sums.get("all", {}), honours.among(sums.get("with", {}), named)
    months = sums.get("months", {})
    lately: counts.Counts = {}
    for back in range(LATELY):
        counts.add(lately, months.get(month_before(f"{today:%Y-%m}", back), {}))
    games = whole.get("games", 0)
    enough = games >= honours.FEWEST
    return PersonPage(
        seen.person,
        mine,
        games,
        Rate(whole.get("won", 0), whole.get("decided", 0)),
        whole.get("gold", 0),
        tuple(section for section in _sections(whole, lately) if section.lines),
        _columns(months, today),
        whole.get(MOST, {}).get("lie", 0) if enough else 0,
        whole.get("deceived", 0),
        _named(honours.rival(met), named),
        _named(honours.nemesis(met), named),
        _named(honours.partner(met), named),
        honours.streak(sums.get("last", ())),
        _partners(met, named),
    )


def _named(leader: honours.Leader | None, named: Mapping[int, User]) -> Honoured | None:
    return None if leader is None else Honoured(named[leader.person], leader.many)


def _partners(met: Mapping[str, Any], named: Mapping[int, User]) -> tuple[With, ...]:
    found = [With(named[int(key)], one.get("games", 0), one.get("both", 0)) for key, one in met.items()]
    found.sort(key=lambda one: (-one.games, -one.both, one.person.username.lower()))
    return tuple(found[:MOST_PARTNERS])


def _sections(whole: Mapping[str, Any], lately: Mapping[str, Any]) -> Iterator[Section]:
    roles = [role for role in ALL_ROLES if role in whole.get("role", {})]
    lines = [_line("role", role, role_name(role), whole, lately) for role in roles]
    yield Section("role", _("Rounds won, by role"), tuple(lines))
    yield Section("size", _("Games won, by number of players"), tuple(_by_size(whole, lately)))
    rules = [_line("rules", name, module_name(name), whole, lately) for name in sorted(whole.get("rules", {}))]
    modules = sorted(whole.get("module", {}), key=module_name)
    rules += [_line("module", name, module_name(name), whole, lately) for name in modules]
    yield Section("rules", _("Games won, by rules"), tuple(line for line in rules if line.whole.of))
    yield Section("talk", _("What was said and suspected"), tuple(_talk(whole)))


def _line(kind: str, key: str, words: str, whole: Mapping[str, Any], lately: Mapping[str, Any]) -> Line:
    both = (sums.get(kind, {}).get(key, {}) for sums in (whole, lately))
    one, other = (Rate(found.get("won", 0), found.get("n", 0)) for found in both)
    return Line(f"{kind} {key}", words, one, other)


_SIZES = ((2, 2), (3, 4), (5, 6), (7, 12))


def _by_size(whole: Mapping[str, Any], lately: Mapping[str, Any]) -> Iterator[Line]:
    for low, high in _SIZES:
        both = [_sum_of(sums.get("size", {}), low, high) for sums in (whole, lately)]
        if both[0].of:
            yield Line(f"size {low}-{high}", _size_words(low, high), *both)


def _sum_of(sizes: Mapping[str, Any], low: int, high: int) -> Rate:
    found = [sizes.get(str(size), {}) for size in range(low, high + 1)]
    return Rate(sum(one.get("won", 0) for one in found), sum(one.get("n", 0) for one in found))


def _size_words(low: int, high: int) -> str:
    if low == high:
        return ngettext("%(count)s player", "%(count)s players", low) % {"count": low}
    if high == _SIZES[-1][1]:
        return _("%(count)s players or more") % {"count": low}
    # Translators: low: a number of players at a table; high: the next number, as in “3 or 4 players”.
    return _("%(low)s or %(high)s players") % {"low": low, "high": high}


def _talk(whole: Mapping[str, Any]) -> Iterator[Line]:
    facts = (
        ("claims", _("Claims about goals that were true"), "claims_true", "claims_false"),
        ("accused", _("Accusations that were right"), "accused_right", "accused_wrong"),
        ("was-accused", _("Accused by others, and rightly so"), "was_accused_right", "was_accused_wrong"),
        ("suspected", _("Suspicions in the book that were right"), "suspected_right", "suspected_wrong"),
        (
            "was-suspected",
            _("Suspected in books that were shown, and rightly so"),
            "was_suspected_right",
            "was_suspected_wrong",
        ),
    )
    for key, words, yes, no in facts:
        right = whole.get(yes, 0)
        if right + whole.get(no, 0):
            yield Line(key, words, Rate(right, right + whole.get(no, 0)))


TALL, WIDE, BASE = 96, 52, 124
"""The height of the highest column, the distance of two, and the line on which they stand."""


def _columns(months: Mapping[str, Any], today: date) -> tuple[Column, ...]:
    """Return the last months, oldest first; none if nothing was decided in them."""
    keys = [month_before(f"{today:%Y-%m}", back) for back in reversed(range(MONTHS))]
    rates = [Rate(months.get(key, {}).get("won", 0), months.get(key, {}).get("decided", 0)) for key in keys]
    most = max(rate.of for rate in rates)
    if not most:
        return ()
    return tuple(_column(at, key, rate, most) for at, (key, rate) in enumerate(zip(keys, rates, strict=True)))


def _column(at: int, key: str, rate: Rate, most: int) -> Column:
    height, won = (round(TALL * many / most) for many in (rate.of, rate.won))
    words = date_format(date.fromisoformat(f"{key}-01"), "M")
    return Column(key, words, rate, WIDE * at + WIDE // 2, height, BASE - height, won, BASE - won)


def rows_of(page: PersonPage) -> Iterator[Sequence[str | int]]:
    """Yield the figures of a page as rows of a file: section, key, won, of, and both of the last months ("" where they
    are not counted)."""
    yield "total", "games", page.won.won, page.won.of, "", ""
    for section in page.sections:
        for line in section.lines:
            late = ("", "") if line.lately is None else (line.lately.won, line.lately.of)
            yield section.key, line.key.rpartition(" ")[2], line.whole.won, line.whole.of, *late
    for month in page.months:
        yield "month", month.key, month.rate.won, month.rate.of, "", ""
