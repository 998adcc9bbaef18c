"""Data for scripts, in attributes."""

import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Return a value as JSON, for a `data-` attribute. The template escapes it."""
    return json.dumps(value, cls=DjangoJSONEncoder)
