"""Things one after the other."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def list_words(items: Sequence[str]) -> str:
    """Things after a colon: `Crossing, Map, Map`."""
    # Translators: what stands between the things of a list.
    return pgettext("list", ", ").join(items)


def names_words(items: Sequence[str]) -> str:
    """Things within a sentence: `Ann, Bo and Cy`."""
    if len(items) < 2:
        return "".join(items)
    # Translators: the end of a list; `most` are all but the last of its things.
    return _("%(most)s and %(last)s") % {"most": list_words(items[:-1]), "last": items[-1]}
