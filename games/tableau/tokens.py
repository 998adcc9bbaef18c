"""What stands in addresses and forms for things that nobody else may read there.

A card of a hand goes by a token. It is the same for copies and on each visit, and tells nothing to whoever finds it in
a log. A move carries a key, so the same move sent twice is carried out once.
"""

from base64 import urlsafe_b64encode
from functools import lru_cache

from django.utils.crypto import salted_hmac

from games.rules.cards import CARDS

_TOKEN_LENGTH = 10
_KEY_LENGTH = 22


@lru_cache(maxsize=16_384)
def card_token(code: str, person: int, card: str) -> str:
    """The token of a kind of card at the table `code`, for the player with the id `person`."""
    return _mac("card", f"{code} {person} {card}")[:_TOKEN_LENGTH]


def card_of(token: str, code: str, person: int) -> str | None:
    """The card that a token stands for, in a hand or not. None when it is forged or somebody else's."""
    return next((card for card in CARDS if card_token(code, person, card) == token), None)


def move_key(code: str, person: int, seq: int) -> str:
    """The key of what a player does with the table as it is after the public command `seq`."""
    return _mac("move", f"{code} {person} {seq}")[:_KEY_LENGTH]


def _mac(use: str, text: str) -> str:
    digest = salted_hmac(f"games.tokens.{use}", text, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode().replace("-", "a").replace("_", "b")
