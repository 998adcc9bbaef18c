"""Links of users: a guest's log-in link for another device, and the link by which others become friends."""

import secrets

from django.db import models

from accounts.models.people import User


class SignInLink(models.Model):
    """A link that logs a guest in once. Only a hash of its token is stored, so this table gives no access."""

    user = models.ForeignKey(User, models.CASCADE, related_name="sign_in_links")
    # SHA-256 of the token, in hexadecimal digits.
    digest = models.CharField(max_length=64, unique=True, editable=False)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"


def friend_token() -> str:
    """Return the unguessable part of a link."""
    return secrets.token_urlsafe(18)


class FriendLink(models.Model):
    """A link of a user by which others become their friends until it expires. A user has one at most."""

    user = models.OneToOneField(User, models.CASCADE, related_name="friend_link")
    token = models.CharField(max_length=32, unique=True, default=friend_token, editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        # No page of the admin shows it, so there is no permission for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"
