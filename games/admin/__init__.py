"""Games in the Django admin: to be looked at, never edited; what players keep from each other is closed (R94).

`desk` is what needs a person, on the first page. `closed` says what stays hidden there.
"""

from django.conf import settings
from django.contrib import admin

from games.admin import chats, desk, outbox, rows, tables, talk

__all__ = ["chats", "desk", "outbox", "rows", "tables", "talk"]

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
admin.site.leads_with = desk.of  # type: ignore[attr-defined]
