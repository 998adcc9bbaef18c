"""What a table's option *aids* is for."""

from django.utils.translation import gettext as _


def aids_words(aids: bool) -> str:
    """Whether books count cards, in one sentence."""
    return _("Aids: everybody’s book counts the cards that lie open.") if aids else _("No aids: no book counts cards.")
