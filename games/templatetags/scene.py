"""What scenes show: a mine, and dwarves that stand before it."""

from django import template
from django.utils.safestring import SafeString

from games.tableau.scene import scene_mine

register = template.Library()


@register.simple_tag
def dug(name: str) -> SafeString:
    """Return a mine of a scene: ``found`` or ``begun``."""
    return scene_mine(name)
