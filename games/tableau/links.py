"""Addresses of a table's page. Every choice has an address, and none reveals a card.

In addresses and forms a token stands for a card of a hand. It is the same for copies and on each visit, and reveals
nothing in a log. A move has a key, so the same move sent twice is carried out once.
"""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import quote_plus

from django.utils.crypto import salted_hmac

from games.rules.cards import CARDS
from games.rules.notation import letter
from games.tableau.choice import DISCARD, NOTHING, Choice
from games.wording import square_name
from saboteur_site.templating.addresses import address

_TOKEN_LENGTH = 10
_KEY_LENGTH = 22


@lru_cache(maxsize=16_384)
def card_token(code: str, person: int, card: str) -> str:
    """Return the token of a kind of card at the table `code`, for the player with the id `person`."""
    return _mac("card", f"{code} {person} {card}")[:_TOKEN_LENGTH]


def card_of(token: str, code: str, person: int) -> str | None:
    """Return the card of a token, in a hand or not. None when it is forged or another player's."""
    return next((card for card in CARDS if card_token(code, person, card) == token), None)


def move_key(code: str, person: int, seq: int) -> str:
    """Return the idempotency key of a player's next move after the public command `seq`."""
    return _mac("move", f"{code} {person} {seq}")[:_KEY_LENGTH]


def _mac(use: str, text: str) -> str:
    digest = salted_hmac(f"games.tokens.{use}", text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().replace("-", "a").replace("_", "b")


@dataclass(frozen=True)
class Links:
    """The addresses of the table `code` for the player with the id `person`; `plans`: they plan a turn there."""

    code: str
    person: int
    plans: bool = False

    @cached_property
    def table(self) -> str:
        """The table with nothing chosen, or the page on which a turn is planned."""
        return address("games:plan" if self.plans else "games:table", self.code)

    @cached_property
    def move(self) -> str:
        """The address to which moves, or plans, are posted."""
        return address("games:plan" if self.plans else "games:move", self.code)

    def card(self, card: str, *, at: str = "", also: str = "", who: int | None = None, tool: str = "") -> str:
        """Return the address of the table with a card chosen, and perhaps its target."""
        return self.to(Choice(card=card, at=at, also=also, who=who, tool=tool))

    def token(self, card: str) -> str:
        """Return the token of a card in addresses and forms."""
        return card_token(self.code, self.person, card)

    def round(self, number: int) -> str:
        """Return the address of the page of a finished round."""
        return address("games:round", self.code, number)

    def discard(self, *ticked: str) -> str:
        """Return the address of the table while cards to discard are chosen, some ticked already."""
        return self.to(Choice(mode=DISCARD, ticked=ticked))

    def to(self, choice: Choice) -> str:
        """Return the address of the table with a choice."""
        query = self.choice(choice)
        return f"{self.table}?{query}" if query else self.table

    @cached_property
    def help(self) -> str:
        """The address of the help on cards."""
        return address("handbook:about", self.code)

    def about(self, card: str, choice: Choice = NOTHING) -> str:
        """Return the address of the help on a card; without a script it links back to the choice."""
        query = "&".join(part for part in (self.choice(choice), "plan=1" if self.plans else "") if part)
        return f"{self.help}?about={self.token(card)}{'&' if query else ''}{query}"

    def choice(self, choice: Choice) -> str:
        """Return the query string of a choice."""
        cards = [choice.card] if choice.card else choice.ticked
        fields = [
            *(("card", self.token(card)) for card in cards),
            ("at", square_name(choice.at) if choice.at else ""),
            ("also", square_name(choice.also) if choice.also else ""),
            ("flip", "1" if choice.turned else ""),
            ("who", letter(choice.who) if choice.who is not None else ""),
            ("tool", quote_plus(choice.tool)),
            ("pay", letter(choice.payer) if choice.payer is not None else ""),
            ("lift", quote_plus(choice.lifts.rpartition(":")[2])),
            ("mode", quote_plus(choice.mode)),
        ]
        return "&".join([f"{name}={value}" for name, value in fields if value])
