"""A language in progress, here a made-up ninth one: marked in the choice, in English where it lacks a message, and
offered like the others when its core is translated."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from django.conf import settings as site
from django.conf.locale import LANG_INFO
from django.test import Client
from pytest_django.fixtures import Settings

from saboteur_site.languages import progress
from saboteur_site.languages.catalogues import compile_catalogues, compiled, messages_in, read, texts_of
from saboteur_site.languages.choice import languages
from saboteur_site.languages.merge import new_file
from saboteur_site.management.commands.messages import untranslated
from tests.factories import UserFactory

NINTH = "tlh"
HOME = Path(site.LOCALE_PATHS[-1])
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def template() -> Catalog:
    """The messages of the site's pages, those of its Python code left out to be quick."""
    every, found = read(HOME / "django.pot"), Catalog()
    for message in messages_in(every):
        if any(file.startswith("templates/") for file, _line in message.locations):
            found[message.id] = message
    return found


Spoken = Callable[[Callable[[Message], bool]], None]


@pytest.fixture
def ninth(template: Catalog, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Spoken:
    """Add a language whose translation is the English between asterisks, for some of the messages."""
    path = tmp_path / NINTH / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    header = f"{new_file('eo')}".replace("Language: eo", f"Language: {NINTH}")
    monkeypatch.setitem(LANG_INFO, NINTH, {"bidi": False, "code": NINTH, "name": "Klingon", "name_local": "tlhIngan"})

    def speak(translates: Callable[[Message], bool]) -> None:
        entries = (_entry(one, "*" if translates(one) else "") for one in messages_in(template))
        path.write_text("\n\n".join([header, *entries]), encoding="utf-8")
        compile_catalogues([tmp_path])
        settings.LOCALE_PATHS = [*site.LOCALE_PATHS[:-1], HOME, tmp_path]
        settings.LANGUAGES = [*site.LANGUAGES, (NINTH, "Klingon")]
        settings.LANGUAGES_IN_PROGRESS = [NINTH]

    return speak


def _entry(message: Message, mark: str) -> str:
    """A message as it stands in a catalogue, with itself between marks as its translation."""
    texts = texts_of(message.id)
    quoted = [_quoted(text) for text in texts]
    said = [_quoted(f"{mark}{text}{mark}" if mark else "") for text in texts]
    lines = [f"#: {file}" for file, _line in message.locations]
    lines += [f"msgctxt {_quoted(message.context)}"] if message.context else []
    if len(texts) == 1:
        return "\n".join([*lines, f"msgid {quoted[0]}", f"msgstr {said[0]}"])
    plural = [f"msgid {quoted[0]}", f"msgid_plural {quoted[1]}", f"msgstr[0] {said[0]}", f"msgstr[1] {said[1]}"]
    return "\n".join([*lines, *plural])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def in_footer(page: str) -> dict[str, str]:
    """The languages that a page offers, by their codes."""
    return dict(re.findall(r'name="language" value="(\w+)"[^>]*>([^<]+)</button>', page))


def texts(page: str) -> list[str]:
    """What a page says, text by text, without the choice of languages."""
    body = re.sub(r'<form[^>]*action="/me/language/".*?</form>', "", page.split("<body")[1], flags=re.DOTALL)
    return [text for found in re.findall(r">([^<>]+)<", body) if (text := " ".join(found.split()))]


def of_core_but_one(message: Message) -> bool:
    return progress.is_of_core(message) and texts_of(message.id)[0] != "Your turn"


def test_language_whose_core_lacks_a_message_is_marked_in_the_choice(ninth: Spoken) -> None:
    ninth(of_core_but_one)
    assert progress.is_in_progress(NINTH)
    assert dict(languages())[NINTH] == "Tlhingan (in progress)"
    assert in_footer(Client().get("/").content.decode())[NINTH] == "Tlhingan (in progress)"


def test_language_with_its_core_is_offered_like_the_others(ninth: Spoken) -> None:
    ninth(progress.is_of_core)
    assert not progress.is_in_progress(NINTH)
    assert in_footer(Client().get("/").content.decode())[NINTH] == "Tlhingan"
    assert Client().get("/rules/", headers={"accept-language": NINTH})["Content-Language"] == NINTH
    assert f'hreflang="{NINTH}"' in Client().get("/rules/").content.decode()


def test_unfinished_language_is_no_answer_to_a_browser(ninth: Spoken) -> None:
    ninth(of_core_but_one)
    asked = {f"{NINTH}, es;q=0.5": "es", NINTH: "en", f"{NINTH}, *": "en", f"{NINTH}, xx, uk": "uk"}
    pages = {wish: Client().get("/rules/", headers={"accept-language": wish}) for wish in asked}
    assert {wish: page["Content-Language"] for wish, page in pages.items()} == asked
    assert f'hreflang="{NINTH}"' not in pages[NINTH].content.decode()


def test_unfinished_language_can_be_chosen(ninth: Spoken) -> None:
    ninth(of_core_but_one)
    ann, client, as_ann = UserFactory.create(), Client(), Client()
    as_ann.force_login(ann, backend="accounts.backends.NameBackend")
    client.post("/me/language/", {"language": NINTH, "next": "/"})
    assert client.get("/rules/")["Content-Language"] == NINTH
    assert Client().get(f"/rules/?lang={NINTH}")["Content-Language"] == NINTH
    as_ann.post("/me/language/", {"language": NINTH})
    ann.refresh_from_db()
    assert ann.language == NINTH
    assert as_ann.get("/rules/")["Content-Language"] == NINTH


def test_what_an_unfinished_language_lacks_is_in_english(ninth: Spoken) -> None:
    ninth(of_core_but_one)
    english, mixed = ([*texts(Client().get(f"/?lang={code}").content.decode())] for code in ("en", NINTH))
    assert [text.replace("*", "") for text in mixed] == english
    assert {text.startswith("*") for text in mixed} == {True, False}


def test_no_release_waits_for_a_language_in_progress(settings: Settings, tmp_path: Path) -> None:
    settings.LOCALE_PATHS, settings.LANGUAGES = [tmp_path], [("en", "English"), ("es", "Spanish"), ("uk", "Ukrainian")]
    for language, _name in settings.LANGUAGES[1:]:
        path = tmp_path / language / "LC_MESSAGES" / "django.po"
        path.parent.mkdir(parents=True)
        path.write_text(f'{new_file(language)}\nmsgid "Table"\nmsgstr ""\n')
    settings.LANGUAGES_IN_PROGRESS = ["es"]
    assert untranslated() == ["uk: 'Table'"]


def test_compiled_catalogue_says_whether_its_core_is_translated() -> None:
    def is_done(*messages: tuple[str, str]) -> bool:
        book = Catalog()
        for text, file in messages:
            book.add(text, "" if text.startswith("no ") else f"*{text}*", locations=[(file, 0)])
        context, text = progress.DONE
        return read_mo_of(book).get(text, context) is not None

    assert is_done(("table", "games/views/table.py"), ("no page", "templates/handbook/learn.html"))
    assert is_done(("no row", "games/admin/tables.py"))
    assert not is_done(("table", "games/views/table.py"), ("no seat", "games/forms/lobby.py"))
    assert not is_done(("no mail", "templates/account/email/login_code.txt"))


def read_mo_of(book: Catalog) -> Catalog:
    """A catalogue after it was compiled and read again."""
    return read_mo(BytesIO(compiled(book)))


def test_every_folder_of_the_core_has_messages() -> None:
    text = (HOME / "django.pot").read_text(encoding="utf-8")
    files = {file for line in re.findall(r"^#: (.+)$", text, re.MULTILINE) for file in line.split()}
    assert [folder for folder in progress.CORE if not any(file.startswith(folder) for file in files)] == []
    assert {"games/wording/refusals.py", "games/mail/entries.py", "games/forms/lobby.py"} <= files
