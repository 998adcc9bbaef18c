"""What makes a password a bad one, where Django's own sentence cannot be said in every language."""

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.utils.translation import gettext as _


class LikenessValidator(UserAttributeSimilarityValidator):
    """No password may be like the name or the address. Django names one of them inside the sentence, in no case."""

    def get_error_message(self) -> str:
        """One whole sentence for both."""
        return _("This password is too much like your name or your address.")
