"""Chats of tables in the admin: the state of posting, without their addresses and keys."""

from collections.abc import Iterator

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.channels.chat import reason
from games.admin import finding
from games.admin.closed import ClosedAdmin
from games.models import TableChat
from games.selectors.chats import kind_words
from saboteur_site.web.lists import MOST


@admin.register(TableChat)
class TableChatAdmin(ClosedAdmin[TableChat]):
    """The chats of tables, their position in the log, and the error of the last post."""

    read = (
        "game__name", "game__code", "by__username", "kind", "seq", "due_at", "failures", "last_trouble",
        "reply", "failing_since", "failed_at", "paused_at", "made_at",
    )  # fmt: skip
    asked = ("game", "by")
    list_display = ("game", "what", "by", "seq", "trouble", "failed_at", "paused_at", "made_at")
    list_filter = (("paused_at", admin.EmptyFieldListFilter), "made_at")
    list_select_related = ("game", "by")
    search_fields = ("game__name", "game__code", "by__username")
    ordering = ("-pk",)
    fields = (
        "game", "what", "by", "seq", "due_at", "trouble", "reply", "failures", "failing_since", "failed_at",
        "paused_at", "made_at",
    )  # fmt: skip
    readonly_fields = fields

    def find(self, term: str) -> Iterator[int]:
        """Return the chats of tables, and chats by the name that their hosts gave them."""
        keys = TableChat.objects.values_list("pk", flat=True)
        yield from finding.latest_at(TableChat.objects.all(), finding.tables(term))
        yield from keys.filter(by__in=finding.people(term))[: MOST + 1]

    @admin.display(description=_("kind"), ordering="kind")
    def what(self, row: TableChat) -> str:
        """Return the name of the kind."""
        return kind_words(row.kind)

    @admin.display(description=_("trouble"), ordering="last_trouble", empty_value="–")
    def trouble(self, row: TableChat) -> str | None:
        """Return the error of the last post, None if it was accepted."""
        return reason(row.last_trouble, row.reply) if row.last_trouble else None
