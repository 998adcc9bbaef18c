"""The app of tables and games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, seats, moves."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Hear of what happens among people."""
        from accounts.signals import (
            clocks_asked,
            farewell,
            friend_asked,
            invitation_asked,
            mails_asked,
            pace_asked,
            tables_asked,
            tables_together_asked,
            tests_asked,
            way_in_made,
        )
        from games.clocks import deadlines
        from games.rows import notices, nudge
        from games.selectors import lobby as lobby_selectors
        from games.selectors import paces
        from games.services import leaving, peeks

        friend_asked.connect(notices.friend_asked, dispatch_uid="games.rows.notices")
        clocks_asked.connect(deadlines.last_by_vacation_days, dispatch_uid="games.clocks.deadlines")
        mails_asked.connect(nudge.mails, dispatch_uid="games.rows.nudge")
        tests_asked.connect(nudge.mails, dispatch_uid="games.rows.nudge")
        tables_asked.connect(lobby_selectors.where_seated, dispatch_uid="games.selectors.lobby")
        tables_together_asked.connect(lobby_selectors.tables_together, dispatch_uid="games.selectors.lobby.together")
        invitation_asked.connect(lobby_selectors.is_invitation, dispatch_uid="games.selectors.lobby.invitation")
        way_in_made.connect(peeks.way_in_made, dispatch_uid="games.services.peeks")
        pace_asked.connect(paces.own_words, dispatch_uid="games.selectors.paces")
        farewell.connect(leaving.farewell, dispatch_uid="games.services.leaving")
