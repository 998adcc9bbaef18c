"""Games in the Django admin: read-only, and without the secrets of running games (R94).

`desk` is the list of what needs attention, on the index page. `closed` defines what stays hidden.
"""

from django.conf import settings
from django.contrib import admin

from games.admin import chats, desk, outbox, rows, tables, talk

__all__ = ["chats", "desk", "outbox", "rows", "tables", "talk"]

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
admin.site.leads_with = desk.of  # type: ignore[attr-defined]
