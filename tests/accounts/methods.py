"""A person with every way to sign in, and browsers at each step of it."""

import time
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts.models import User
from tests.games.tables import browser_of

SECRET = "JBSWY3DPEHPK3PXP"
_ID = "76NF7YEjvp0OFLuBoDTzzQUUKon73cqDhTt7iffqU-Y"
PASSKEY: dict[str, Any] = {
    "name": "My phone",
    "credential": {
        "type": "public-key",
        "id": _ID,
        "rawId": _ID,
        "authenticatorAttachment": "platform",
        "response": {
            "clientDataJSON": (
                "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiRzlhbWxpS2lEdlM1R1Jhc09uUW55TjdhNkFsRX"
                "dZX1pWVDRNdVVENnZUUSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6NDEzNTkiLCJjcm9zc09yaWdpbiI6ZmFs"
                "c2V9"
            ),
            "attestationObject": (
                "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQ"
                "ECAwQFBgcIAQIDBAUGBwgAIO-jRe2BI76dDhS7gaA0880FFCqJ-93Kg4U7e4n36lPmpQECAyYgASFYIB1DiBPyNW5t"
                "VK4sUWYuh8V0Rb7RgxosMkWYghanrqVZIlgg2V1a17gbXuHo1vQWpfVxNxeHK1rpWVqoIccJ_khkJIM"
            ),
            "transports": ["internal"],
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    },
}
"""A passkey as Chromium's virtual authenticator has made it for a site at localhost."""


def with_app(person: User) -> User:
    """A person with an authenticator app and recovery codes."""
    TOTP.activate(person, SECRET)
    RecoveryCodes.activate(person)
    return person


def with_passkey(person: User) -> Authenticator:
    """The passkey of a person."""
    row: Authenticator = Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data=PASSKEY)
    return row


def just_confirmed(person: User) -> Client:
    """A browser of a signed-in person who has just shown a second factor."""
    client = browser_of(person)
    session = client.session
    record = {"method": "mfa", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [record]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    return client
