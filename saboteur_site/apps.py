"""The site as a Django application: its checks, commands and admin, and the cache table that replaces Redis."""

import logging

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.core.signals import request_finished, request_started


class SiteConfig(AppConfig):
    """Registers the checks, the time limits of database requests, and the masking of secrets in logs."""

    name = "saboteur_site"

    def ready(self) -> None:
        """Connect the receivers after the applications are loaded."""
        from saboteur_site.database import patience
        from saboteur_site.operation import checks, reports  # noqa: F401 (importing checks registers them)

        logging.setLogRecordFactory(reports.Record)
        request_started.connect(patience.begin, dispatch_uid="saboteur_site.patience")
        request_finished.connect(patience.end, dispatch_uid="saboteur_site.patience")


class StaffConfig(AdminConfig):
    """Django's admin, with the site's own log-in."""

    default_site = "saboteur_site.web.staff.StaffSite"
