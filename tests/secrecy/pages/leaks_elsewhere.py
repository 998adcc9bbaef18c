"""Leaks planted on purpose into other pages, notices, mails and log lines: each lets somebody see a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from games import notices, pulse, selectors, services
from games.admin import page as admin_page
from games.models import Game, Notice, PrivateAct, Seat, TableSecret
from games.rules import engine
from games.rules.cards import CARDS
from games.rules.commands import Timeout
from games.tableau import table
from games.views import fairness, home, lobby, reveal
from games.views import table as table_view
from games.wording import mine as words_of_mine
from tests.secrecy.pages.pairs import late_pair, paid_pair
from tests.secrecy.pages.planting import awaited_hands, change, hidden, maps_in_hands, seen_by, sum_of


@seen_by("player")
def space_in_the_words(leak: pytest.MonkeyPatch) -> None:
    """In the map in words the sentence about the gold ends with a space."""

    def spaced(words: str, _view: Any, at: str) -> str:
        return f"{words} " if hidden().table.goals.get(at) == "gold" else words

    change(leak, words_of_mine, "square_words", spaced)


@seen_by("player", only=paid_pair)
def gold_of_others(leak: pytest.MonkeyPatch) -> None:
    """A finished round tells how much gold everybody holds."""
    change(
        leak, reveal, "reveal_of",
        lambda shown, *_given: shown and shown._replace(words=f"{shown.words} {[own.worth for own in hidden().seats]}"),
    )  # fmt: skip


@seen_by("player")
def secret_on_the_page_of_fairness(leak: pytest.MonkeyPatch) -> None:
    """The fingerprint has a digit of the secret behind it."""

    def seated(found: Any, *_given: Any) -> Any:
        found.game.commitment += TableSecret.objects.get(game=found.game).seed[:4]
        return found

    change(leak, fairness, "_seated_at", seated)


@seen_by("player")
def orders_on_the_first_page(leak: pytest.MonkeyPatch) -> None:
    """The first page comes with a number of what was done in secret (R95)."""

    def counted(response: Any, *_given: Any) -> Any:
        response["X-Acts"] = str(PrivateAct.objects.count())
        return response

    change(leak, home, "draw", counted)


@seen_by("player")
def tag_over_the_whole_state(leak: pytest.MonkeyPatch) -> None:
    """A page has an ETag over the state with all its secrets."""

    def tagged(response: Any, *_given: Any, **_named: Any) -> Any:
        response["ETag"] = f'"{sum_of(repr(hidden()))}"'
        return response

    change(leak, table_view, "render", tagged)


@seen_by("player")
def cookie_by_the_spare_role(leak: pytest.MonkeyPatch) -> None:
    """A cookie is set while a saboteur's card was set aside."""

    def answer(response: Any, *_given: Any, **_named: Any) -> Any:
        if "saboteur" in hidden().table.spare_roles:
            response.set_cookie("luck", "1")
        return response

    change(leak, table_view, "render", answer)


@seen_by("player")
def statements_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A page takes one statement more for each map in a hand."""

    def people(found: Any, *_given: Any) -> Any:
        for _ in range(maps_in_hands()):
            Game.objects.exists()
        return found

    change(leak, selectors, "people_at", people)


# -- what happens by a move


@seen_by("player")
def log_line_with_the_command(leak: pytest.MonkeyPatch) -> None:
    """The server's log holds every command, passed cards too."""
    change(
        leak, services, "_log",
        lambda _none, _game, _seat, command, *_given, **_named: logging.getLogger("games.moves").info("%s", command),
    )  # fmt: skip


@seen_by("player")
def age_of_a_card(leak: pytest.MonkeyPatch) -> None:
    """The server's log holds for how many moves a card was on the hand that used it."""
    since: dict[tuple[int, str], int] = {}

    def kept(_none: None, seat: Seat, state: engine.Game) -> None:
        number, hand, seq = seat.number, state.seats[seat.number].hand, state.public.seq
        for held in [held for held in since if held[0] == number and held[1] not in hand]:
            logging.getLogger("games.moves").debug("seat %s used a card of age %s", number, seq - since.pop(held))
        for card in hand:
            since.setdefault((number, card), seq)

    change(leak, services, "_put_seat", kept)
    change(leak, services, "deal_first_round", lambda _none, *_given: since.clear())


@seen_by("player")
def version_that_grows_with_private_acts(leak: pytest.MonkeyPatch) -> None:
    """The pulse tells of a standing order (R95)."""

    def told(_none: None, rows: Any, *_given: Any) -> None:
        rows.game.version += 1
        rows.game.save()
        pulse.tell(rows.game, rows.seats)

    change(leak, services, "_save_private_act", told)


@seen_by("player")
def notice_of_a_private_act(leak: pytest.MonkeyPatch) -> None:
    """Everybody gets a notice when somebody gives a standing order (R95)."""

    def told(_none: None, rows: Any, *_given: Any) -> None:
        for seat in rows.seats:
            about = {"kind": "order", "seq": rows.game.seq, "dedupe": f"order {seat.number} {Notice.objects.count()}"}
            Notice.objects.create(user_id=seat.user_id, game=rows.game, **about)

    change(leak, services, "_save_private_act", told)


@seen_by("player")
def role_in_a_notice(leak: pytest.MonkeyPatch) -> None:
    """A notice says which role comes after one's own."""

    def named(row: Notice, game: Game, seat: Seat, _kind: str) -> Notice:
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        row.dedupe += seats[(seat.number + 1) % len(seats)].role
        return row

    change(leak, notices, "_notice", named)


@seen_by("player")
def role_in_the_subject_of_a_mail(leak: pytest.MonkeyPatch) -> None:
    """A mail to all has in its subject the role of who is on turn."""

    def mailed(_none: None, game: Game, seats: list[Seat], *_events: Any) -> None:
        roles = [seat.role for seat in seats if seat.awaited_for]
        mail.send_mail(f"A {roles} moves", "", "site@example.org", [seat.user.email for seat in seats])

    change(leak, notices, "write", mailed)


@seen_by("player")
def since_when_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """Whoever holds a rockfall is awaited since earlier than others: a deadline that depends on the hand."""
    real = services._await

    def awaited(seat: Seat, kind: str, game: Game, quiet: Any, moment: Any, *, anew: bool) -> bool:
        late = timedelta(minutes=3) if "rockfall" in seat.hand.split() and kind else timedelta()
        return real(seat, kind, game, quiet, moment - late, anew=anew)

    leak.setattr(services, "_await", awaited)


@seen_by("player", only=late_pair)
def default_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A time-out is told as many times as its player held tunnels."""
    real = engine.apply

    def apply(state: engine.Game, seat: int | None, command: Any) -> Any:
        step = real(state, seat, command)
        if isinstance(command, Timeout):
            tunnels = sum(CARDS[card].is_tunnel for card in state.seats[command.seat].hand)
            return step._replace(events=step.events[:1] * tunnels + step.events)
        return step

    leak.setattr(engine, "apply", apply)


@seen_by("player")
def rhythm_from_the_secret(leak: pytest.MonkeyPatch) -> None:
    """How often the page asks for news is drawn from the secret of the table's chance."""

    def drawn(beat: Any, *_given: Any) -> Any:
        return beat._replace(delay=beat.delay + int(sum_of(TableSecret.objects.get().seed), 16) % 997)

    change(leak, table_view, "next_beat", drawn)


@seen_by("player")
def delay_of_the_pulse_by_role(leak: pytest.MonkeyPatch) -> None:
    """The page asks sooner for news while a saboteur is on turn."""

    def sooner(beat: Any, *_given: Any) -> Any:
        return beat._replace(delay=beat.delay - sum(own.role == "saboteur" for own in awaited_hands()))

    change(leak, table_view, "first_beat", sooner)


# -- for those who do not sit there


@seen_by("spectator")
def role_set_aside_for_spectators(leak: pytest.MonkeyPatch) -> None:
    """Who watches learns which role was set aside."""

    def rows(rows: Any, *_given: Any) -> Any:
        return tuple(row._replace(resting=" ".join(hidden().table.spare_roles)) for row in rows)

    change(leak, table, "rows_of", rows)


@seen_by("stranger")
def statements_of_a_refused_page(leak: pytest.MonkeyPatch) -> None:
    """Somebody who may not look is turned away after a look at the hands."""
    real = selectors.place_at

    def place(code: str, user: Any) -> Any:
        for _ in range(maps_in_hands()):
            Game.objects.exists()
        return real(code, user)

    leak.setattr(selectors, "place_at", place)


@seen_by("anonymous")
def name_on_the_door(leak: pytest.MonkeyPatch) -> None:
    """The page of an old link says what lies under the goals."""

    def drawn(response: Any, *_given: Any, **_named: Any) -> Any:
        response["X-Goals"] = sum_of(str(list(hidden().table.goals.items())))
        return response

    change(leak, lobby, "_draw_door", drawn)


@seen_by("staff")
def hands_in_the_admin(leak: pytest.MonkeyPatch) -> None:
    """The admin's page of a table is drawn from somebody's hand."""
    change(
        leak, admin_page, "_waiting",
        lambda rows, *_given: [row._replace(words=f"{row.words} {awaited_hands()[0].hand[:1]}") for row in rows],
    )  # fmt: skip
