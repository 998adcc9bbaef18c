"""The app of tables and games."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Tables, seats, moves."""

    name = "games"
    verbose_name = _("Tables")
