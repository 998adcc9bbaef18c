"""Leaks planted on purpose into what happens at a table: each writes down or sends a little too much.

Each is a function that plants one, and says in its first line what then leaks.
"""

import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from accounts.channels import push
from accounts.models import Event
from games import bots, clock
from games.clocks import deadlines
from games.models import Game, Notice, Seat
from games.rows import notices, nudge, pulse
from games.rules import engine
from games.rules.cards import CARDS
from games.rules.commands import Timeout
from games.rules.table import Ruleset
from games.services import moves, plans
from tests.secrecy.held import told_apart
from tests.secrecy.pages.endings import DEEDS, WHO, ending
from tests.secrecy.pages.pairs import (
    bots_pair,
    last_step,
    late_pair,
    own_turn,
    paid_pair,
    pile_top,
    where,
)
from tests.secrecy.pages.planting import (
    change,
    found_by,
    hidden,
    in_letters,
    maps_in_hands,
    on_page,
    played_to,
    roles,
    sum_of,
    written_on,
)
from tests.secrecy.pages.scenes import everybody_writes, time_passes
from tests.secrecy.planners import KINDS, waiting_for
from tests.secrecy.worlds import Pair

LOG = logging.getLogger("games.moves")


@played_to("player")
def log_line_with_the_command(leak: pytest.MonkeyPatch) -> None:
    """The server's log holds every command, passed cards too."""

    def logged(step: Any, _state: Any, _seat: Any, command: Any) -> Any:
        LOG.info("%s", command)
        return step

    change(leak, engine, "apply", logged)


@played_to("player")
def age_of_a_card(leak: pytest.MonkeyPatch) -> None:
    """The server's log holds for how many moves a card was on the hand that used it."""
    since: dict[tuple[int, str], int] = {}

    def altered(_none: None, _loaded: Any, state: engine.Game, **_named: Any) -> None:
        for own in state.seats:
            for held in [held for held in since if held[0] == own.seat and held[1] not in own.hand]:
                LOG.debug("seat %s used a card of age %s", own.seat, state.public.seq - since.pop(held))
            for card in own.hand:
                since.setdefault((own.seat, card), state.public.seq)

    change(leak, moves, "write_rows", altered)
    change(leak, moves, "deal_first_round", lambda _none, *_given, **_named: since.clear())


def after_private_acts(leak: pytest.MonkeyPatch, do: Any) -> None:
    """Let something happen whenever a player acts without any public change."""

    def altered(after: Any, before: Any, *_given: Any, **_named: Any) -> Any:
        if after.state.public.seq == before.state.public.seq:
            do(before)
        return after

    change(leak, moves, "carry_out", altered)


@played_to("player")
def version_that_grows_with_private_acts(leak: pytest.MonkeyPatch) -> None:
    """The pulse tells of a standing order (R95)."""

    def altered(rows: Any) -> None:
        rows.game.version += 1
        rows.game.save()
        pulse.publish(rows.game, rows.seats)

    after_private_acts(leak, altered)


@played_to("player")
def notice_of_a_private_act(leak: pytest.MonkeyPatch) -> None:
    """All get a notice when a player gives a standing order (R95)."""

    def altered(rows: Any) -> None:
        for seat in rows.seats:
            about = {"kind": "order", "seq": rows.game.seq, "dedupe": f"order {seat.number} {Notice.objects.count()}"}
            Notice.objects.create(user_id=seat.user_id, game=rows.game, **about)

    after_private_acts(leak, altered)


@played_to("player")
def role_in_a_notice(leak: pytest.MonkeyPatch) -> None:
    """A notice says which role comes after one's own."""

    def named(altered: bool, game: Game, seats: list[Seat], *_events: Any) -> bool:
        for seat in seats:
            after = seats[(seat.number + 1) % len(seats)].role
            for row in Notice.objects.filter(game=game, user=seat.user, seq=game.seq).exclude(dedupe__endswith=after):
                Notice.objects.filter(pk=row.pk).update(dedupe=row.dedupe + after)
        return altered

    change(leak, notices, "write", named)


@played_to("player")
def role_in_the_subject_of_a_mail(leak: pytest.MonkeyPatch) -> None:
    """A mail to all has in its subject the role of who is on turn."""

    def mailed(altered: bool, _game: Game, seats: list[Seat], *_events: Any) -> bool:
        roles = [seat.role for seat in seats if seat.awaited_for]
        mail.send_mail(f"A {roles} moves", "", "site@example.org", [seat.user.email for seat in seats])
        return altered

    change(leak, notices, "write", mailed)


@played_to("player")
def deadline_by_the_hand(leak: pytest.MonkeyPatch) -> None:
    """A player who holds a rockfall is awaited since earlier than others."""
    real = deadlines.begin

    def begin(seat: Seat, *given: Any, now: Any, **named: Any) -> None:
        late = timedelta(minutes=3) if "rockfall" in seat.hand.split() and seat.awaited_for else timedelta()
        real(seat, *given, now=now - late, **named)

    leak.setattr(deadlines, "begin", begin)


@played_to("player", late_pair)
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


@played_to("player")
def words_to_the_queue_by_the_hands(leak: pytest.MonkeyPatch) -> None:
    """With every move the worker is told as many times that there are notices as there are maps in hands."""

    def altered(_none: None, *_given: Any, **_named: Any) -> None:
        for _ in range(maps_in_hands()):
            nudge.notices()

    change(leak, pulse, "publish", altered)


# -- in letters


@played_to("player", where(Ruleset(), own_turn, lambda _pair, step: [own.role for own in step.state.seats], 3))
def role_in_the_subject_of_a_letter(leak: pytest.MonkeyPatch) -> None:
    """The subject of the letter about a turn says what the others are."""
    in_letters(leak, Event.TURN, roles)


@played_to("player", where(Ruleset(), own_turn, pile_top, 3))
def card_in_the_subject_of_a_letter(leak: pytest.MonkeyPatch) -> None:
    """The subject of the letter about a turn names the top card of the pile."""
    in_letters(leak, Event.TURN, lambda: hidden().table.pile[0])


def roles_of_all(_pair: Pair, step: Any) -> Any:
    """What everybody is."""
    return [own.role for own in step.state.seats]


@played_to("player", where(Ruleset(), own_turn, roles_of_all, 3), everybody_writes)
def roles_in_the_letter_about_a_vote(leak: pytest.MonkeyPatch) -> None:
    """The letter that asks for a vote says who is what."""
    in_letters(leak, Event.VOTE, roles)


@played_to("player", where(Ruleset(), own_turn, roles_of_all, 3), everybody_writes)
def role_in_a_reminder(leak: pytest.MonkeyPatch) -> None:
    """A reminder is signed with the roles of others."""
    in_letters(leak, Event.REMINDER, roles)


@played_to("player", where(Ruleset(), own_turn, roles_of_all, 3), everybody_writes)
def roles_in_the_summary_of_the_day(leak: pytest.MonkeyPatch) -> None:
    """The daily summary says who is what."""
    in_letters(leak, Event.DIGEST, roles)


@played_to("player", paid_pair, time_passes)
def gold_in_the_letter_about_a_round(leak: pytest.MonkeyPatch) -> None:
    """The letter about the end of a round says how much gold everybody has."""
    in_letters(leak, Event.ROUND, lambda: [own.worth for own in hidden().seats])


@played_to("player", where(Ruleset(), own_turn, roles_of_all, 3))
def roles_on_the_screen_of_a_phone(leak: pytest.MonkeyPatch) -> None:
    """A notification says who is what, and no mail does."""
    change(leak, push, "message_of", lambda message, _letter: message._replace(body=roles()))


@played_to("player", where(Ruleset(), own_turn, pile_top, 3))
def card_in_what_a_push_service_sees(leak: pytest.MonkeyPatch) -> None:
    """Notifications of which one replaces the other are told apart by the top card of the pile."""
    change(leak, push, "message_of", lambda message, _letter: message._replace(tag=hidden().table.pile[0]))


# -- of bots


def tunnels(hand: Any) -> int:
    """How many cards of a hand are tunnels."""
    return sum(CARDS[card].is_tunnel for card in hand)


def unlike_bots(rng: Any) -> Pair:
    """A pair in which bots play, who hold more tunnels in one world than in the other."""
    while True:
        pair = bots_pair(rng, Ruleset(), 4, 6)
        held = [[tunnels(last_step(pair, world).state.seats[bot].hand) for bot in pair.bots] for world in pair[3:5]]
        if sum(held[0]) != sum(held[1]):
            return pair


@played_to("player", unlike_bots)
def bot_that_sleeps_by_its_hand(leak: pytest.MonkeyPatch) -> None:
    """A bot thinks as long as it has tunnel cards."""

    def slept(command: Any, view: Any, *_given: Any, **_named: Any) -> Any:
        time.sleep(0.1 * tunnels(view.own.hand))
        return command

    change(leak, bots, "choose", slept)


@played_to("player", unlike_bots)
def bot_that_looks_into_hands(leak: pytest.MonkeyPatch) -> None:
    """A bot moves by what others hold."""

    def cheated(_command: Any, view: Any, *_given: Any, **_named: Any) -> Any:
        return view.menu[int(sum_of(str([own.hand for own in hidden().seats])), 16) % len(view.menu)]

    change(leak, bots, "choose", cheated)


# -- of plans, and at the end


def planned_apart() -> list[str]:
    """Where a plan could be told before it is played."""
    return told_apart({"none": (), "planned": (KINDS["lay"], "wait 60")}, waiting_for("lay", 60, {"Ann": ("player",)}))


@found_by(planned_apart)
def plan_that_moves_the_table(leak: pytest.MonkeyPatch) -> None:
    """A plan that is put off is a move of the table by its clock."""

    def moved(_none: None, *, code: str, **_named: Any) -> None:
        Game.objects.filter(code=code).update(moved_at=clock.now())

    change(leak, plans, "put_off", moved)


@found_by(planned_apart)
def plans_on_the_first_page(leak: pytest.MonkeyPatch) -> None:
    """The first page ends with the number of plans at one's tables."""
    written_on(leak, "games:home", Seat.objects.exclude(plan="").count)


def ended_apart() -> list[str]:
    """Where it could be told what a player did beside the record of a game that is over."""
    return told_apart({name: DEEDS[name] for name in ("nothing", "looks")}, ending("by the gold", WHO))


@found_by(ended_apart)
def looks_in_an_export(leak: pytest.MonkeyPatch) -> None:
    """The file of a finished game says how far everybody had looked."""

    def tell(_request: Any, response: Any) -> None:
        response["X-Seen"] = str(list(Seat.objects.order_by("number").values_list("seen_seq", flat=True)))

    on_page(leak, "games:export", tell)
