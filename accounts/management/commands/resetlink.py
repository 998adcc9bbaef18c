"""`manage.py resetlink NAME`: a link that works once, for players without password and address."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext

from accounts.selectors import people as people_selectors
from accounts.services import resets


class Command(BaseCommand):
    """Prints the link and notifies the player's tables. The link alone sets the password: pass it on in person."""

    help = "Print a one-use link with which the named player sets a new password."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the player's name, in any case."""
        parser.add_argument("name", help="the player's name; in quotes if there are spaces in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the URL of the page. Raise CommandError if there is no such player, or the account is inactive."""
        person = people_selectors.person_named(options["name"])
        if person is None:
            raise CommandError(gettext("There’s no player called %(name)s.") % {"name": options["name"]})
        try:
            self.stdout.write(resets.hand_out(person, by=None))
        except resets.NoLinkError as reason:
            raise CommandError(str(reason)) from reason
