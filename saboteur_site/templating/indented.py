"""Templates are written with indentation and sent without it: what shows people how a page is built costs no bytes."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FolderLoader

_CONTROL = r"\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load)\b(?:(?!%\})[^\n])*%\}"
_LINES_OF_CONTROL = re.compile(rf"^({_CONTROL})\n", re.MULTILINE)
_INDENTATION = re.compile(r"\n\s+")


class Loader(FolderLoader):
    """Finds templates in `DIRS`. Of HTML it drops indentation, empty lines, and the ends of lines of control.

    A line of control only asks, repeats or names a block. Plain text is as it is written.
    """

    def get_contents(self, origin: Origin) -> str:
        """The text of a template. Raises `TemplateDoesNotExist` if there is no such file."""
        text = super().get_contents(origin)
        return without_indentation(text) if origin.name.endswith(".html") else text


def without_indentation(text: str) -> str:
    """The same HTML in fewer characters: what stood on lines of their own still has white space between it."""
    return _LINES_OF_CONTROL.sub(r"\1", _INDENTATION.sub("\n", text.rstrip()))
