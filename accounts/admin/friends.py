"""Friendships and blocks. They can be looked at and deleted, not made or changed."""

from typing import TYPE_CHECKING

from django.contrib import admin

from accounts.admin.reading import ReadOnlyMixin
from accounts.models import Block, Friendship

# Django's classes know their model for the type checker alone.
if TYPE_CHECKING:
    FriendshipAdminBase = admin.ModelAdmin[Friendship]
    BlockAdminBase = admin.ModelAdmin[Block]
else:
    FriendshipAdminBase = BlockAdminBase = admin.ModelAdmin


@admin.register(Friendship)
class FriendshipAdmin(ReadOnlyMixin, FriendshipAdminBase):
    """Friendships, and open asks."""

    list_display = ("low", "high", "state", "asked_by", "asked_at", "accepted_at")
    list_filter = ("state", "asked_at")
    list_select_related = ("low", "high", "asked_by")
    search_fields = ("low__username", "high__username")
    date_hierarchy = "asked_at"


@admin.register(Block)
class BlockAdmin(ReadOnlyMixin, BlockAdminBase):
    """Blocks: one player wants to hear nothing from another."""

    list_display = ("blocker", "blocked", "made_at")
    list_filter = ("made_at",)
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker__username", "blocked__username")
