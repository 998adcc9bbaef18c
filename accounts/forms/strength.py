"""A password validator, because Django's message cannot be translated into every language."""

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.utils.translation import gettext as _


class LikenessValidator(UserAttributeSimilarityValidator):
    """Refuses passwords similar to the name or the address. Django's message inserts a noun without declension."""

    def get_error_message(self) -> str:
        """Return one whole sentence for both."""
        return _("This password is too close to your name or address.")
