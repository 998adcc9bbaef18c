"""Names of players: the only writer of a name after sign-up."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.names import word_list
from accounts.selectors import people as people_selectors


@transaction.atomic
def set_name(user: User, typed: str) -> None:
    """Give a player another name. Raise ValidationError if it is invalid, listed or taken."""
    name = names.spelt(typed)
    names.check_name(name)
    word_list.check(name)
    row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if people_selectors.is_taken(name, but_for=row):
        raise ValidationError(_("Someone here already has that name. Choose another."), code="name_taken")
    row.username = name
    try:
        with transaction.atomic():
            row.save(update_fields=["username", "name_key", "look", "look_in_capitals"])
    except IntegrityError:
        raise ValidationError(_("That name was just taken. Choose another."), code="name_taken") from None
