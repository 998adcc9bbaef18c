"""The app of circles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    """Groups of people who play together."""

    name = "circles"
    verbose_name = _("Circles")

    def ready(self) -> None:
        """Hear of people who delete their accounts, and of rematches; say who may watch as a member."""
        from accounts.signals import farewell
        from circles.selectors.circles import has_circle
        from circles.selectors.tables import is_member
        from circles.services import membership, tables
        from games.rows import watching
        from games.signals import played_on

        farewell.connect(membership.farewell, dispatch_uid="circles.services.membership")
        played_on.connect(tables.joins_again, dispatch_uid="circles.services.tables")
        watching.ask_circles(watching.Circles(is_member, has_circle))
