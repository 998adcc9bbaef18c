"""Scripts say what the page gives them, in the language of the page, and have no words of their own."""

import re

import pytest
from django.conf import settings

WORKER = settings.BASE_DIR / "templates" / "games" / "worker.js"
SCRIPTS = [*sorted((settings.BASE_DIR / "static" / "js").glob("*.js")), WORKER]
_SAYS = re.compile(
    r"\b(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel)\s*=(?!=)([^;]*)"
    r"|\b(?:alert|confirm|prompt|createTextNode|append|insertAdjacentText)\(([^;]*)"
    r"|setAttribute\(\"(?:aria-label|title|alt)\",([^;]*)"
)
_TEXT = re.compile(r"\"[^\"]*\"|`[^`]*`|'[^']*'")
_PLACE = re.compile(r"\$\{[^}]*\}|\{\{[^}]*\}\}|/[^/\n]*/\w*")


def own_words(script: str) -> list[str]:
    """What a script shows to people that does not come from the page."""
    said = ["".join(found) for found in _SAYS.findall(re.sub(r"(?m)^\s*//.*$", "", script))]
    texts = [text for one in said for text in _TEXT.findall(_PLACE.sub("", one))]
    return [
        text
        for text in texts
        if re.search(r"[^\W\d_]{2,}", text) and not re.fullmatch(r"[\"'`][.#\[<\w-]*[\"'`\]]+", text)
    ]


def test_no_script_has_words_of_its_own() -> None:
    assert {path.name: words for path in SCRIPTS if (words := own_words(path.read_text()))} == {}


@pytest.mark.parametrize(
    "fault",
    [
        'left.textContent = seconds + " seconds left";',
        "button.title = `Copied ${count} links`;",
        'box.setAttribute("aria-label", "Your hand");',
        'if (bad) alert("Not now");',
    ],
)
def test_planted_words_are_found(fault: str) -> None:
    assert own_words(fault) != []
