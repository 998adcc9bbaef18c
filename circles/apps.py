"""The app of circles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    """Groups of people who play together."""

    name = "circles"
    verbose_name = _("Circles")
