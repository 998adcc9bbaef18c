"""Pages are sent without the indentation of their templates, and nothing that people read is lost."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from saboteur_site.templating.indented import without_indentation

TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<p>\n  <b>Ann</b>\n  digs\n</p>\n", "<p>\n<b>Ann</b>\ndigs\n</p>"),
        (
            "<ul>\n\n  {% for x in y %}\n    <li>{{ x }}</li>\n  {% endfor %}\n</ul>",
            "<ul>\n{% for x in y %}<li>{{ x }}</li>\n{% endfor %}</ul>",
        ),
        (
            "{{ a }}\n  {% if b %}\n    {{ b }}\n  {% else %}\n    c\n  {% endif %}\nd",
            "{{ a }}\n{% if b %}{{ b }}\n{% else %}c\n{% endif %}d",
        ),
        ("{% include 'a' %}\n{% translate 'b' %}\nc  d", "{% include 'a' %}\n{% translate 'b' %}\nc  d"),
        ("{% if a %}a{% endif %}\n{% if b %}b{% endif %}\nc", "{% if a %}a{% endif %}\n{% if b %}b{% endif %}\nc"),
    ],
)
def test_indentation_and_lines_that_only_ask_are_not_sent(written: str, sent: str) -> None:
    assert without_indentation(written) == sent


def test_the_templates_of_the_site_are_read_so_and_plain_text_is_not() -> None:
    assert "\n " in Path(settings.BASE_DIR, "templates", "_alone.html").read_text()
    assert "\n " not in get_template("_alone.html").render({})
    assert "\n\n" in get_template("account/email/password_reset_key_message.txt").render({})


def test_multi_line_message_is_trimmed_for_the_catalogues() -> None:
    for template in TEMPLATES:
        for head, message in re.findall(
            r"(?s)({% blocktranslate.*?%})(.*?){% endblocktranslate %}", template.read_text()
        ):
            assert "\n" not in message or " trimmed" in head, (template, message)


def test_nothing_that_is_shown_line_by_line_has_lines_in_a_template() -> None:
    for template in TEMPLATES:
        for text in re.findall(r"(?s)<(?:pre|textarea)\b[^>]*>(.*?)</", template.read_text()):
            assert "\n" not in text, template
