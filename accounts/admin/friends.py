"""Friendships and blocks in the admin: they can be viewed and deleted, not added or changed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.contrib import admin

from accounts.admin.reading import ReadOnlyMixin
from accounts.models import Block, Friendship
from accounts.selectors.people import beginning_with
from saboteur_site.web.lists import MOST

PEOPLE = 20
"""The most users that a search matches; a longer prefix matches fewer."""

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    FriendshipAdminBase = admin.ModelAdmin[Friendship]
    BlockAdminBase = admin.ModelAdmin[Block]
else:
    FriendshipAdminBase = BlockAdminBase = admin.ModelAdmin


@admin.register(Friendship)
class FriendshipAdmin(ReadOnlyMixin, FriendshipAdminBase):
    """Friendships, and open friend requests."""

    list_display = ("low", "high", "state", "asked_by", "asked_at", "accepted_at")
    list_filter = ("state", "asked_at")
    list_select_related = ("low", "high", "asked_by")
    search_fields = ("low__username", "high__username")
    date_hierarchy = "asked_at"
    ordering = ("-asked_at",)
    latest = "-asked_at"

    def find(self, term: str) -> Iterator[int]:
        """Return the friendships of the users that match."""
        keys, people = Friendship.objects.values_list("pk", flat=True), beginning_with(term, PEOPLE)
        yield from keys.filter(low__in=people).order_by("low")[: MOST + 1]
        yield from keys.filter(high__in=people).order_by("high")[: MOST + 1]


@admin.register(Block)
class BlockAdmin(ReadOnlyMixin, BlockAdminBase):
    """Blocks of one user by another."""

    list_display = ("blocker", "blocked", "made_at")
    list_filter = ("made_at",)
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker__username", "blocked__username")

    def find(self, term: str) -> Iterator[int]:
        """Return the blocks by and of the users that match."""
        keys, people = Block.objects.values_list("pk", flat=True), beginning_with(term, PEOPLE)
        yield from keys.filter(blocker__in=people).order_by("blocker")[: MOST + 1]
        yield from keys.filter(blocked__in=people).order_by("blocked")[: MOST + 1]
