"""Message catalogues: what the code says to people is found, and brought into them."""

import ast
import json
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from saboteur_site.languages.catalogues import is_translated, messages_in, read, texts_of
from saboteur_site.languages.extraction import KEYWORDS, explain, extracted, messages_of, places_of, unexplained
from saboteur_site.languages.merge import new_file, updated
from saboteur_site.management.commands import messages
from saboteur_site.management.commands.messages import COMMENTS, FOLDERS, catalogue_of, other_languages


@pytest.fixture
def few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The messages of one application stand for those of all, whose files take seconds to read."""
    monkeypatch.setattr(messages, "FOLDERS", ("accounts",))


def test_the_catalogues_are_up_to_date_with_code_and_templates() -> None:
    call_command("messages", check=True)


@pytest.mark.usefixtures("few_files")
def test_catalogue_that_lacks_a_message_is_reported(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    with pytest.raises(CommandError, match="messages has not been run"):
        call_command("messages", check=True)


@pytest.mark.usefixtures("few_files")
def test_language_without_plural_rules_is_reported(tmp_path: Path, settings: Settings) -> None:
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path], [("en", "English"), ("tlh", "Klingon")]
    with pytest.raises(CommandError, match="how “tlh” counts"):
        call_command("messages")


def found_in(source: str, suffix: str) -> list[tuple[Any, list[str], str | None]]:
    """The messages of a file, with their comments and contexts."""
    return list(extracted(source.encode(), suffix))


def test_messages_are_found_in_python_with_plural_context_and_comment() -> None:
    source = (
        "# Translators: about a table,\n# or two\n"
        'a = _("Table")\n'
        'b = ngettext("%(count)s card", "%(count)s cards", n)\n'
        'c = pgettext_lazy("laid", "the " "bend")\n'
        "d = _(variable)\n"
        'e = other("No message")\n'
        'f = gettext_noop("Goal") + npgettext_lazy("laid", "one", "many", 2)\n'
    )
    assert found_in(source, ".py") == [
        ("Table", ["Translators: about a table, or two"], None),
        (("%(count)s card", "%(count)s cards"), [], None),
        ("the bend", [], "laid"),
        ("Goal", [], None),
        (("one", "many"), [], "laid"),
    ]


def test_messages_are_found_in_templates() -> None:
    source = (
        '{% load i18n %}<p title="{% translate "Log (all)" %}">{% blocktranslate count n=n %}{{ n }} card{% plural %}'
        "{{ n }} cards{% endblocktranslate %}</p>\n"
        '    {{ _("Yours") }}\n  {# Translators: in a date #}\n  {% translate "May" context "month" %} gettext("no")\n'
        "      {% blocktranslate trimmed %}\n  It's\n  over\n {% endblocktranslate %}"
    )
    assert found_in(source, ".html") == [
        ("Log (all)", [], None),
        (("%(n)s card", "%(n)s cards"), [], None),
        ("Yours", [], None),
        ("May", ["Translators: in a date"], "month"),
        ("It's over", [], None),
    ]


def test_one_message_in_two_files_is_one_entry_that_names_both(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text('x = _("Seat")\n')
    (message,) = messages_in(messages_of(tmp_path, ["."]))
    assert (message.id, [file for file, _line in message.locations]) == ("Seat", ["a.py", "b.py"])


def test_one_message_with_two_plurals_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('ngettext("seat", "seats", n)\nngettext("seat", "chairs", n)\n')
    with pytest.raises(ValueError, match="two plurals"):
        messages_of(tmp_path, ["."])


def in_f_strings(source: str) -> list[int]:
    """The lines on which a message stands inside an f-string, where Babel does not look for any."""
    calls = (
        node
        for string in ast.walk(ast.parse(source))
        if isinstance(string, ast.JoinedStr)
        for node in ast.walk(string)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS
    )
    return [call.lineno for call in calls if call.args and isinstance(call.args[0], ast.Constant)]


def test_no_message_inside_an_f_string() -> None:
    assert in_f_strings("a = f'{_(\"Seat\")}'\n") == [1]
    paths = [path for folder in FOLDERS for path in (settings.BASE_DIR / folder).rglob("*.py")]
    assert {str(path): lines for path in paths if (lines := in_f_strings(path.read_text()))} == {}


_PATTERNS = {"compile", "search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"}
_TEXTS = {*KEYWORDS, "messages_in", "catalogue", "opened"}


def unescaped(source: str) -> list[str]:
    """Functions that read translations and make a pattern of something, yet escape nothing."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        reads = any(isinstance(call.func, ast.Name) and call.func.id in _TEXTS for call in calls)
        makes = any(
            isinstance(call.func, ast.Attribute)
            and call.func.attr in _PATTERNS
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id == "re"
            and not (call.args and isinstance(call.args[0], ast.Constant))
            for call in calls
        )
        if reads and makes and "re.escape" not in ast.unparse(function):
            found.append(function.name)
    return found


def test_no_translation_goes_into_a_pattern_unescaped() -> None:
    fault = "def named():\n    word = gettext('Rule')\n    return re.compile(f'{word} [0-9]+')\n"
    assert unescaped(fault) == ["named"]
    assert unescaped(fault.replace("{word}", "{re.escape(word)}")) == []
    paths = [path for folder in (*FOLDERS, "tests", "tools") for path in (settings.BASE_DIR / folder).rglob("*.py")]
    assert {str(path): names for path in paths if (names := unescaped(path.read_text(encoding="utf-8")))} == {}


def template_of(*messages: Message) -> Catalog:
    """A template with some messages, all of one file."""
    template = Catalog()
    for message in messages:
        template.add(message.id, locations=[("a.py", 0)], context=message.context, auto_comments=message.auto_comments)
    return template


READY = "Everybody at the table is ready"
CARDS = ("%(count)s card of the pile", "%(count)s cards of the pile")
UKRAINIAN = f"""{new_file("uk")}
#: a.py
msgid "{READY}"
msgstr "Усі за столом готові"

#: a.py
msgid "Gone"
msgstr "Нема"

#: a.py
#, python-format
msgid "{CARDS[0]}"
msgid_plural "{CARDS[1]}"
msgstr[0] "%(count)s карта"
msgstr[1] "%(count)s карти"
msgstr[2] "%(count)s карт"
"""


def test_catalogue_update_keeps_adds_and_drops_messages() -> None:
    written = updated(UKRAINIAN, template_of(Message(READY), Message(CARDS), Message(("%(n)s goal", "%(n)s goals"))))
    after = messages_in(read_po(StringIO(written)))
    assert [(message.id, message.string) for message in after] == [
        (READY, "Усі за столом готові"),
        (CARDS, ("%(count)s карта", "%(count)s карти", "%(count)s карт")),
        (("%(n)s goal", "%(n)s goals"), ("", "", "")),
    ]
    assert after[2].flags == {"python-format"}
    assert "Нема" not in written


def test_changed_sentence_keeps_its_translation_as_fuzzy() -> None:
    template = template_of(
        Message("Everybody at your table is ready"),
        Message(("%(count)s card of this pile", "%(count)s cards of this pile")),
    )
    once = updated(UKRAINIAN, template)
    assert '#, fuzzy\n#| msgid "Everybody at the table is ready"\nmsgid "Everybody at your table is ready"\n' in once
    assert '#| msgid_plural "%(count)s cards of the pile"\nmsgid "%(count)s card of this pile"' in once
    assert "Усі за столом готові" in once
    assert "%(count)s карти" in once
    assert not any(is_translated(message) for message in messages_in(read_po(StringIO(once))))
    assert updated(once, template) == once
    messages_in(template)[0].auto_comments = ["said in the lobby"]
    assert '#. said in the lobby\n#: a.py\n#, fuzzy\n#| msgid "Everybody at the' in updated(once, template)


def test_changed_sentence_takes_the_translation_of_the_gone_one() -> None:
    gone, alike, new = (
        "The gold was not reached.",
        "You reached the gold at last!",
        "Nobody reached the gold of this mine.",
    )
    entries = "".join(f'\n#: a.py\nmsgid "{text}"\nmsgstr "es: {text}"\n' for text in (gone, alike))
    after = updated(new_file("es") + entries, template_of(Message(alike), Message(new)))
    assert f'#, fuzzy\n#| msgid "{gone}"\nmsgid "{new}"\nmsgstr "es: {gone}"' in after
    assert f'#: a.py\nmsgid "{alike}"\nmsgstr "es: {alike}"' in after


def test_changed_sentence_takes_no_translation_of_another_context() -> None:
    entries = "".join(
        f'\n#: a.py\nmsgctxt "{context}"\nmsgid "Laid"\nmsgstr "{context}"\n' for context in ("log", "book")
    )
    template = template_of(Message("Laid out", context="book"), Message("Laid out", context="log"))
    after = messages_in(read_po(StringIO(updated(new_file("es") + entries, template))))
    assert [(message.context, message.string) for message in after] == [("book", "book"), ("log", "log")]


def test_sentence_that_becomes_plural_keeps_its_translation_as_fuzzy() -> None:
    before = f'{new_file("uk")}\n#: a.py\nmsgid "A card of the pile"\nmsgstr "Карта"\n'
    template = template_of(Message(("A card of the pile", "%(n)s cards of the pile")))
    (message,) = messages_in(read_po(StringIO(updated(before, template))))
    assert (message.fuzzy, message.string) == (True, ("Карта", "", ""))
    template = template_of(Message(("%(n)s card of the pile", "%(n)s cards of the pile")))
    (message,) = messages_in(read_po(StringIO(updated(before, template))))
    assert (message.fuzzy, texts_of(message.string)[0]) == (True, "Карта")


def test_long_previous_text_is_wrapped_validly() -> None:
    long = "the next card of the draw pile is turned up for all " * 4
    before = f'{new_file("es")}\n#: a.py\nmsgid "{long}"\nmsgstr "largo"\n'
    after = updated(before, template_of(Message(f"{long}."))).splitlines()
    assert '#| msgid ""' in after
    assert "".join(line[4:-1] for line in after if line.startswith('#| "')) == long
    assert max(map(len, after)) < 125


def test_message_without_text_is_never_fuzzy() -> None:
    before = f'{new_file("es")}\nmsgid "%(n)s card"\nmsgid_plural "%(n)s cards"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    after = updated(before, template_of(Message(("%(n)s cart", "%(n)s carts"))))
    assert "#|" not in after
    assert "fuzzy" not in after


POEDIT = r"""# Traducción de la mesa.
#
msgid ""
msgstr ""
"Project-Id-Version: saboteur-by-web\n"
"PO-Revision-Date: 2026-03-01 10:00+0100\n"
"Last-Translator: Ann Ejemplo <ann@example.com>\n"
"Language: es\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"X-Generator: Poedit 3.4\n"
"X-Poedit-Basepath: ../../..\n"

#. name: the name
#. of a player
#: b.py
#: a.py
#, python-format, max-length:90
msgid ""
"%(name)s has left the table, and a bot plays on in the place of "
"this player"
msgstr ""
"%(name)s ha dejado la mesa y un bot sigue jugando en lugar de este "
"jugador"

# Ann: suena mejor así.
#: a.py
#, fuzzy
#| msgid "Seats"
msgid "Seat"
msgstr "Plaza"

#~ msgid "Gone"
#~ msgstr "Ido"
"""
LEFT = "%(name)s has left the table, and a bot plays on in the place of this player"


@pytest.fixture
def template() -> Catalog:
    """The template that `POEDIT` was made from."""
    made = template_of(Message("Seat"), Message(LEFT, auto_comments=["name: the name of a player"]))
    made.add(LEFT, locations=[("b.py", 0)])
    return made


def test_file_saved_by_another_program_is_up_to_date(template: Catalog) -> None:
    loose = POEDIT.replace("\n\n", "\n\n\n")
    assert updated(POEDIT, template) == POEDIT
    assert updated(loose, template) == loose


def test_headers_wrapping_and_notes_survive_an_update(template: Catalog) -> None:
    template.add("A third message", locations=[("a.py", 0)])
    header, left, seat, gone = POEDIT.strip().split("\n\n")
    after = updated(POEDIT, template)
    assert after.startswith(f"{header}\n\n{seat}\n\n{left}\n\n")
    assert 'msgid "A third message"\nmsgstr ""\n' in after
    assert gone not in after


def test_template_has_every_message_and_no_translation() -> None:
    template = messages_in(read(Path(settings.LOCALE_PATHS[-1], "django.pot")))
    assert {(one.context, one.id) for one in template} == {
        (one.context, one.id) for one in messages_in(read(catalogue_of("es")))
    }
    assert not any(is_translated(message) for message in template)


def test_component_of_weblate_finds_every_catalogue_and_the_template() -> None:
    (component,) = json.loads((settings.BASE_DIR / "locale" / "weblate.json").read_text())
    found = set(settings.BASE_DIR.glob(component["filemask"]))
    assert found == {catalogue_of(language) for language in other_languages()}
    assert (settings.BASE_DIR / component["new_base"]).samefile(Path(settings.LOCALE_PATHS[-1], "django.pot"))


@pytest.mark.usefixtures("few_files")
def test_untranslated_message_fails_only_a_release(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path], [("en", "English"), ("es", "Spanish")]
    call_command("messages")
    assert "0 of" in capsys.readouterr().out
    call_command("messages", check=True)
    with pytest.raises(CommandError, match="es: 'This link is used up"):
        call_command("messages", release=True)


def test_every_place_and_single_word_has_a_comment() -> None:
    template = messages_of(settings.BASE_DIR, FOLDERS)
    explain(template, COMMENTS)
    assert unexplained(template) == []


def test_place_and_word_without_a_comment_are_found() -> None:
    goal, digs = Message("Goal", auto_comments=["of the mine"]), Message("<b>%(name)s</b> digs")
    assert unexplained(template_of(Message("Seat"), goal, digs, Message("A b"))) == [
        "|Seat",
        "<b>%(name)s</b> digs: name",
    ]


def test_every_comment_is_about_a_message() -> None:
    template, comments = messages_in(messages_of(settings.BASE_DIR, FOLDERS)), tomllib.loads(COMMENTS.read_text())
    assert set(comments["contexts"]) - {message.context for message in template} == set()
    assert set(comments["messages"]) - {texts_of(one.id)[0] for one in template if not one.context} == set()
    assert set(comments["places"]) - {place for message in template for place in places_of(message)} == set()


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
