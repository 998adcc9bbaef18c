"""The app of results and statistics."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ResultsConfig(AppConfig):
    """Results of finished games."""

    name = "results"
    # Translators: the section of the administration with the results of finished games.
    verbose_name = _("Results")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear of games that end, of books that are shown, of accounts that are deleted, and of the daily chores."""
        from accounts.signals import farewell
        from games.signals import book_shown, chores_due, game_over
        from results.services import leaving, recording

        game_over.connect(recording.game_over, dispatch_uid="results.services.recording.game_over")
        book_shown.connect(recording.book_shown, dispatch_uid="results.services.recording.book_shown")
        chores_due.connect(recording.chores_due, dispatch_uid="results.services.recording.chores_due")
        farewell.connect(leaving.farewell, dispatch_uid="results.services.leaving")
