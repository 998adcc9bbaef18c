"""Lists within texts."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def list_words(items: Sequence[str]) -> str:
    """Return the items of a list after a colon: `Crossing, Map, Map`."""
    # Translators: what stands between the things of a list.
    return pgettext("list", ", ").join(items)


def names_words(items: Sequence[str]) -> str:
    """Return the items of a list within a sentence: `Ann, Bo and Cy`."""
    if len(items) < 2:
        return "".join(items)
    # Translators: the end of a list; `most` are all but the last of its things.
    return _("%(most)s and %(last)s") % {"most": list_words(items[:-1]), "last": items[-1]}


def seats_words(taken: int, wanted: int) -> str:
    """Return how many seats of a table are taken: `2 of 6 seats are taken`."""
    if taken >= wanted:
        return ngettext("The only seat is taken", "All %(wanted)s seats are taken", wanted) % {"wanted": wanted}
    words = ngettext("%(taken)s of %(wanted)s seats is taken", "%(taken)s of %(wanted)s seats are taken", taken)
    return words % {"taken": taken, "wanted": wanted}
