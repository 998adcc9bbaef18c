"""Write every page of the site for fixed positions and viewers: `python -m tools.same_pages.write FOLDER`.

A page is a file that is named for who asked what where; mails are pages too. Chance, the clock and the rows' numbers
are the same each time, so that two runs at one commit write the same bytes. Templates of the site that no page came
from are named at the end, which is a failure.
"""

import logging
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django

ROOT = Path.cwd()
KINDS = {"text/html": "html", "text/plain": "txt"}
MOST_OF_A_PATH = 6
"""Links to one path that differ in their query alone, of which so many are followed."""


class Folder:
    """Where pages go; two of one name are told apart by a number."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.taken: dict[str, int] = {}
        path.mkdir(parents=True)

    def keep(self, name: str, text: str, ending: str = "html") -> None:
        """Write a page."""
        name = re.sub(r"[^\w.-]+", "-", name).strip("-")[:150]
        self.taken[name] = self.taken.get(name, 0) + 1
        number = f"-{self.taken[name]}" if self.taken[name] > 1 else ""
        (self.path / f"{name}{number}.{ending}").write_text(text)

    def answer(self, name: str, response: Any) -> str:
        """Write an answer; its text, "" when there is nothing to read."""
        ending = KINDS.get(response.headers.get("Content-Type", "").partition(";")[0])
        if not ending or response.streaming or not response.content:
            return ""
        text: str = response.content.decode()
        self.keep(f"{name} {response.status_code}", text, ending)
        return text


def main(arguments: Sequence[str]) -> int:
    """Write all pages; 1 when some template made none."""
    folder = Path(arguments[0]).absolute()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        return subprocess.call([sys.executable, "-m", "tools.same_pages.write", str(folder)])
    shutil.rmtree(folder, ignore_errors=True)
    os.environ.update({"DJANGO_SETTINGS_MODULE": "tests.settings", "SECRET_KEY": "the same in each run " * 3})
    django.setup()
    used = set[str]()
    with site(used):
        pages = Folder(folder / "pages")
        for write in PARTS:
            with afresh():
                write(pages)
    shutil.copytree(ROOT / "static", folder / "static")
    written = sum(1 for _ in (folder / "pages").iterdir())
    templates = {path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.*")}
    print(f"{written} pages in {folder}")
    print("\n".join(f"No page of {name}" for name in sorted(templates - used)))
    return int(bool(templates - used))


# -- the same each time


@contextmanager
def site(used: set[str]) -> Iterator[None]:
    """An empty database, a clock that stands still, no chance; ``used`` gets the names of templates."""
    from django.conf import settings
    from django.template import Template
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    from saboteur_site.languages.catalogues import compile_catalogues

    compile_catalogues(settings.LOCALE_PATHS)
    setup_test_environment()
    render = Template._render  # type: ignore[attr-defined]

    def noted(template: Template, context: Any) -> Any:
        used.add(template.name or "")
        return render(template, context)

    logging.disable()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        with clock_held(), patch.object(Template, "_render", noted):
            yield
    finally:
        teardown_databases(made, verbosity=0)


@contextmanager
def clock_held() -> Iterator[None]:
    """Let time pass only where the clock is turned, and forms bear the same secret."""
    import time_machine

    from games import clock
    from tests.games.clocks import turnable
    from tests.secrecy.pages.controlled_site import BEGIN

    with (
        turnable(),
        time_machine.travel(BEGIN, tick=False),
        patch.object(clock, "turned", lambda _moment: clock.now()),
        patch("django.middleware.csrf._get_new_csrf_string", lambda: "c" * 32),
    ):
        yield


@contextmanager
def afresh() -> Iterator[None]:
    """Empty tables whose rows are numbered from one, and the same lots; nothing is left of what happens inside."""
    from django.db import transaction

    from tests.games.admin_worlds import renumber_rows
    from tests.secrecy.pages.controlled_site import forget

    forget()
    lots = random.Random(7)
    random.seed(7)
    with ExitStack() as stack:
        stack.enter_context(transaction.atomic())
        renumber_rows()
        for name, lot in {
            "choice": lots.choice,
            "randbelow": lots.randrange,
            "token_bytes": lambda size=32: lots.randbytes(size),
            "token_hex": lambda size=32: lots.randbytes(size).hex(),
            "token_urlsafe": lambda size=32: lots.randbytes(size).hex()[: size * 4 // 3],
        }.items():
            stack.enter_context(patch.object(secrets, name, lot))
        yield
        transaction.set_rollback(True)


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is undone, but for what was written."""
    from django.core.cache import cache
    from django.db import transaction

    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)
    cache.clear()


# -- pages


def of_every_address(pages: Folder) -> None:
    """Every address of the resolver, both methods, everybody; for some what HTMX gets, and the page after a form."""
    from tests.games.pages import HX
    from tests.security.access import access_rules
    from tests.security.scene import built

    scene = built()
    for rule in access_rules():
        for method, answers in rule.answers.items():
            for kind in answers:
                form = scene.form(rule.name, rule.code, kind) if method == "POST" else None
                address, name = scene.address(rule.name, rule.code, kind), f"{rule.name} {rule.code} {method} {kind}"
                with undone():
                    answer = scene.ask(kind, method, address, form)
                    pages.answer(name, answer)
                    if method == "POST" and kind in FOLLOWED and answer.status_code in (302, 303):
                        pages.answer(f"{name} after", scene.browsers[kind].get(answer["Location"]))
                if kind in FOLLOWED and "admin:" not in rule.name:
                    with undone():
                        pages.answer(f"{name} hx", scene.ask(kind, method, address, form, headers=HX))


FOLLOWED = ("host", "turn", "stranger")


def of_the_village(pages: Folder) -> None:
    """All that people come to by links, from home, in a village with tables in every state."""
    from tests.e2e.stages import village

    village()
    for name, first in (("Ann", "/"), ("Bo", "/"), ("Cy", "/"), ("Dee", "/"), ("", "/")):
        walk(pages, f"village {name}", browser(name), [first, "/new/?preset=anniversary", "/no-such-page/"])


def browser(name: str) -> Any:
    """A browser of a signed-in user, or of a stranger."""
    from django.test import Client

    from tests.games.tables import browser_of

    client = browser_of(name) if name else Client()
    client.raise_request_exception = False
    return client


def walk(pages: Folder, name: str, client: Any, ways: list[str], most: int = 150) -> None:
    """Follow links, the nearest first, and write each page."""
    from tests.games.pages import HX, Page

    met, known = dict[str, int](), set(ways)
    for number, way in enumerate(iter(ways)):
        if number >= most:
            return
        response = client.get(way)
        pages.answer(f"{name} {way}", response)
        if "?" not in way:
            pages.answer(f"{name} {way} hx", client.get(way, headers=HX))
        if not response.headers.get("Content-Type", "").startswith("text/html") or response.streaming:
            continue
        for link in Page(response).links:
            on, _, query = link["href"].partition("?")
            to = way.partition("?")[0] + "?" + query if query and not on else link["href"]
            path = to.partition("?")[0]
            if to.startswith("/") and to not in known and met.get(path, 0) < MOST_OF_A_PATH:
                met[path] = met.get(path, 0) + 1
                known.add(to)
                ways.append(to)


def of_every_scene(pages: Folder) -> None:
    """The table before and after each move of the scenes with every card and decision, as all three players see it."""
    from games.rules.errors import Refused
    from tests.e2e.scenes import GROUPS
    from tests.games.pages import get
    from tests.games.tables import do, in_position

    for scene in (scene for scenes in GROUPS.values() for scene in scenes):
        with undone():
            game = in_position(3, code="scene", ruleset=scene.ruleset, **scene.script)
            players = {name[0]: browser(name) for name in ("Ann", "Bo", "Cy")}
            for number, (line, _said) in enumerate(scene.course):
                for letter, client in players.items():
                    pages.answer(f"scene {scene.said} {number} {letter}", client.get("/t/scene/"))
                mover = players[line[0]]
                for card in [link["href"] for link in get(mover, "/t/scene/").hand()][:3]:
                    pages.answer(f"scene {scene.said} {number} {line[0]} card", mover.get(card))
                    for spot in [link["href"] for link in get(mover, card).squares()][:2]:
                        pages.answer(f"scene {scene.said} {number} {line[0]} spot", mover.get(spot))
                try:
                    do(game, line)
                except Refused:
                    break
            for letter, client in players.items():
                for page in ("", "words/", "log/", "round/1/"):
                    pages.answer(f"scene {scene.said} end {letter} {page}", client.get(f"/t/scene/{page}"))


# -- mails, and what goes wrong


def of_mails(pages: Folder) -> None:
    """What people are written who have an address, of their tables and of their accounts, and pages that this opens."""
    from allauth.account.models import EmailAddress
    from django.core import mail
    from django.db.models.signals import pre_save

    from accounts.models import User
    from games import tasks
    from tests.accounts.post import delivered, link_in
    from tests.e2e.stages import village

    def with_address(instance: User, **_more: Any) -> None:
        instance.email = f"{instance.username.replace(' ', '.')}@mail.example".lower() * (not instance.is_bot)

    pre_save.connect(with_address, sender=User)
    village()
    pre_save.disconnect(with_address, sender=User)
    for user in User.objects.exclude(email=""):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    tasks.send_notices()
    letters = list(mail.outbox)
    browsers = {name: browser(name) for name in ("Ann", "Bo", "")}
    for name, address, form in DEEDS:
        answer = browsers[name].post(address, form, follow=True)
        pages.answer(f"deed {name} {address}", answer)
        for message in delivered():
            letters.append(message)
            way = link_in(message)
            pages.answer(f"deed {name} {address} link", browser("").get(way, follow=True))
            pages.answer(f"deed {name} {address} link again", browsers[name].post(way, follow=True))
    for message in letters:
        name = f"mail {message.to[0].partition('@')[0]} {message.subject}"
        pages.keep(name, f"{message.subject}\n\n{message.body}", "txt")
        for content, _kind in getattr(message, "alternatives", ()):
            pages.keep(name, str(content))
    _of_the_mailbox(pages)


def _of_the_mailbox(pages: Folder) -> None:
    """The mails of a user at a site without a mail server."""
    from django.test.utils import override_settings

    from tests.accounts.post import delivered

    with tempfile.TemporaryDirectory() as folder:
        overrides = {"EMAIL_BACKEND": "saboteur_site.outgoing.mailfolder.EmailBackend", "EMAIL_FILE_PATH": folder}
        with override_settings(**overrides), patch("uuid.uuid4", lambda: uuid.UUID(int=7)):
            browser("").post("/accounts/password/reset/", {"email": "cy@mail.example"})
            delivered()
            walk(pages, "mailbox", browser("Cy"), ["/mailbox/"], 12)


PASSWORD, OTHER_PASSWORD = "six dwarves dig deep", "seven dwarves dig deeper"
DEEDS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("", "/accounts/password/reset/", {"email": "bo@mail.example"}),
    ("", "/accounts/login/", {"login": "Ann", "password": "wrong"}),
    ("Ann", "/accounts/email/", {"email": "bo@mail.example", "action_add": ""}),
    ("Ann", "/accounts/email/", {"email": "other@mail.example", "action_add": ""}),
    ("Ann", "/accounts/email/", {"email": "ann@mail.example", "action_remove": ""}),
    ("Ann", "/accounts/password/change/", {"oldpassword": "wrong", "password1": "x", "password2": "y"}),
    (
        "Ann",
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, **dict.fromkeys(("password1", "password2"), OTHER_PASSWORD)},
    ),
    ("Bo", "/accounts/password/set/", dict.fromkeys(("password1", "password2"), PASSWORD)),
    (
        "",
        "/accounts/signup/",
        {"username": "Newt", "email": "newt@mail.example", **dict.fromkeys(("password1", "password2"), PASSWORD)},
    ),
)
"""Forms of a user, one after the other."""


def rare() -> dict[str, list[dict[str, Any]]]:
    """Templates that only a fault or too much haste brings, with what they are given."""
    from saboteur_site.web import failures

    lost = {"failure": failures.of(503), "address": "/t/x/", "token": "c" * 32}
    return {
        "failure.html": [{"failure": failure} for failure in failures.FAILURES.values()],
        "failure_alone.html": [
            {"failure": failures.of(500), "number": "12ab"},
            *({**lost, "reads": reads, "fields": fields} for reads, fields in ((True, []), (False, [("seq", "1")]))),
        ],
        "_fault.html": [
            {"words": "Later.", "back": "/t/x/"},
            {"words": "Broken.", "number": "12ab", "token": "c" * 64},
        ],
    }


def of_what_is_rare(pages: Folder) -> None:
    """A table that cannot be read; pages that only a fault brings; and templates that allauth may ask for some day."""
    from django.template.loader import get_template

    from tests.factories import UserFactory
    from tests.games.pages import HX
    from tests.games.staff import REASON
    from tests.games.tables import running_game

    other = running_game(3, code="junk")
    other.ruleset = "junk"
    other.save()
    game = running_game(3, code="spoilt")
    game.public = '{"junk'
    game.save()
    ann = browser("Ann")
    for address in ("/", "/t/spoilt/"):
        pages.answer(f"spoilt {address}", ann.get(address))
        pages.answer(f"spoilt {address} hx", ann.get(address, headers=HX))
    UserFactory.create(username="Root", is_staff=True, is_superuser=True)
    opened = browser("Root").post(f"/admin/games/game/{game.pk}/open/", {"reason": REASON}, follow=True)
    pages.answer("spoilt opened", opened)
    for name, contexts in rare().items():
        for context in contexts:
            pages.keep(f"rare {name}", get_template(name).render(context))
    for path in sorted((ROOT / "templates").rglob("*.*")):
        name = path.relative_to(ROOT / "templates").as_posix()
        if not name.startswith(("account/", "allauth/")):
            continue
        pages.keep(f"bare {name}", get_template(name).render({}), path.suffix[1:])


PARTS = (of_every_address, of_the_village, of_every_scene, of_mails, of_what_is_rare)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
