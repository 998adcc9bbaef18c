"""Tokens: the only way into the API."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

LONGEST_NAME = 40


class TokenScope(models.TextChoices):
    """What a token may be used for."""

    READ = "read", _("Read my tables and games")
    PLAY = "play", _("Play for me: moves, plans, claims and messages")
    TABLES = "tables", _("Take seats, and say “ready”")


class Token(models.Model):
    """A token of a person or of one of their bot accounts. The token itself is shown once and not stored."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens", verbose_name=_("player"))
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    # SHA-256 of the token, in hexadecimal: a token is random, so it needs no salt and no slow hash.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    # Values of `TokenScope`, with commas between them.
    scopes = models.CharField(_("scopes"), max_length=40)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    # Empty: it does not expire.
    expires_at = models.DateTimeField(_("expires"), null=True)
    # Accurate to some minutes (`services.USED_APART`).
    used_at = models.DateTimeField(_("last used"), null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ("-pk",)
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}/{self.name}"

    @property
    def scope_set(self) -> frozenset[str]:
        """Return the scopes of the token."""
        return frozenset(self.scopes.split(","))

    @property
    def scope_names(self) -> list[str]:
        """Return the scopes in words."""
        return [str(scope.label) for scope in TokenScope if scope in self.scope_set]

    @property
    def is_expired(self) -> bool:
        """Return whether the token has expired."""
        return self.expires_at is not None and self.expires_at <= timezone.now()
