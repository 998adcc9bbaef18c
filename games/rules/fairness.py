"""Commitment and key: why nobody, the server included, can choose a deal after people have joined (R98).

Before anybody joins, the server draws a secret of 32 bytes and publishes its commitment, SHA-256 of
``saboteur commitment 1``, a zero byte and the secret. Every seat adds a share of bytes when it is taken. The key of the
game is HMAC-SHA256 with the secret as key over ``saboteur key 1``, a zero byte, then for each seat in order the length
of its share as one byte and the share. All chance of the game comes from that key (``dice``). When the game is over the
secret is published, and anybody can recompute commitment, key and deals (``verify``). Standard library only.
"""

import hashlib
import hmac
from collections.abc import Sequence

SECRET_BYTES = 32
SHARE_BYTES = 16


def commitment(secret: bytes) -> str:
    """What is published of a secret before anybody joins, in hexadecimal digits."""
    return hashlib.sha256(b"saboteur commitment 1\0" + secret).hexdigest()


def game_key(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The key of all chance of a game, from the secret and the shares of the seats in order.

    ValueError when a share has more than 255 bytes.
    """
    if any(len(share) > 255 for share in shares):
        raise ValueError("a share has at most 255 bytes")
    message = b"saboteur key 1\0" + b"".join(bytes([len(share)]) + share for share in shares)
    return hmac.digest(secret, message, hashlib.sha256)
