"""Styles and scripts are sent without what only readers need, and mean the same."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from saboteur_site.statics import sent

STATIC = Path(settings.BASE_DIR, "static")
OURS = sorted(str(file.relative_to(STATIC)) for kind in ("css", "js") for file in STATIC.glob(f"{kind}/*.{kind}"))
TEXTS = re.compile(r'"[^"\n]*"|`[^`]*`')


@pytest.mark.parametrize(
    ("name", "written", "to_browsers"),
    [
        (
            "css/a.css",
            "/* a\n * b */\na:is(b, c) > d :hover { width: calc(1px - 2px); }\n",
            "a:is(b,c)>d :hover{width:calc(1px - 2px)}",
        ),
        ("js/a.js", '// a\n(() => {\n\n  // b\n  c("//d"); // e\n})();\n', '(()=>{c("//d");})();'),
        ("django_htmx/a.js", "// not ours\n", "// not ours\n"),
        ("cards.svg", "<svg>\n  <g/>\n</svg>", "<svg>\n  <g/>\n</svg>"),
    ],
)
def test_only_what_nobody_needs_is_left_out(name: str, written: str, to_browsers: str) -> None:
    assert sent(name, written.encode()).decode() == to_browsers


def code(name: str, text: str) -> str:
    """What is left of a file without comments, the last semicolon of a rule and white space."""
    without = r"/\*.*?\*/|;(?=\s*\})" if name.endswith(".css") else r"(?m:^\s*//.*$|\s//\s.*$)|/\*.*?\*/"
    return "".join(re.sub(without, "", text, flags=re.DOTALL if name.endswith(".css") else 0).split())


@pytest.mark.parametrize("name", OURS)
def test_what_is_sent_is_the_code_with_its_texts_and_shorter(name: str) -> None:
    written = (STATIC / name).read_text()
    to_browsers = sent(name, written.encode()).decode()

    assert len(to_browsers) < len(written)
    assert code(name, to_browsers) == code(name, written)
    assert set(TEXTS.findall(to_browsers)) <= set(TEXTS.findall(written))
    assert sent(name, to_browsers.encode()).decode() == to_browsers
