"""Templates are written with indentation and sent without it, which saves bytes."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FolderLoader

_CONTROL = r"\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load)\b(?:(?!%\})[^\n])*%\}"
_LINES_OF_CONTROL = re.compile(rf"^({_CONTROL})\n", re.MULTILINE)
_INDENTATION = re.compile(r"\n\s+")


class Loader(FolderLoader):
    """Finds templates in `DIRS`. From HTML it drops indentation, empty lines, and the line breaks after control lines.

    A control line contains only tags such as `if`, `for` or `block`. Plain text is not changed.
    """

    def get_contents(self, origin: Origin) -> str:
        """The text of a template. Raises `TemplateDoesNotExist` if there is no such file."""
        text = super().get_contents(origin)
        return without_indentation(text) if origin.name.endswith(".html") else text


def without_indentation(text: str) -> str:
    """Return the same HTML in fewer characters: text on separate lines is still separated by white space."""
    return _LINES_OF_CONTROL.sub(r"\1", _INDENTATION.sub("\n", text.rstrip()))
