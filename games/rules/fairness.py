"""Commitment and key: why no one, the server included, can choose a deal in secret (R98). Standard library only.

Before anybody sits down the server draws a secret of 32 bytes and publishes its commitment: SHA-256 of ``saboteur
commitment 2``, a zero byte and the secret. Each player may type one lucky word before the game begins.
The key of the game is HMAC-SHA256 with the secret as key over ``saboteur key 2``, a zero byte, the SHA-256 of the
table's rules (`canonical`), the number of seats as one byte, and for each lucky word, in the order in which they were
typed, its seat as one byte and the first 16 bytes of the SHA-256 of the word. Nothing else goes in: bots and seats that
typed no word add nothing that anybody could choose. All chance of the game comes from that key (``dice``). When the
game is over the secret is published, and anybody can recompute commitment, key and all that follows (``verify``).

Tables of scheme 1 were set up before there was another. Their labels end in 1, and their key is over a share of every
seat, in the order of the seats, each after its length as one byte; the server drew the shares of bots and of others who
typed no word.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any

SCHEME = 2
"""How the chance of a new table is made."""
SECRET_BYTES = 32
SHARE_BYTES = 16

Share = tuple[int, bytes]
"""A lucky word: the seat at which it was typed, and its share."""


def commitment(secret: bytes, scheme: int = SCHEME) -> str:
    """What is published of a secret before anybody sits down, in hexadecimal digits."""
    return hashlib.sha256(f"saboteur commitment {scheme}".encode() + b"\0" + secret).hexdigest()


def share_of(word: str) -> bytes:
    """What a lucky word adds to the chance of a game, so that its player can check that."""
    return hashlib.sha256(word.encode()).digest()[:SHARE_BYTES]


def game_key(secret: bytes, table: dict[str, Any], seats: int, words: Sequence[Share]) -> bytes:
    """The key of all chance of a game, from the secret, the table's rules as a record has them, and the lucky words.

    ValueError when a word is of no seat, is a seat's second, or its share has not 16 bytes.
    """
    typed_at = [seat for seat, _share in words]
    if len(set(typed_at)) < len(words) or not all(0 <= seat < seats for seat in typed_at):
        raise ValueError("a lucky word is of no seat, or a seat has two")
    if any(len(share) != SHARE_BYTES for _seat, share in words):
        raise ValueError("the share of a lucky word has 16 bytes")
    rules = hashlib.sha256(canonical(table).encode()).digest()
    said = b"".join(bytes([seat]) + share for seat, share in words)
    return hmac.digest(secret, b"saboteur key 2\0" + rules + bytes([seats]) + said, hashlib.sha256)


def game_key_1(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The key of a game of scheme 1, from the secret and the shares of the seats in order.

    ValueError when a share has more than 255 bytes.
    """
    if any(len(share) > 255 for share in shares):
        raise ValueError("a share has at most 255 bytes")
    message = b"saboteur key 1\0" + b"".join(bytes([len(share)]) + share for share in shares)
    return hmac.digest(secret, message, hashlib.sha256)


def seal(record: dict[str, Any]) -> str:
    """The fingerprint of a whole record but for the seal itself: those who hold equal records have equal seals."""
    fairness = {key: part for key, part in record["fairness"].items() if key != "seal"}
    whole = canonical({**record, "fairness": fairness})
    return hashlib.sha256(b"saboteur record 2\0" + whole.encode()).hexdigest()


def canonical(value: Any) -> str:
    """JSON in the one way in which equal values give equal text: keys sorted, no spaces, letters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
