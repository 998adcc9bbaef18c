"""The app of circles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    """Groups of people who play together."""

    name = "circles"
    verbose_name = _("Circles")

    def ready(self) -> None:
        """Hear of accounts that are deleted, rematches, counted games and chores; say who may watch as a member, who is
        invited, and who decides about the names of circles."""
        from accounts.signals import farewell, invitation_asked
        from circles.selectors.circles import has_circle, is_invitation
        from circles.selectors.tables import is_member
        from circles.services import membership, reports, seasons, tables
        from games.rows import watching
        from games.services import moderation
        from games.signals import chores_due, played_on
        from results.signals import all_counted, game_counted

        game_counted.connect(seasons.game_counted, dispatch_uid="circles.services.seasons.game_counted")
        all_counted.connect(seasons.all_counted, dispatch_uid="circles.services.seasons.all_counted")
        chores_due.connect(seasons.chores_due, dispatch_uid="circles.services.seasons.chores_due")
        farewell.connect(membership.farewell, dispatch_uid="circles.services.membership")
        invitation_asked.connect(is_invitation, dispatch_uid="circles.selectors.circles")
        played_on.connect(tables.joins_again, dispatch_uid="circles.services.tables")
        moderation.ask_circles(moderation.CircleNames(reports.codes_of, reports.rename))
        watching.ask_circles(watching.Circles(is_member, has_circle))
