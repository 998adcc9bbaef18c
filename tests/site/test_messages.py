"""Message catalogues: what the code says to people is found, and brought into them."""

import ast
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from saboteur_site.languages.extraction import Message, in_python, in_template, messages_of, update
from saboteur_site.management.commands.messages import FOLDERS


def test_the_catalogues_are_up_to_date_with_code_and_templates() -> None:
    call_command("messages", check=True)


def test_a_catalogue_that_lacks_a_message_is_told(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    with pytest.raises(CommandError, match="messages has not been run"):
        call_command("messages", check=True)


def test_language_without_plural_rules_is_reported(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path], [("en", "English"), ("eo", "Esperanto")]
    with pytest.raises(CommandError, match="no line for “eo”"):
        call_command("messages")


def test_messages_are_found_in_python_with_plural_context_and_comment() -> None:
    source = (
        "# Translators: about a table\n"
        'a = _("Table")\n'
        'b = ngettext("%(count)s card", "%(count)s cards", n)\n'
        'c = pgettext_lazy("laid", "the " "bend")\n'
        "d = _(variable)\n"
        'e = other("No message")\n'
    )
    found = list(in_python(source))
    assert found == [
        Message("Table", comments={"Translators: about a table"}),
        Message("%(count)s card", plural="%(count)s cards"),
        Message("the bend", context="laid"),
    ]


def test_messages_are_found_in_templates() -> None:
    source = (
        '{% load i18n %}<p title="{% translate "Log (all)" %}">{% blocktranslate count n=n %}{{ n }} card{% plural %}'
        '{{ n }} cards{% endblocktranslate %}</p>{{ _("Yours") }}{% translate "May" context "month" %} gettext("no")'
    )
    found = [(message.context, message.text, message.plural) for message in in_template(source)]
    assert found == [
        ("", "Log (all)", ""),
        ("", "%(n)s card", "%(n)s cards"),
        ("", "Yours", ""),
        ("month", "May", ""),
    ]


def test_one_message_in_two_files_is_one_entry_that_names_both(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text('x = _("Seat")\n')
    found = messages_of(tmp_path, ["."])
    assert {key: message.files for key, message in found.items()} == {("", "Seat"): {"a.py", "b.py"}}


def test_one_message_with_two_plurals_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('ngettext("seat", "seats", n)\nngettext("seat", "chairs", n)\n')
    with pytest.raises(ValueError, match="two plurals"):
        messages_of(tmp_path, ["."])


def test_catalogue_update_keeps_adds_and_drops_messages() -> None:
    book = polib.POFile()
    book.metadata = {"Plural-Forms": "nplurals=3; plural=0;"}
    book.append(polib.POEntry(msgid="Seat", msgstr="Silla"))
    book.append(polib.POEntry(msgid="Gone", msgstr="Ido"))
    found = {("", "Seat"): Message("Seat", files={"a.py"}), ("", "one"): Message("one", plural="%(n)s", files={"a.py"})}
    update(book, found)
    assert [(entry.msgid, entry.msgstr) for entry in book] == [("Seat", "Silla"), ("one", "")]
    assert book[1].msgstr_plural == {0: "", 1: "", 2: ""}
    assert book[1].flags == ["python-format"]


def translated_at_import(source: str) -> list[int]:
    """The lines on which a file translates something when it is imported, into whatever language is active then."""
    tree = ast.parse(source)
    at_once = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in ("gettext", "ngettext", "pgettext", "npgettext")
    }
    lines, waiting = [], [tree.body]
    while waiting:
        for node in waiting.pop():
            if isinstance(node, ast.ClassDef):
                waiting.append(node.body)
            elif not isinstance(node, ast.FunctionDef):
                calls = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
                lines += [call.lineno for call in calls if isinstance(call, ast.Name) and call.id in at_once]
    return lines


def test_nothing_is_translated_when_a_file_is_imported() -> None:
    fault = "from django.utils.translation import gettext as _\nclass A:\n    b = {1: _('Seat')}\n"
    assert translated_at_import(fault) == [3]
    assert translated_at_import(fault.replace("gettext as", "gettext_lazy as")) == []
    paths = [path for folder in FOLDERS for path in (settings.BASE_DIR / folder).rglob("*.py")]
    assert {str(path): lines for path in paths if (lines := translated_at_import(path.read_text()))} == {}
