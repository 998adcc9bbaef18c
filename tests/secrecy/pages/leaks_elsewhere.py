"""Leaks planted on purpose into other pages, for others than players too: each lets a visitor see a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

from typing import Any

import pytest
from django.core.mail import EmailMessage
from msgspec.structs import replace

from accounts.adapter import AccountAdapter
from accounts.selectors import friends as friends_selectors
from games.models import Game, PrivateAct, Seat, TableSecret
from games.selectors import home as home_selectors
from games.selectors import table as table_selectors
from games.selectors.glance import Glance
from games.tableau import table
from games.tableau.reveal import Reveal
from games.views import home, reveal
from games.views import table as table_view
from games.wording import mine as words_of_mine
from tests.secrecy.pages.pairs import paid_pair
from tests.secrecy.pages.planting import (
    at,
    awaited_hands,
    change,
    goals,
    hidden,
    maps_in_hands,
    on_page,
    roles,
    shown_to,
    sum_of,
    written_on,
)


@shown_to("player", at("table"))
def space_in_the_words(leak: pytest.MonkeyPatch) -> None:
    """In the map in words the sentence about the gold ends with a space."""

    def spaced(words: str, _view: Any, at: str) -> str:
        return f"{words} " if hidden().table.goals.get(at) == "gold" else words

    change(leak, words_of_mine, "square_words", spaced)


@shown_to("player", at("table"), paid_pair)
def gold_of_others(leak: pytest.MonkeyPatch) -> None:
    """A finished round tells how much gold everybody holds."""

    def altered(shown: Reveal | None, *_given: Any) -> Reveal | None:
        worth = str([own.worth for own in hidden().seats])
        return shown and shown._replace(verdict=shown.verdict._replace(lines=(*shown.verdict.lines, worth)))

    change(leak, reveal, "reveal_of", altered)


@shown_to("player", at("table"))
def secret_on_the_page_of_fairness(leak: pytest.MonkeyPatch) -> None:
    """The page of fairness ends with a digit of the secret."""
    written_on(leak, "games:fairness", lambda: TableSecret.objects.get(game__code="twins").seed[:4])


@shown_to("player")
def orders_on_the_first_page(leak: pytest.MonkeyPatch) -> None:
    """The first page comes with a number of what was done in secret (R95)."""

    def counted(response: Any, *_given: Any, **_named: Any) -> Any:
        response["X-Acts"] = str(PrivateAct.objects.count())
        return response

    change(leak, home, "draw", counted)


@shown_to("player", at("site"))
def gold_in_the_small_mine(leak: pytest.MonkeyPatch) -> None:
    """On the first page the small mine has no dot where the gold lies."""

    def dark(glance: Glance) -> Glance:
        if glance.sketch is None:
            return glance
        lie = hidden().table.goals
        rest = {at: kind for at, kind in glance.sketch.face_down.items() if lie.get(at) != "gold"}
        return glance._replace(sketch=replace(glance.sketch, face_down=rest))

    change(
        leak, home_selectors, "glances_at",
        lambda found, _games: {game: dark(glance) for game, glance in found.items()},
    )  # fmt: skip


@shown_to("player")
def tag_over_the_whole_state(leak: pytest.MonkeyPatch) -> None:
    """A page has an ETag over the state with all its secrets."""

    def tagged(_request: Any, response: Any) -> None:
        response["ETag"] = f'"{sum_of(repr(hidden()))}"'

    on_page(leak, "games:table", tagged)


@shown_to("player")
def cookie_by_the_spare_role(leak: pytest.MonkeyPatch) -> None:
    """A cookie is set while a saboteur's card was set aside."""

    def answer(_request: Any, response: Any) -> None:
        if "saboteur" in hidden().table.spare_roles:
            response.set_cookie("luck", "1")

    on_page(leak, "games:table", answer)


@shown_to("player", at("table"))
def statements_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A page takes one statement more for each map in a hand."""

    def people(found: Any, *_given: Any, **_named: Any) -> Any:
        for _ in range(maps_in_hands()):
            Game.objects.exists()
        return found

    change(leak, table_selectors, "people_at", people)


@shown_to("player")
def rhythm_from_the_secret(leak: pytest.MonkeyPatch) -> None:
    """How often the page asks for news is drawn from the secret of the table's chance."""

    def drawn(poll: Any, *_given: Any, **_named: Any) -> Any:
        seed = TableSecret.objects.get(game__code="twins").seed
        return poll._replace(delay=poll.delay + int(sum_of(seed), 16) % 997)

    change(leak, table_view, "next_poll", drawn)


@shown_to("player")
def delay_of_the_pulse_by_role(leak: pytest.MonkeyPatch) -> None:
    """The page asks sooner for news while a saboteur is on turn."""

    def sooner(poll: Any, *_given: Any, **_named: Any) -> Any:
        return poll._replace(delay=poll.delay - sum(own.role == "saboteur" for own in awaited_hands()))

    change(leak, table_view, "first_poll", sooner)


@shown_to("player", at("people"))
def friends_sorted_by_role(leak: pytest.MonkeyPatch) -> None:
    """Friends who sit at a table stand in the order of their roles."""
    change(
        leak, friends_selectors, "friends_of",
        lambda found, *_given, **_named: sorted(found, key=lambda friend: [seat.role for seat in friend.seats.all()]),
    )  # fmt: skip


@shown_to("player", at("people"))
def role_on_the_page_of_vacations(leak: pytest.MonkeyPatch) -> None:
    """Days off can be chosen from a calendar that has the roles of others in it."""
    written_on(leak, "accounts:vacation", roles)


@shown_to("player", at("deeds"))
def goal_in_the_refusal_of_a_plan(leak: pytest.MonkeyPatch) -> None:
    """A plan that cannot be made is refused with another reason where gold lies in the middle."""

    def tell(_request: Any, response: Any) -> None:
        if response.status_code == 422 and hidden().table.goals["8,0"] == "gold":
            response["X-Why"] = "gold"

    on_page(leak, "games:plan", tell)


@shown_to("player", at("account"))
def role_in_a_mail_about_a_password(leak: pytest.MonkeyPatch) -> None:
    """The mail with which a password is reset comes with a word about the others."""

    def named(letter: EmailMessage, *_given: Any, **_named: Any) -> EmailMessage:
        letter.subject += roles()
        return letter

    change(leak, AccountAdapter, "render_mail", named)


# -- for those who do not sit there


@shown_to("spectator")
def role_set_aside_for_spectators(leak: pytest.MonkeyPatch) -> None:
    """Who watches learns which role was set aside."""

    def rows(rows: Any, *_given: Any, **_named: Any) -> Any:
        return tuple(row._replace(resting=" ".join(hidden().table.spare_roles)) for row in rows)

    change(leak, table, "rows_of", rows)


@shown_to("stranger")
def statements_of_a_refused_page(leak: pytest.MonkeyPatch) -> None:
    """A visitor without permission is turned away after a look at the hands."""
    real = table_selectors.place_at

    def place(code: str, user: Any) -> Any:
        for _ in range(maps_in_hands()):
            Game.objects.exists()
        return real(code, user)

    leak.setattr(table_selectors, "place_at", place)


@shown_to("anonymous", at("table"))
def name_on_the_door(leak: pytest.MonkeyPatch) -> None:
    """The page of an old link says what lies under the goals."""
    written_on(leak, "games:door", goals)


@shown_to("stranger", at("table"))
def roles_on_the_page_of_a_free_seat(leak: pytest.MonkeyPatch) -> None:
    """The page to which a link to a seat leads says who is what."""
    written_on(leak, "games:seat", roles)


@shown_to("anonymous", at("account"))
def goals_on_the_way_in(leak: pytest.MonkeyPatch) -> None:
    """A player who logs in on the way to a table reads what lies under its goals."""
    written_on(leak, "account_login", goals)


@shown_to("scraper", at("site"))
def maps_in_the_metrics(leak: pytest.MonkeyPatch) -> None:
    """The metrics count the maps in hands."""
    written_on(leak, "games:metrics", maps_in_hands)


# -- for the staff


@shown_to("staff", at("desk"))
def hands_in_the_admin(leak: pytest.MonkeyPatch) -> None:
    """The admin's page of a table is drawn from a player's hand."""
    written_on(leak, "admin:games_game_change", lambda: awaited_hands()[0].hand)


@shown_to("staff_seated", at("desk"))
def waiting_plan_in_the_admin(leak: pytest.MonkeyPatch) -> None:
    """The admin's list of seats tells how many of them have a plan that waits (R95)."""
    written_on(leak, "admin:games_seat_changelist", Seat.objects.exclude(plan="").count)


@shown_to("superuser", at("admin"))
def hand_on_the_page_of_a_farewell(leak: pytest.MonkeyPatch) -> None:
    """The page that asks whether to delete a player shows their cards."""
    written_on(leak, "admin:accounts_user_delete", lambda: sum_of(str([own.hand for own in hidden().seats])))
