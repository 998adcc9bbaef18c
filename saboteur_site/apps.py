"""The site as an application of its own: its checks, its commands, its admin, and the table in place of Redis."""

import logging

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.core.signals import request_finished, request_started


class SiteConfig(AppConfig):
    """Registers the checks of the site, how long a request may wait for the database, and what no log may hold."""

    name = "saboteur_site"

    def ready(self) -> None:
        """Connect what has to run after the applications are loaded."""
        from saboteur_site.database import patience
        from saboteur_site.operation import checks, reports  # noqa: F401 (importing checks registers them)

        logging.setLogRecordFactory(reports.Record)
        request_started.connect(patience.begin, dispatch_uid="saboteur_site.patience")
        request_finished.connect(patience.end, dispatch_uid="saboteur_site.patience")


class StaffConfig(AdminConfig):
    """Django's admin, with the site's own log-in."""

    default_site = "saboteur_site.web.staff.StaffSite"
