"""Icons of buttons and tabs: one path in a box of 24 by 24, which the style sheet strokes in the colour of the text."""

from collections.abc import Mapping

LINES: Mapping[str, str] = {
    "back": "M15 5l-7 7 7 7",
    "bell": "M6 17V10.5a6 6 0 0 1 12 0V17l1.5 2h-15zM10 21.5h4",
    "book": "M12 6C9.5 4.5 6 4.5 3.5 5.5v13c2.5-1 6-1 8.5.5 2.5-1.5 6-1.5 8.5-.5v-13C18 4.5 14.5 4.5 12 6zM12 6v13",
    "check": "M5 12.5l4.5 4.5L19 7.5",
    "copy": "M9 9h11v11H9zM5 15H4V4h11v1",
    "down": "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
    "eye": "M2.5 12c4-7 15-7 19 0-4 7-15 7-19 0zM12 15a3 3 0 1 0-.01 0z",
    "gear": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
    "globe": "M12 3a9 9 0 1 0 .01 0zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
    "later": "M12 7v5.5l3.5 2M12 3.5a8.5 8.5 0 1 0 .01 0z",
    "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "mail": "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5",
    "more": "M5 12h.01M12 12h.01M19 12h.01",
    "next": "M9 5l7 7-7 7",
    "people": "M9 11.5a3.5 3.5 0 1 0-.01 0zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 11a3 3 0 1 0-1-5.8M17.5 14.2"
    "c2.4.6 4 2.6 4 5.8",
    "play": "M8 5l11 7-11 7z",
    "plus": "M12 5v14M5 12h14",
    "share": "M12 15V3M7.5 7.5 12 3l4.5 4.5M6 11H5v10h14V11h-1",
    "shield": "M12 3l7.5 3v6c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5 4.5-5",
    "shut": "M6 6l12 12M18 6 6 18",
    "swap": "M4 9h14l-4-4M20 15H6l4 4",
    "table": "M3 9h18M5 9v10M19 9v10M3 9l2-4h14l2 4",
    "talk": "M4 5h16v11H11l-4.5 4v-4H4z",
    "unfold": "M5 9l7 7 7-7",
    "whole": "M4 10V4h6M20 14v6h-6M4 4l6 6M20 20l-6-6",
    "you": "M12 12a4 4 0 1 0-.01 0zM4 21c0-4.5 3.6-7 8-7s8 2.5 8 7",
}
"""The path of each icon by its id in ``static/icons.svg``."""


def document() -> str:
    """Return the SVG document with all icons, each a ``<symbol>``."""
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 24 24"><path d="{path}"/></symbol>' for name, path in LINES.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'
