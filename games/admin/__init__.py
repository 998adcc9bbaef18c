"""Games in the Django admin: to be looked at, never edited; what players keep from each other is closed (R94)."""

from django.conf import settings
from django.contrib import admin

from games.admin import outbox, rows, tables

__all__ = ["outbox", "rows", "tables"]

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
