"""Names of players and tables, and whatever is said back, are text on every page and bring no element or attribute."""

import json
from collections import Counter
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from tests.fixed_set import SOAK, chosen
from tests.games.pages import HX
from tests.security.payloads import PAYLOADS
from tests.security.rows import undone
from tests.security.scene import NAMES, Scene

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("names are inert")]

PAGES = (
    ("games:home", "runs", "host"), ("games:table", "open", "host"), ("games:table", "open", "invited"),
    ("games:table", "runs", "turn"), ("games:table", "runs", "waiting"), ("games:table", "over", "host"),
    ("games:words", "runs", "host"), ("games:log", "runs", "host"), ("games:log", "over", "host"),
    ("games:round", "over", "host"), ("games:fairness", "open", "host"), ("games:fairness", "over", "host"),
    ("games:options", "open", "host"), ("games:book", "runs", "host"), ("games:book", "over", "host"),
    ("games:new", "runs", "host"), ("games:door", "runs", "stranger"), ("accounts:profile", "runs", "host"),
    ("accounts:friends", "runs", "stranger"), ("accounts:notices", "runs", "host"),
    ("games:seat", "runs", "stranger"), ("games:resign", "runs", "turn"), ("accounts:delete", "runs", "host"),
    ("admin:games_motion_changelist", "runs", "superuser"), ("admin:games_motion_change", "runs", "superuser"),
    ("account_email", "runs", "host"), ("admin:index", "runs", "superuser"),
    ("admin:games_game_changelist", "runs", "superuser"), ("admin:games_game_change", "runs", "superuser"),
    ("admin:games_game_history", "runs", "superuser"), ("admin:games_seat_changelist", "runs", "superuser"),
    ("admin:games_seat_change", "runs", "superuser"), ("admin:games_move_changelist", "runs", "superuser"),
    ("admin:games_notice_changelist", "runs", "superuser"), ("admin:games_invitation_changelist", "runs", "superuser"),
    ("admin:games_peek_changelist", "runs", "superuser"), ("admin:accounts_user_changelist", "runs", "superuser"),
    ("admin:accounts_user_change", "runs", "superuser"), ("admin:accounts_user_delete", "runs", "superuser"),
    ("admin:accounts_friendship_changelist", "runs", "superuser"),
    ("admin:accounts_block_changelist", "runs", "superuser"),
)  # fmt: skip
"""Pages with names on them, and who looks at them."""

SAID_BACK = (
    ("accounts:ask", "name", "host"), ("accounts:block", "name", "host"), ("games:new", "name", "host"),
    ("games:new", "seats", "host"), ("games:word", "lucky_word", "host"), ("games:agree", "lucky_word", "host"),
    ("games:options", "name", "host"),
    ("games:summary", "name", "host"),
    ("accounts:delete", "sign", "host"),
    ("games:remove", "name", "host"), ("games:invite", "name", "host"), ("games:join", "lucky_word", "invited"),
    ("account_login", "login", "anonymous"), ("account_login", "next", "anonymous"),
    ("account_signup", "username", "anonymous"), ("account_signup", "email", "anonymous"),
    ("account_reset_password", "email", "anonymous"), ("accounts:profile", "time_zone", "host"),
    ("accounts:profile", "language", "host"), ("admin:games_game_open", "reason", "superuser"),
    ("admin:games_game_repair", "what", "superuser"), ("admin:login", "username", "anonymous"),
)  # fmt: skip
"""Fields whose value may come back on a page."""

HARMLESS = ("plain words", "", "%&", "x" * 300, "a\u200b")
"""What makes a form give all its answers."""

ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "hx-target")


class Skeleton(HTMLParser):
    """A page without its texts: its elements with the names of their attributes, and where its addresses lead."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.bones: Counter[tuple[str, ...]] = Counter()
        self.elsewhere: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.bones[tag, *sorted(name for name, _ in attrs)] += 1
        self.elsewhere += [said for name, said in attrs if name in ADDRESSES and said and ":" in said.split("/")[0]]

    def handle_comment(self, data: str) -> None:
        self.bones["a comment",] += 1

    def handle_decl(self, decl: str) -> None:
        self.bones["a declaration",] += 1

    def unknown_decl(self, data: str) -> None:
        self.bones["an unknown declaration",] += 1

    def handle_pi(self, data: str) -> None:
        self.bones["an instruction",] += 1


def rename(scene: Scene, names: dict[str, str], table: str) -> None:
    """Call people and tables something that no form would let through."""
    for kind, name in names.items():
        User.objects.filter(pk=scene.person(kind)).update(username=name)
    Game.objects.update(name=table)


def skeletons(scene: Scene, seed: int) -> dict[str, Skeleton]:
    """All pages with names on them, bare; whole or in part, drawn by the run's seed, and in a soak both."""
    found, rng = {}, Random(seed)
    for name, code, kind in PAGES:
        ways: tuple[dict[str, str], ...] = ({}, HX) if name.startswith(("games:", "handbook:")) else ({},)
        for headers in ways if SOAK else rng.sample(ways, 1):
            response = scene.ask(kind, "GET", scene.address(name, code, kind), headers=headers)
            assert response.status_code in (200, 410), name
            found[f"{name} {code} {kind} {headers}"] = Skeleton(response.content.decode())
    return found


def test_there_are_sixty_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60
    assert max(map(len, PAYLOADS)) <= 24


def test_names_of_people_and_tables_are_text_on_every_page(scene: Scene, seed: int) -> None:
    kinds = [kind for kind in NAMES if kind != "superuser"]
    payloads = chosen(PAYLOADS, len(kinds))
    with undone(watched=False):
        rename(scene, {kind: f"Name {number}" for number, kind in enumerate(kinds)}, "Table")
        plain = skeletons(scene, seed)
    while payloads:
        names, table = dict(zip(kinds, payloads, strict=False)), payloads[-1]
        payloads = payloads[len(kinds) :]
        with undone(watched=False):
            rename(scene, names, table)
            for page, found in skeletons(scene, seed).items():
                assert found.bones == plain[page].bones, (page, names, table)
                assert found.elsewhere == plain[page].elsewhere, page


def test_echoed_name_is_text(scene: Scene, chance: Random) -> None:
    for name, field, kind in chosen(SAID_BACK, -(-len(SAID_BACK) // 2)):
        harmless = [said_back(scene, name, field, kind, said) for said in HARMLESS]
        usual = {bone for found in harmless for bone in found.bones}
        links = {link for found in harmless for link in found.elsewhere}
        for payload in PAYLOADS if SOAK else chance.sample(PAYLOADS, 2):
            found = said_back(scene, name, field, kind, payload)
            assert set(found.bones) <= usual, (name, field, payload)
            assert set(found.elsewhere) <= links, (name, field, payload)


def said_back(scene: Scene, name: str, field: str, kind: str, said: str) -> Skeleton:
    """The page that answers a form with something in one of its fields."""
    with undone(watched=False):
        form = {**scene.form(name, "open", kind), field: said}
        response = scene.ask(kind, "POST", scene.address(name, "open", kind), form, follow=True)
    assert response.status_code < 500
    return Skeleton(response.content.decode())


def test_a_name_in_an_export_stays_a_name(scene: Scene) -> None:
    for payload in chosen(PAYLOADS, 5):
        with undone(watched=False):
            rename(scene, {"host": payload}, payload)
            response: Any = scene.ask("host", "GET", scene.address("games:export", "over", "host"))
            assert response["Content-Type"] == "application/json"
            assert response["Content-Disposition"] == 'attachment; filename="over.json"'
            assert json.loads(response.content)["seats"][0] == payload


@pytest.mark.parametrize("planted", ["<b>", "<a href='javascript:x'>", "<p onclick=x>", "<!-- x -->", "<?x?>"])
def test_mass_of_hostile_names_is_complete(planted: str) -> None:
    plain, found = Skeleton("<p>Ann</p>"), Skeleton(f"<p>{planted}</p>")
    assert found.bones != plain.bones
