"""`manage.py vapidkey`: a new key with which the site signs notifications on devices."""

from typing import Any

from django.core.management.base import BaseCommand

from saboteur_site.outgoing.webpush import new_key


class Command(BaseCommand):
    """Prints a new key, and changes nothing."""

    help = "Prints a new key for VAPID_KEY, with which notifications on devices are signed."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        """Print the key only, so that the output can be redirected to a file."""
        self.stdout.write(new_key())
