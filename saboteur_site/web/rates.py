"""Rate limits: the only limiter of the site.

Requests are counted by kind and by client in fixed windows, which begin with the first request. So a client exceeds the
rate in no window, and makes at most twice as many requests around its end.
"""

import hashlib
from typing import Any, NamedTuple

from django.core.cache import caches

MINUTE, HOUR = 60, 3600


class Rate(NamedTuple):
    """The number of requests and the seconds of the window."""

    most: int
    seconds: int


RATES = {
    # Writes to an address of the site, by its URL name; counted by user, else by network.
    "account_login": Rate(30, MINUTE),
    "account_signup": Rate(20, MINUTE),
    "account_reset_password": Rate(20, MINUTE),
    "account_reset_password_from_key": Rate(20, MINUTE),
    "account_reauthenticate": Rate(10, MINUTE),
    "account_change_password": Rate(5, MINUTE),
    "account_set_password": Rate(5, MINUTE),
    "account_email": Rate(10, MINUTE),
    "mfa_login_webauthn": Rate(30, MINUTE),
    "mfa_authenticate": Rate(30, MINUTE),
    "mfa_reauthenticate": Rate(10, MINUTE),
    "mfa_reauthenticate_webauthn": Rate(10, MINUTE),
    "mfa_activate_totp": Rate(10, MINUTE),
    "mfa_add_webauthn": Rate(10, MINUTE),
    "personal:data": Rate(5, HOUR),
    "accounts:delete": Rate(10, MINUTE),
    "accounts:sign-in": Rate(10, MINUTE),
    # Writes to any other address: moves, orders, plans, votes and the rest.
    "write": Rate(120, MINUTE),
    # Requests to addresses with a secret part, from one network: of browsers and other programs.
    "secret": Rate(300, MINUTE),
    "games:calendar": Rate(60, MINUTE),
    "games:atom": Rate(60, MINUTE),
    # Wrong passwords for one name, and from one network.
    "password": Rate(5, 5 * MINUTE),
    "passwords": Rate(10, MINUTE),
    # Wrong codes of one account: of its authenticator app, recovery codes.
    "codes": Rate(5, 15 * MINUTE),
    # Challenges for passkeys, to one network; each is stored in a session.
    "challenges": Rate(30, MINUTE),
    # Mails to one address: links for a new password, confirmation mails.
    "reset": Rate(5, MINUTE),
    "confirm": Rate(1, 3 * MINUTE),
    # Addresses entered by one guest, and by guests from one network; confirmation mails of guests to one address.
    "guest-addresses": Rate(5, HOUR),
    "guest-addresses-of-place": Rate(20, HOUR),
    "guest-mails": Rate(4, 24 * HOUR),
    # Log-in links of guests, to one address and from one network.
    "sign-in": Rate(3, 10 * MINUTE),
    "sign-ins-of-place": Rate(20, HOUR),
    # Created by one user.
    "tables": Rate(20, HOUR),
    "options": Rate(30, HOUR),
    "invitations": Rate(60, HOUR),
    "invitations-of-day": Rate(1440, 24 * HOUR),
    "links": Rate(20, HOUR),
    "asks": Rate(20, HOUR),
    "circles": Rate(10, HOUR),
    "announcements": Rate(6, HOUR),
    "words": Rate(20, MINUTE),
    "complaints": Rate(10, HOUR),
    # Chats added by one user, and their tests.
    "chats": Rate(30, HOUR),
    "chat-tests": Rate(10, 10 * MINUTE),
    # Requests to the API: reads of one person; reads and writes of one bot account; requests without a valid token from
    # one network. Writes of a person count as "write".
    "api-read": Rate(600, MINUTE),
    "bot-read": Rate(300, MINUTE),
    "bot-write": Rate(60, MINUTE),
    "no-token": Rate(60, MINUTE),
    # Tokens and bot accounts made by one person.
    "tokens": Rate(20, HOUR),
    "bot-accounts": Rate(10, 24 * HOUR),
    # Requests to one host that users entered, for all users together.
    "outward": Rate(600, MINUTE),
    "push-tests": Rate(10, HOUR),
    # Notes saved by one user.
    "notes": Rate(30, MINUTE),
    # Practice tables of guests, from one network and on the whole site; guests by a link, from one network.
    "practice": Rate(12, HOUR),
    "practice-of-all": Rate(300, HOUR),
    "guests": Rate(40, HOUR),
}


class TooOftenError(Exception):
    """A rate limit is used up; a retry is possible after so many ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def wait(kind: str, whose: object, most: int = 0) -> int:
    """Count a request of a kind for a client; return the seconds to wait, 0 if it is allowed. ``most`` replaces the
    number of requests of the rate."""
    many, left = _count(kind, whose, 1)
    return left if many > (most or RATES[kind].most) else 0


def check(kind: str, whose: object) -> None:
    """Count a request of a kind for a client; TooOftenError if it is not allowed."""
    if seconds := wait(kind, whose):
        raise TooOftenError(seconds)


def give_back(kind: str, whose: object) -> None:
    """Undo a count: the request turned out to be unlimited."""
    _count(kind, whose, -1)


def _count(kind: str, whose: object, by: int) -> Any:
    """The key of the counter, which does not reveal the client."""
    name = hashlib.sha256(f"{kind} {whose}".encode()).hexdigest()[:32]
    limits: Any = caches["limits"]
    return limits.count(f"limit:{kind}:{name}", RATES[kind].seconds, by)
