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


MOST_NAMES = 3


def waiting_words(names: Sequence[str]) -> str:
    """Return who waits for the reader, by name while that is short: `Bo and Cy wait for you`; "" for no one."""
    if not names:
        return ""
    if len(names) > MOST_NAMES:
        words = ngettext("%(count)s player waits for you", "%(count)s players wait for you", len(names))
        return words % {"count": len(names)}
    words = ngettext("%(names)s waits for you", "%(names)s wait for you", len(names))
    return words % {"names": names_words(names)}
