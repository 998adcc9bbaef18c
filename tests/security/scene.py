"""One site with everybody that an address can meet: three tables, all kinds of people, a row of every kind."""

from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.channels.off import off_link
from accounts.models import Event, User
from circles.models import CircleLink, CircleMember, CircleTable
from games import clock
from games.models import Game, Invitation, Joining, Matter, Motion, Move, Notice, Peek, Seat, TableChat, Watchers, Word
from games.rows import pulse
from games.services import peeks
from games.services.book import mark_of
from games.tableau.links import card_token, move_key
from results.services import recording
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import FeedKeyFactory, FriendshipFactory, TableChatFactory, UserFactory
from tests.games.staff import REASON, complaint_at, viewer
from tests.games.tables import (
    browser_of,
    finished_game,
    in_position,
    open_game,
    seen_by_all,
)

SEATED = ("host", "turn", "waiting", "staff_seated", "superuser_seated")
APART = ("stranger", "invited", "former", "staff", "superuser")
OUT = ("anonymous", "deactivated")
EVERYBODY = (*OUT, *APART, *SEATED)
NAMES = {
    "host": "Ann",
    "turn": "Bo",
    "waiting": "Cy",
    "staff_seated": "Dee",
    "superuser_seated": "Eve",
    "deactivated": "Fay",
    "invited": "Gus",
    "former": "Hal",
    "staff": "Ida",
    "superuser": "Joe",
    "stranger": "Zoe",
}
CODES = ("open", "runs", "over")
LINK, SEAT_LINK, FEED = "a-link", "a-seat", "a-feed"
CIRCLE = "a-circle"
SLUGS = {
    "handbook:card": "map",
    "handbook:guide": "base",
    "handbook:help-page": "clock",
    "handbook:lesson": "map",
    "handbook:lesson-card": "map",
}
"""A page of the handbook for each name whose slug is not `base`."""
TOKEN = "c" * 32
"""The token of all forms."""


@dataclass
class Scene:
    """The site: its people by kind, a browser for each, its tables by code."""

    people: dict[str, User] = field(default_factory=dict)
    browsers: dict[str, Client] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)

    def ask(self, kind: str, method: str, address: str, form: Any = None, **more: Any) -> Any:
        """The answer to a visitor of a kind, whose browser comes to the address with the cookies of the beginning.

        The site wants the token of a form as it does from any browser; it comes along in a header.
        """
        browser = self.browsers[kind]
        browser.cookies = SimpleCookie(self.cookies[kind])
        browser.cookies["csrftoken"] = TOKEN
        more["headers"] = {"X-CSRFToken": TOKEN, **more.get("headers", {})}
        if isinstance(form, bytes):
            return browser.generic(method, address, form, **more)
        return getattr(browser, method.lower())(address, form, **more)

    def person(self, kind: str) -> int:
        """The id of a person, 0 for none."""
        return self.people[kind].pk if kind in self.people else 0

    def address(self, name: str, code: str, kind: str) -> str:
        """An address by its name: about the table of a code, as a visitor of a kind would come upon it."""
        given = {parameter: self.given(name, parameter, code, kind) for parameter in ROUTES[name]}
        asked = f"?about={card_token(code, self.person(kind), 'map')}" if name == "handbook:about" else ""
        return reverse(name, kwargs=given) + asked

    def given(self, name: str, parameter: str, code: str, kind: str) -> Any:
        """What stands in an address for a parameter of it."""
        if name == "games:pulse" and parameter == "token":
            seat = SEATED.index(kind) if kind in SEATED else 0
            return pulse.token(self.games[code].pk, seat, self.person(kind))
        if name in ("games:watch", "games:board"):
            return f"{name.removeprefix('games:')}-{code}"
        if name == "games:watch-pulse":
            return pulse.watch_token(self.games[code].pk, f"watch-{code}")
        if name == "accounts:off":
            return off_link(self.people["turn"], "email", Event.TURN).rstrip("/").rpartition("/")[2]
        if name == "games:seat":
            return SEAT_LINK
        model = name.removeprefix("admin:").rpartition("_")[0]
        plain = {
            "code": code,
            "circle": CIRCLE,
            "season": self.rows["season"].pk if "season" in self.rows else 1,
            "token": LINK,
            "secret": FEED,
            "number": 1,
            "seq": 1,
            "kind": "turn",
            "name": "no-such-mail",
            "slug": SLUGS.get(name, "base"),
            "key": "no-such-key",
            "uidb36": "1",
            "app_label": "games",
            "content_type_id": "1",
            "pk": self.games[code].pk,
            "id": self.person("waiting"),
            "person": self.person("waiting"),
            "other": self.person("turn"),
            "form": "csv",
        }
        return self.rows[model].pk if parameter == "object_id" and model in self.rows else plain.get(parameter, "1")

    def form(self, name: str, code: str, kind: str) -> dict[str, str]:
        """A form that does what its address is for, if its sender may do that."""
        about = {
            "games:remove": "Cy",
            "games:invite": "Kim",
            "accounts:ask": "Lou",
            "accounts:accept": "Kim",
            "accounts:remove": "Kim",
            "accounts:block": "Lou",
            "accounts:unblock": "Lou",
            "games:unheard": "Cy",
        }
        if name in about:
            return {"name": about[name]}
        if name in ("circles:new", "circles:name"):
            return {"name": "Miners"}
        if name == "results:hide":
            return {"hidden": "yes"}
        if name in ("circles:seasons", "circles:season-change"):
            return {"name": "Autumn", "begins": "2031-01-01", "ends": "2031-03-31"}
        if name in ("circles:season-share", "circles:season-name"):
            return {"shared": "yes", "named": "yes"}
        if name == "circles:table":
            return {"people": str(self.person("waiting" if kind == "host" else "host"))}
        if name == "circles:evening":
            return {"name": "Miners", "seats": "5", "starts_at": f"{clock.now() + timedelta(days=1):%Y-%m-%dT%H:%M}"}
        if name == "circles:answer":
            return {"reply": "maybe"}
        if name == "circles:remove":
            return {"member": str(self.person("waiting"))}
        if name in ("games:move", "games:plan"):
            return self.move(code, kind)
        if name == "games:give":
            return {"seat": "1", "hours": "12", "seq": str(self.games[code].seq)}
        if name == "games:book":
            return {"round": "1", "note-1": "nice", "was-note-1": mark_of("")}
        if name in ("games:say", "games:claim"):
            return {"text": "I dig.", "claim": "hand nothing"}
        if name == "games:told":
            return {"wants": "turn"}
        if name in ("accounts:chats", "games:chat", "circles:chat"):
            return {"kind": "ntfy", "server": "https://ntfy.sh", "topic": "mine"}
        if name == "games:share":
            return {"shares": "yes"}
        if name in ("games:on", "games:deal"):
            return {"round": "1"}
        if name == "accounts:feeds":
            return {"deed": "make"}
        if name == "games:links":
            return {"deed": "make-board"}
        if name == "games:offer":
            return {"seat": "1"}
        if name == "games:coach":
            return {"coach": "off"}
        if name in ("games:ask", "games:vote"):
            return {"matter": "end", "motion": str(self.rows["games_motion"].pk), "choice": "no"}
        return {"reason": REASON, "what": "to-bot", "seat": "C", "post": "yes"} if name.startswith("admin:") else {}

    def move(self, code: str, kind: str) -> dict[str, str]:
        """A card of the hand that is discarded."""
        game, person = self.games[code], self.person(kind)
        card = next((seat.hand.split()[0] for seat in game.seats.filter(user=person) if seat.hand), "map")
        standing = {"seq": str(game.seq), "key": move_key(code, person, game.seq)}
        return {**standing, "mode": "discard", "card": card_token(code, person, card)}


def built() -> Scene:
    """The scene. Seats in order: host, on turn, waiting, staff, superuser, and one whose account was closed."""
    scene = Scene()
    people = scene.people = {kind: UserFactory.create(username=name) for kind, name in NAMES.items()}
    for kind in ("superuser", "superuser_seated"):
        User.objects.filter(pk=people[kind].pk).update(is_staff=True, is_superuser=True)
        people[kind].refresh_from_db()
    for kind in ("staff", "staff_seated"):
        people[kind] = viewer(people[kind])
    seats = [people[kind] for kind in (*SEATED, "deactivated")]
    scene.games["open"] = open_game(seats, wanted=8, code="open", joining=Joining.LINK, bots_fill=False)
    scene.games["runs"] = in_position(seats, code="runs", first="B")
    scene.games["over"] = finished_game(seats, code="over")
    seen_by_all(scene.games["over"])
    recording.work_off()
    later = clock.now().replace(year=clock.now().year + 1)
    for code, game in scene.games.items():
        links = {"watch_link": f"watch-{code}", "board_link": f"board-{code}"}
        Game.objects.filter(pk=game.pk).update(watchers=Watchers.LINK, **links)
        Invitation.objects.create(game=game, by=people["host"], to=people["invited"], expires_at=later)
    Invitation.objects.create(game=scene.games["runs"], by=people["host"], token=LINK, expires_at=later)
    Invitation.objects.create(
        game=scene.games["runs"], by=people["host"], token=SEAT_LINK, expires_at=later, seat=len(SEATED)
    )
    Motion.objects.create(game=scene.games["runs"], matter=Matter.END, by=0, closes_at=later)
    friends = [UserFactory.create(username=name) for name in ("Kim", "Lou")]
    for kind in (*APART, *SEATED):
        friendship = FriendshipFactory.create(asked_by=friends[0], other=people[kind])
    block = people["stranger"].blocks_made.create(blocked=friends[1])
    peeks.open_table(game_id=scene.games["runs"].pk, by=people["superuser"], reason=REASON)
    FeedKeyFactory.create(user=people["turn"], key=FEED)
    TableChatFactory.create(game=scene.games["runs"], by=people["host"])
    circle = circle_of([people[kind] for kind in SEATED], code=CIRCLE)
    CircleLink.objects.create(circle=circle, token=LINK, by=people["host"], expires_at=later)
    for game in scene.games.values():
        with_table(circle, game)
    season = with_season(circle, LINK)
    complaint = complaint_at(scene.games["runs"])
    Word.objects.update(user=people["waiting"])
    Seat.objects.update(heard=1)
    scene.rows = {
        "season": season,
        "games_complaint": complaint,
        "circles_circle": circle,
        "circles_season": season,
        **{
            f"circles_{model.__name__.lower()}": model.objects.all()[0]
            for model in (CircleMember, CircleLink, CircleTable)
        },
        "auth_group": Group.objects.create(name="Miners"),
        "accounts_user": people["waiting"],
        "accounts_friendship": friendship,
        "accounts_block": block,
        "games_game": scene.games["runs"],
        **{
            f"games_{model.__name__.lower()}": model.objects.all()[0]
            for model in (Seat, Move, Notice, Motion, Invitation, Peek, TableChat)
        },
        "mfa_authenticator": TOTP.activate(friends[1], "A" * 32).instance,
        "account_emailaddress": EmailAddress.objects.create(user=friends[0], email="kim@example.org"),
    }
    for kind in EVERYBODY:
        scene.browsers[kind] = browser_of(people[kind]) if kind in people else Client()
        scene.browsers[kind].raise_request_exception = False
        scene.browsers[kind].handler.enforce_csrf_checks = True
        scene.cookies[kind] = scene.browsers[kind].cookies.output(header="", attrs=[], sep=";")
    User.objects.filter(pk=people["deactivated"].pk).update(is_active=False)
    for game in scene.games.values():
        game.refresh_from_db()
    return scene


def routes() -> dict[str, tuple[str, ...]]:
    """Every address that has a name, with the names of its parameters; the others only lead from old ones to these."""
    return {name: tuple(pattern.pattern.regex.groupindex) for name, pattern in _named(get_resolver().url_patterns)}


def _named(patterns: list[Any], namespace: str = "") -> list[tuple[str, URLPattern]]:
    found: list[tuple[str, URLPattern]] = []
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else namespace
            found += _named(pattern.url_patterns, inner)
        elif pattern.name:
            found.append((namespace + pattern.name, pattern))
    return found


ROUTES = routes()
