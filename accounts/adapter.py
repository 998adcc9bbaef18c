"""The adapters of django-allauth: names, addresses, who may log in, second factors, and texts."""

import hmac
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import invited, names
from accounts.access import guest_of
from accounts.forms.devices import name_of
from accounts.models import User
from accounts.names import word_list
from accounts.selectors import people as people_selectors
from accounts.services import addresses, devices, mails, second_factors, sessions
from saboteur_site.web import limits, rates
from saboteur_site.web.declined import DeclinedError

KNOWN = "known"
"""The cookie of a browser with a mark for each user who has signed in there, the latest first."""
KNOWN_USERS = 10
KNOWN_SECONDS = 400 * 24 * 3600
"""Browsers store no cookie for longer."""


class AccountAdapter(DefaultAccountAdapter):
    """Normalizes names, allows one player per address, and refuses bots."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _("This name and password don’t match."),
        "username_taken": User._meta.get_field("username").error_messages["unique"],
        "invalid_password_reset": _("This link is used up or too old."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether this visitor may make an account, by the policy of the site."""
        return invited.may_sign_up(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalized name.

        Raise ValidationError if the name is invalid, listed or taken, or looks like a taken one. A guest who signs up
        may keep their own.
        """
        name = names.spelt(username)
        names.check_name(name)
        word_list.check(name)
        if not shallow and people_selectors.is_taken(name, but_for=guest_of(self.request)):
            raise self.validation_error("username_taken")
        return name

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> HttpResponse | None:
        """Refuse bots and deactivated users with any kind of log-in."""
        if not user.is_active or (isinstance(user, User) and not user.is_person):
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt for the name and for the network, before the password is checked.

        Raise TooOftenError after too many.
        """
        for kind, whose in _tried(request, credentials):
            rates.check(kind, whose)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the player if name and password match. A successful log-in does not count."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            for kind, whose in _tried(request, credentials):
                rates.give_back(kind, whose)
        return user

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Save a new password and no other column: the row may be deleted or renamed at the same moment.

        This ends all sessions and removes all devices: another person may have one of them.
        """
        user.set_password(password)
        user.save(update_fields=["password"])
        if isinstance(user, User):
            devices.remove_all(user)
            sessions.forget_all(user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> HttpResponse:
        """Store the session in the list of the user's sessions. Queue a mail if they sign in with a browser for the
        first time, but not at sign-up."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if isinstance(user, User) and request.session.session_key:
            browser = _browser(request)
            sessions.store(user=user, key=request.session.session_key, browser=browser)
            marks, mark = request.COOKIES.get(KNOWN, "").split("."), _mark(user)
            is_known = any(hmac.compare_digest(mark.encode(), known.encode()) for known in marks)
            if not is_known and not kwargs.get("signup"):
                mails.tell_of_sign_in(user, "account/email/new_device", browser)
            others = [known for known in marks if len(known) == len(mark) and known != mark]
            response.set_cookie(
                KNOWN,
                ".".join([mark, *others][:KNOWN_USERS]),
                max_age=KNOWN_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the ways to confirm who one is, in our words."""
        words = {
            "reauthenticate": _("Use my password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use my passkey"),
        }
        return [
            {**method, "description": str(words[method["id"]])} for method in super().get_reauthentication_methods(user)
        ]

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Queue a mail about a sign-in method that was added or removed; nothing for a user without an address."""
        if isinstance(user, User) and template_prefix in mails.OF_SIGN_IN:
            mails.tell_of_sign_in(user, template_prefix, _browser(self.request))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm the address for the user who has proved that they read it. All other users lose their claim to it,
        and guests lose the address itself. A guest cannot have the address of an account."""
        with transaction.atomic():
            try:
                addresses.make_room(email_address)
            except DeclinedError:
                return False
            if not EmailAddress.objects.filter(email=email_address.email, verified=True).exists():
                claims = people_selectors.with_address(email_address.email).exclude(pk=email_address.user_id)
                claims.update(email="")
            return bool(super().confirm_email(request, email_address))

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Return the URL of the first page; for a guest in another browser that of a confirmation page."""
        if email_address.user.is_guest and self.request.user != email_address.user:
            return reverse("accounts:confirmed")
        return str(super().get_email_verification_redirect_url(email_address))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the URL of the profile. The change ends the session, so the user has to log in first."""
        return reverse("accounts:profile")

    def format_email_subject(self, subject: str) -> str:
        """Return the subject with the site's name before it."""
        return f"[{settings.SITE_NAME}] {subject}"

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Create a player without an address: an unconfirmed address may be another player's. A guest keeps a confirmed
        one."""
        confirmed = EmailAddress.objects.filter(user_id=user.pk, verified=True).first() if user.pk else None
        super().save_user(request, user, form, commit=False)
        user.email = confirmed.email if confirmed else ""  # type: ignore[attr-defined]
        if commit:
            user.save()
        return user

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Queue the confirmation mail for a worker, so that the response time reveals nothing about other users.

        Raise TooOftenError if a mail was sent a moment ago; at sign-up the mail is then skipped silently.
        """
        claim: EmailAddress = emailconfirmation.email_address
        seconds = rates.wait("confirm", claim.email)
        if not seconds:
            mails.ask_to_confirm(claim)
        elif not signup:
            raise rates.TooOftenError(seconds)


def _tried(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the rate limits of a log-in with their keys: the typed name, and the network."""
    return [("password", names.key(credentials.get("username", ""))), ("passwords", limits.network_of(request))]


def _browser(request: HttpRequest) -> str:
    return name_of(request.headers.get("User-Agent", ""))


def _mark(user: User) -> str:
    """Return what a browser keeps of a user; it says nothing to others."""
    return salted_hmac("accounts.known", str(user.pk), algorithm="sha256").hexdigest()[:32]


class SecondFactorAdapter(DefaultMFAAdapter):
    """Passkeys and authenticator apps: by the names of this site and its users, and with our texts. Their secrets are
    stored encrypted."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _("Add a passkey or an authenticator app first."),
        "incorrect_code": _("This code isn’t right. Wait for the next one and try again."),
    }

    def encrypt(self, text: str) -> str:
        """Return what is stored of the secret of an app, or of recovery codes."""
        return second_factors.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret. UnreadableError if none of the site's keys decrypts it."""
        return second_factors.decrypt(encrypted_text)

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of a secret as SVG without styles of its own."""
        code = segno.make_qr(url, error="m")
        return str(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="", lineclass=""))

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:  # noqa: A002
        """Return the browser and its system, until the user names the passkey."""
        return _browser(context.request)

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return str(user.get_username())

    def _get_site_name(self) -> str:
        return str(settings.SITE_NAME)
