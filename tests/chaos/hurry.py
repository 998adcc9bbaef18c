"""Shortens the site's timeouts and back-offs to fit a short run."""

import os
from datetime import UTC, datetime, timedelta

import time_machine
from django.apps import AppConfig
from django.conf import settings


class Hurry(AppConfig):
    """An application that changes at start the constants for which there is no setting."""

    name = "tests.chaos"

    def ready(self) -> None:
        """Shorten the timeout and back-off of chats and the back-off of mails."""
        from accounts.channels import chat
        from games.mail import chats, outbox
        from saboteur_site.outgoing.backoff import BackOff

        if skew := float(os.environ.get("CHAOS_SKEW", "0")):
            time_machine.travel(datetime.now(UTC) + timedelta(seconds=skew)).start()
        hurry = float(os.environ["CHAOS_HURRY"])
        chat.PATIENCE = min(chat.PATIENCE, settings.PUSH_TIMEOUT)
        chats.PACE = timedelta(seconds=3 * chat.PATIENCE)  # so that enough is posted to be counted
        chat.BACK_OFF = BackOff(*(wait / hurry for wait in chat.BACK_OFF))
        outbox.BACK_OFF = BackOff(*(wait / hurry for wait in outbox.BACK_OFF))
