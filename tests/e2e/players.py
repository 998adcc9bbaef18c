"""People who play: each plays a command by what their page offers, with finger, mouse or keys, as they would."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from games import bots, tasks
from games.models import Game, Seat, Status
from games.rules.commands import Command, Lay, Pass, PlayCard
from games.rules.state import SeatSecret
from games.rules.tunnels import TURNED
from games.rules.view import view
from tests.games.tables import awaited, loaded

Dice = Callable[[int], int]
#: Whether a page has got and shown what it asked for.
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"


@dataclass
class Player:
    """Somebody at a table, before a page of it; ``touch``: with a finger on a phone."""

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
        return self.page.locator("#bar .go")

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

    def is_on_turn(self) -> None:
        """Wait until their page says that it is their turn."""
        expect(self.prompt).to_contain_text("Your turn.")

    def play(self, command: Command, hand: tuple[str, ...]) -> None:
        """Carry out a command by what the page offers, from a page on which nothing is chosen."""
        match command:
            case Pass(cards=(card,)):
                self.press(self.page.get_by_role("link", name="Discard", exact=True))
                expect(self.prompt).to_contain_text("Choose the card to discard.")
                self.choose(card, hand)
            case Lay():
                self.choose(command.card, hand)
                self.press(self.square(command.at))
                self.turn_to_fit(command)
            case PlayCard():
                self.choose(command.card, hand)
                if target := self.target(command):
                    self.press(target)
            case _:
                raise AssertionError(f"nobody plays this by hand: {command}")
        self.press(self.button)
        expect(self.button).to_have_count(0)

    def choose(self, card: str, hand: tuple[str, ...]) -> None:
        """Choose a card of the hand."""
        held = self.card(hand.index(card) + 1)
        self.press(held)
        expect(held).to_have_attribute("aria-current", "true")

    def turn_to_fit(self, lay: Lay) -> None:
        """Turn the previewed card until it lies as it is meant to."""
        sent = self.page.locator("#play [name=at]")
        expect(sent).to_have_count(1)
        if sent.input_value().endswith(TURNED) != lay.turned:
            self.press(self.page.get_by_role("link", name="Turn", exact=False).and_(self.page.locator(".b")))
            expect(sent).to_have_value(sent.input_value() + TURNED if lay.turned else sent.input_value().rstrip(TURNED))

    def target(self, command: PlayCard) -> Locator | None:
        """What an action card is played on; None where the page has chosen it already, as there is only one."""
        expect(self.page.locator("#bar [data-key=Escape]")).to_be_visible()
        if command.at:
            return self.square(command.at[0])
        if self.button.count() or command.seat is None:
            return None
        row = self.page.locator("#players > li").nth(command.seat)
        return row.locator("a.tool").nth(self.tool_of(row, command)) if command.tool else row.locator("a.who, a").first

    @staticmethod
    def tool_of(row: Locator, command: PlayCard) -> int:
        """Which of the tools before a player that may be chosen is the one to repair."""
        words = [link.get_attribute("href") or "" for link in row.locator("a.tool").all()]
        return next(place for place, address in enumerate(words) if f"tool={command.tool}" in address)


def hand_of(game: Game, name: str) -> tuple[str, ...]:
    """The cards that somebody holds, as their page lists them."""
    return _secret_of(game, name).hand


def _secret_of(game: Game, name: str) -> SeatSecret:
    return loaded(game).state.seats[Seat.objects.get(game=game, user__username=name).number]


def next_command(game: Game, name: str, dice: Dice) -> Command:
    """What somebody would do now who plays like a bot."""
    return bots.choose(view(loaded(game).state.public, _secret_of(game, name)), dice)


def play_round(game: Game, players: list[Player], dice: Dice) -> int:
    """Play until the round is over; bots move by their task. How many moves people made."""
    by_name, made = {player.name: player for player in players}, 0
    round_played = loaded(game).state.public.round
    while (state := loaded(game).state.public).round == round_played and Game.objects.get(
        pk=game.pk
    ).status == Status.RUNNING:
        seat = awaited(game)
        if seat.bot_plays:
            assert tasks.play_bots(game.pk)
            continue
        player = by_name[seat.user.username]
        player.is_on_turn()
        player.play(next_command(game, player.name, dice), hand_of(game, player.name))
        made += 1
        assert loaded(game).state.public.seq > state.seq
    return made
