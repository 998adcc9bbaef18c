"""People who play: each plays a command by what their page offers, with finger, mouse or keys, as they would.

They read it in the language that is active in the test.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from playwright.sync_api import Locator, Page, expect

from games import bots
from games.models import Game, Seat, Status
from games.rules.commands import Choose, Command, Lay, Offer, Order, Pass, PlayCard, PutMiner, Trade, Veto
from games.rules.notation import letter
from games.rules.state import SeatSecret
from games.rules.tunnels import TURNED
from games.rules.view import view
from games.sheets import aim_of
from games.sheets.sheet import STRIKES, Aim
from tests.conftest import SOAK
from tests.games.tables import awaited, carry_out, loaded, play_bot

Dice = Callable[[int], int]
#: Whether a page has got and shown what it asked for.
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"


def unfold(page: Page, part: str = "#together") -> None:
    """Show a part of the sheet about a table that folds away."""
    fold = page.locator(part)
    if not fold.is_visible():
        page.locator(".title").click()
    if fold.get_attribute("open") is None:
        fold.locator("summary").first.click()


@dataclass
class Player:
    """A player at a table, with a page of it; ``touch``: with a finger on a phone."""

    name: str
    page: Page
    touch: bool = False

    @property
    def prompt(self) -> Locator:
        """What is asked of them."""
        return self.page.locator("#prompt")

    @property
    def button(self) -> Locator:
        """The button that plays what is chosen."""
        return self.page.locator("#bar .primary")

    def card(self, number: int) -> Locator:
        """The card of their hand with a number, counted from 1."""
        return self.page.locator(f"#card-{number}")

    def square(self, at: str) -> Locator:
        """The link on a square `x,y`."""
        return self.page.locator(f'[id="at-{at.replace(",", "_")}"]')

    def press(self, target: Locator) -> None:
        """Touch or click something."""
        if self.touch:
            target.tap()
        else:
            target.click()

    @property
    def on(self) -> Locator:
        """The button that leads on from the end of a round, or from its deal."""
        return self.page.locator("#on .primary")

    def is_on_turn(self) -> None:
        """Wait until their page asks them for something; what a round ended with is shown before."""
        self.go_on()
        expect(self.page.locator("#play")).to_be_visible()

    def go_on(self) -> None:
        """Come to the table, from the end of a round or its deal if they are shown."""
        table = self.page.locator("#table")
        expect(table.or_(self.on).first).to_be_visible()
        while self.on.count():
            with self.page.expect_navigation():
                self.leave_by(self.on)
            expect(table.or_(self.on).first).to_be_visible()

    def leave_by(self, button: Locator) -> None:
        """Press what leads to another page."""
        self.press(button)

    def knows(self, seq: int) -> None:
        """Wait until their page has forms for the table after so many commands."""
        expect(self.page.locator(f"#table [name=seq][value='{seq}']").or_(self.on).first).to_be_attached()
        self.go_on()
        expect(self.page.locator("#table [name=seq]").first).to_have_value(str(seq))

    def play(self, command: Command, hand: tuple[str, ...]) -> None:
        """Carry out a command by what the page offers, from a page on which nothing is chosen."""
        if isinstance(command, Order | Offer):
            self.order(command)
            return
        known = self.page.locator("#play [name=seq]").input_value()
        match command:
            case Pass() | Trade():
                self.throw_away(command, hand)
            case Lay():
                self.choose(command.card, hand)
                self.press(self.square(command.at))
                self.turn_to_fit(command)
                self.let_pay(command.payer)
            case PlayCard():
                self.play_card(command, hand)
            case PutMiner():
                self.press(self.page.get_by_role("link", name=_("Use a miner")))
                expect(self.prompt).to_contain_text(_("Choose an open end of the mine."))
                self.press(self.square(command.at))
                expect(self.prompt).to_contain_text(_("Choose the card to discard for it."))
                self.choose(command.card, hand)
            case Choose() | Veto():
                self.answer(command.answer if isinstance(command, Choose) else STRIKES)
            case unknown:
                raise AssertionError(f"no way to play this by hand: {unknown}")
        if not isinstance(command, Choose | Veto):
            self.press(self.button)
        expect(self.page.locator(f"#play [name=seq][value='{known}']")).to_have_count(0)

    def choose(self, card: str, hand: tuple[str, ...]) -> None:
        """Choose a card of the hand."""
        held = self.card(hand.index(card) + 1)
        self.press(held)
        expect(held).to_have_attribute("aria-current", "true")

    def answer(self, answer: str) -> None:
        """Give one of the answers to a decision: by a button below the mine, else on the sheet with all of them."""
        button = self.page.locator(f"[name=answer][value='{answer}']")
        if not button.first.is_visible():
            self.press(self.page.locator("[popovertarget=answers]:not(.shut)"))
        self.press(button.first)

    def throw_away(self, command: Pass | Trade, hand: tuple[str, ...]) -> None:
        """Choose the cards to discard: one by its link, several by ticking them; for a trade what goes with them."""
        if isinstance(command, Trade):
            self.press(self.page.get_by_role("link", name=_("Trade"), exact=True))
            lifts = self.page.locator(f"#bar a[href*='lift={command.lifts.rpartition(':')[2]}']")
            expect(self.button.or_(lifts.first)).to_be_visible()
            if lifts.count():
                self.press(lifts)
                expect(self.button).to_be_visible()
        else:
            self.press(self.page.get_by_role("link", name=_("Discard"), exact=True))
            expect(self.page.locator("#bar [data-key=Escape]")).to_be_visible()
        if not self.button.count():
            self.choose(command.cards[0], hand)
            return
        left = [(card, number) for number, card in enumerate(hand, 1)]
        for card in command.cards:
            held = next(one for one in left if one[0] == card)
            left.remove(held)
            self.mark(held[1])
            expect(self.card(held[1])).to_be_checked()

    def mark(self, number: int) -> None:
        """Tick a card of the hand."""
        self.press(self.page.locator(f"label:has(#card-{number})"))

    def play_card(self, command: PlayCard, hand: tuple[str, ...]) -> None:
        """Choose an action card and what it is played on."""
        self.choose(command.card, hand)
        if target := self.target(command):
            self.press(target)
        tool = self.page.locator(f"#actions a[href*='tool={command.tool}']")
        if command.tool:
            expect(self.button.or_(tool)).to_be_visible()
            if tool.count():
                self.press(tool)
        for at in command.at[1:]:
            expect(self.prompt).to_contain_text(_("Choose the second goal."))
            self.press(self.square(at))
        if aim_of(command.card) is Aim.ROOM:
            self.turn_to_fit(command)
            self.let_pay(command.payer)

    def turn_to_fit(self, lay: Lay | PlayCard) -> None:
        """Turn the previewed card until it lies as it is meant to."""
        sent = self.page.locator("#play [name=at]")
        expect(sent).to_have_count(1)
        shown = sent.input_value()
        if shown.endswith(TURNED) != lay.turned:
            self.press(self.page.get_by_role("link", name=_("↻ Turn"), exact=True))
            expect(sent).to_have_value(shown + TURNED if lay.turned else shown.removesuffix(TURNED))

    def let_pay(self, payer: int | None) -> None:
        """Let another player pay the toll, where they have offered to."""
        sent = self.page.locator("#play [name=pay]")
        if payer is not None and not (sent.count() and sent.input_value() == letter(payer)):
            self.press(self.page.locator(f"#bar a[href*='pay={letter(payer)}']"))
            expect(sent).to_have_value(letter(payer))

    def order(self, command: Order | Offer) -> None:
        """Leave a standing order, or offer to pay a toll, in the part of the page that folds away."""
        kind = command.kind if isinstance(command, Order) else "offer"
        form, fold = self.page.locator(f"#order-{kind}"), self.page.locator("#orders")
        if not fold.is_visible():
            self.press(self.page.locator(".title"))
        if not form.is_visible():
            self.press(fold.locator("summary"))
        if isinstance(command, Order) and command.kind == "veto":
            self.pick(form.locator("[name=what]"), command.what)
        if kind in ("veto", "theft", "offer"):
            nothing = "any" if kind == "veto" else "none"
            self.pick(form.locator("[name=who]"), nothing if command.seat is None else letter(command.seat))
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.press(form.get_by_role("button"))

    def pick(self, choices: Locator, value: str) -> None:
        """Choose an entry of a list that drops down."""
        choices.select_option(value)

    def target(self, command: PlayCard) -> Locator | None:
        """What an action card is played on; None where the page has chosen it already, as there is only one."""
        expect(self.page.locator("#bar [data-key=Escape]")).to_be_visible()
        if command.at:
            return self.square(command.at[0])
        if self.button.count() or command.seat is None:
            return None
        return self.page.locator(f"#plate-{command.seat} a.door")


class Visitor(Player):
    """A player whose page changes only when they come back to it."""

    def knows(self, seq: int) -> None:
        """Come back, unless they are there and know it all."""
        if not self.page.locator(f"#table [name=seq][value='{seq}']").count():
            self.page.reload()
        super().knows(seq)


def hand_of(game: Game, name: str) -> tuple[str, ...]:
    """The cards that a player holds, as their page lists them."""
    return _secret_of(game, name).hand


def _secret_of(game: Game, name: str) -> SeatSecret:
    return loaded(game).state.seats[Seat.objects.get(game=game, user__username=name).number]


def next_command(game: Game, name: str, dice: Dice) -> Command:
    """The command that a bot would choose for this player."""
    return bots.choose(view(loaded(game).state.public, _secret_of(game, name)), dice)


def play_unseen(game: Game, left: int, chance: random.Random) -> int:
    """Let people and bots play before anybody has opened a page, until people have so many moves left in the first
    round; a soak leaves all. How many moves people made.

    How many there are is found out by playing the round to its end, which is then taken back.
    """
    if SOAK:
        return 0
    dice = chance.getstate()
    with transaction.atomic():
        moves = _play(game, chance, most=sys.maxsize)
        transaction.set_rollback(True)
    chance.setstate(dice)
    return _play(game, chance, most=max(0, moves - left))


def _play(game: Game, chance: random.Random, most: int) -> int:
    """Play on until people have made so many moves, or the first round is over; how many they made."""
    made = 0
    while made < most and not loaded(game).state.public.results:
        seat = awaited(game)
        if seat.bot_plays:
            assert play_bot(game.pk)
            continue
        command: Any = next_command(game, seat.user.username, chance.randrange)
        carry_out(game, seat.number, command)
        made += 1
    return made


def play_round(game: Game, players: list[Player], dice: Dice) -> int:
    """Play until the round is over; bots move by their task. How many moves people made."""
    by_name, made = {player.name: player for player in players}, 0
    round_played = loaded(game).state.public.round
    while (state := loaded(game).state.public).round == round_played and Game.objects.get(
        pk=game.pk
    ).status == Status.RUNNING:
        seat = awaited(game)
        if seat.bot_plays:
            assert play_bot(game.pk)
            continue
        player = by_name[seat.user.username]
        player.is_on_turn()
        player.play(next_command(game, player.name, dice), hand_of(game, player.name))
        made += 1
        assert loaded(game).state.public.seq > state.seq
    return made
