"""Every page of the site, and every state of a table, as places that a browser can be led to."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from playwright.sync_api import Page

from accounts.channels.formats import all_kinds
from accounts.channels.off import off_link
from accounts.models import Event, User
from accounts.services import feeds
from accounts.services import friends as circle
from circles.models import Circle, CircleLink
from games.models import Game, Invitation
from games.rows.sharing import picture_token
from games.rules.claims import parse
from games.services import talk
from games.tableau.links import card_token
from tests.accounts.methods import just_confirmed, with_app, with_passkey
from tests.addresses import registry
from tests.circles.scene import with_season, with_table
from tests.e2e.measure import DESK
from tests.e2e.players import SETTLED
from tests.e2e.stages import SHARED
from tests.factories import DeviceFactory, TableChatFactory, TargetFactory, UserFactory
from tests.games.staff import complaint_at
from tests.results.evenings import played

STRANGER = ""
REFUSED = (
    "^404 .*/no/such/page",
    "^410 .*/me/sign-in/dead-token/",
    "^403 .*/(me/friends|me/results|circles)/$",
    "^422 .*/learn/(start|turn)/",
)
"""What browsers say of the sights that are refusals: dead addresses, pages that guests are told to sign up for, and a
choice in a lesson that the rules refuse."""


@dataclass(frozen=True)
class Sight:
    """A page at an address after some clicks (CSS selectors); `said` names it in a failure.

    With `markup` the answer is that, which no request could easily be given. The clicks are made on a
    screen of a desk, where all of them are in sight.
    """

    said: str
    address: str
    who: str = "Ann"
    presses: tuple[str, ...] = ()
    markup: str = ""

    @property
    def path(self) -> str:
        """The address without what is asked for there."""
        return self.address.partition("?")[0]

    def show(self, page: Page) -> None:
        """Lead a page there."""
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        if self.markup:
            page.route(f"**{self.address}", lambda route: route.fulfill(body=self.markup, content_type="text/html"))
        page.goto(self.address)
        for press in self.presses:
            page.locator(press).first.click()
            page.wait_for_function(SETTLED)


def at(name: str, *arguments: object, who: str = "Ann") -> Sight:
    """The page of a name of the address book."""
    return Sight(name, reverse(name, args=arguments), who)


def table(code: str, *presses: str, who: str = "Ann") -> Sight:
    """A table of the village after pressing some things."""
    return Sight(f"table {code} {' '.join(presses)}".strip(), f"/t/{code}/", who, presses)


def held(card: str) -> str:
    """The card of the hand with an English name, in CSS for a page in the language that is active."""
    return f".hand a:has(.label:text-is('{gettext(card)}'))"


def _token(code: str, card: str) -> str:
    """What stands for a card of Ann's in addresses."""
    return card_token(code, User.objects.get(username="Ann").pk, card)


def plain(chapter: str) -> list[Sight]:
    """The pages of a chapter at their plain addresses, for the visitors that the registry names."""
    return [at(entry.name, who=who) for entry in registry().values() for who in entry.seen.get(chapter, ())]


def of_strangers() -> list[Sight]:
    """The pages of an anonymous visitor."""
    mail_off = off_link(User.objects.get(username="Ann"), "email", next(iter(Event)))
    dead = [
        at("account_reset_password_from_key", "1", "dead-key", who=STRANGER),
        Sight("mail off", urlsplit(mail_off).path, STRANGER),
        at("accounts:sign-in-link", "dead-token", who=STRANGER),
    ]
    link = Invitation.objects.filter(to=None, seat=None).earliest("pk").token
    nowhere = Sight("nothing here", "/no/such/page", STRANGER)
    friendly = circle.make_link(User.objects.get(username="Bo")).token
    doors = [at("games:door", link, who=STRANGER), at("accounts:friend-link", friendly, who=STRANGER)]
    doors.append(at("circles:link", CircleLink.objects.get().token, who=STRANGER))
    season = with_season(Circle.objects.get(code="miners"), "a-season-of-the-circle")
    doors.append(at("circles:season-shared", season.shared, who=STRANGER))
    return [*plain("Strangers"), *dead, *doors, nowhere]


def of_people() -> list[Sight]:
    """Pages about oneself, one's friends and one's tables."""
    seat = Invitation.objects.filter(seat__isnull=False)[0].token
    link = Invitation.objects.filter(to=None, seat=None).earliest("pk").token
    feeds.make(user=User.objects.get(username="Bo"))
    for device in ("Firefox, Android", "Samsung Internet, Android"):
        DeviceFactory.create(user=User.objects.get(username="Cy"), name=device, last_at=timezone.now())
    ann, bo, *others = (User.objects.get(username=name) for name in ("Ann", "Bo", "Cy", "Dee", "Eve"))
    miners = Circle.objects.get(code="miners")
    for game in played([ann, bo, *others], 31):
        with_table(miners, game)
    season = with_season(miners)
    return [
        *plain("People"),
        at("circles:seasons", "miners"),
        at("circles:season", "miners", season.pk),
        at("results:person", bo.pk),
        at("results:pair", ann.pk, bo.pk),
        Sight(
            "own numbers", reverse("games:new"), presses=(".folds > .fold:nth-child(2) summary", ".fold .fold summary")
        ),
        at("games:options", "lobby"),
        Sight("told by mail", f"{reverse('accounts:told')}?way=mail", "Rita"),
        Sight("told, sent", f"{reverse('accounts:told')}?sent=1", "Rita"),
        at("games:seated", "practice", who="Rita"),
        table("practice", who="Rita"),
        at("account_confirm_email", "dead-key"),
        at("games:door", link, who="Gus"),
        at("games:seat", seat, who="Gus"),
        *(at(f"circles:{page}", "miners") for page in ("circle", "about", "table", "evening", "games")),
        at("circles:usual", "miners", who="Bo"),
        at("circles:chat", "miners", who="Bo"),
        at("circles:about", "miners", who="Bo"),
        *_of_chats(),
        *_of_signing_in(),
        table("lobby", "[href='?ask=invite']"),
        *(table(code) for code in ("lobby", "ordered", "guest", "invited", "joinable", "off")),
    ]


def _of_signing_in() -> list[Sight]:
    """Pages of sign-in methods that a browser sees after the password alone, or after a second factor."""
    bo = with_app(User.objects.get(username="Bo"))
    passkey = with_passkey(bo)
    words = {"Accept-Language": get_language() or "en"}
    sights, client = [], just_confirmed(bo)
    for name, arguments in (
        ("mfa_remove_webauthn", [passkey.pk]),
        ("mfa_deactivate_totp", []),
        ("mfa_view_recovery_codes", []),
    ):
        sight = at(name, *arguments, who="Bo")
        sights.append(replace(sight, markup=client.get(sight.address, headers=words).content.decode()))
    pam, entering = UserFactory.create(username="Pam", password="six dwarves dig deep"), Client()
    with_passkey(with_app(pam))
    entering.post(reverse("account_login"), {"login": "Pam", "password": "six dwarves dig deep"})
    step = at("mfa_authenticate", who=STRANGER)
    return [*sights, replace(step, markup=entering.get(step.address, headers=words).content.decode())]


def _of_chats() -> list[Sight]:
    """Chats that work, fail and are paused; a form for one of each kind, a secret that is shown."""
    ann, now = User.objects.get(username="Ann"), timezone.now()
    failed = {"last_trouble": "refused", "reply": "404", "failing_since": now, "failed_at": now}
    TargetFactory.create(user=ann, kind="ntfy", name="W" * 40)
    TargetFactory.create(user=ann, kind="discord", failures=1, **failed)
    TargetFactory.create(user=ann, failures=5, paused_at=now, **failed)
    page = reverse("accounts:chats")
    forms = [Sight(f"a new {kind}", f"{page}?kind={kind}") for kind in all_kinds()]
    secret = Sight("a new secret", page, presses=("button[value=secret]",))
    hosted = Game.objects.filter(host=ann)
    TableChatFactory.create(game=hosted.get(code="story"), by=ann, name="W" * 40, failures=5, paused_at=now, **failed)
    TableChatFactory.create(game=hosted.get(code="lobby"), by=ann, kind="discord")
    of_tables = [at("games:chat", code) for code in ("story", "lobby", "votes")]
    of_tables += [
        table("story", ".title", "#together summary"),
        Sight("a table's matrix", f"{of_tables[2].address}?kind=matrix"),
    ]
    return [*forms, secret, *of_tables]


def _of_talk(code: str) -> list[Sight]:
    """What was said and claimed at a table of the village, and what can be done about it."""
    game = Game.objects.get(code=code)
    complaint_at(game)
    people = [seat.user for seat in game.seats.order_by("number")]
    of_ann = "player A suspect"
    for who, claim in ((1, of_ann), (2, f"{of_ann} felled"), (1, "goal 8,0 gold"), (2, "goal 8,0 stone")):
        talk.claim(user=people[who], code=code, claim=parse(claim))
    claims = [
        Sight(f"claims {about}", f"{reverse('games:claim', args=[code])}?about={about}") for about in ("M8", "A", "B")
    ]
    said = [
        Sight(f"a word, {person.username}", reverse("games:said", args=[code, 1]), person.username)
        for person in people[:2]
    ]
    opened = [table(code, "#say-8_0"), table(code, "#plate-1 .door", "#say-1"), table(code, ".say > a")]
    return [at("games:claim", code), *claims, *said, *opened]


def of_tables() -> list[Sight]:
    """Tables in each state, the pages around them."""
    votes = [table("votes"), table("votes", ".title", "#together summary"), table("paused")]
    votes += [
        table("here", ".title", "#together summary"),
        table("live", ".title", "#together summary"),
        table("proposed"),
    ]
    votes.append(table("votes", ".title", "#gifts summary"))
    around = [at(f"games:{name}", "story") for name in ("resign", "told", "forecast", "rules")]
    around += [at(f"games:{name}", "story") for name in ("deal", "words", "log", "fairness")]
    around += [at("games:fairness", "over"), at("games:log", "over"), at("games:round", "scores", 1)]
    around += [at("games:step", "story", 1, 0), at("games:step", "scores", 1, 0)]
    around += [at("games:shared-step", SHARED, 1, 1, who=STRANGER), at("games:share", "scores")]
    around += [at("games:picture", picture_token(Game.objects.get(code="scores").pk), who=STRANGER)]
    around += [at("games:round", "second", 1), at("games:links", "lobby"), at("games:links", "story", who="Bo")]
    for code in ("story", "lobby", "shown", "scores"):
        around += [at(f"games:{name}", f"{name}-{code}", who=STRANGER) for name in ("watch", "board")]
    around += _of_talk("votes")
    lit = ".mine .lit:not(.dim) a"
    plan = "#bar a[href$='/plan/']"
    plans = [
        at("games:plan", "waits"),
        table("waits", plan, held("Crossing")),
        table("waits", plan, held("Crossing"), lit),
        table("waits", plan, held("Crossing"), lit, ".primary"),
        table("waits", ".title", "#plan summary"),
    ]
    return [
        *plans,
        *(table(code) for code in ("story", "waits", "many", "broken", "gold", "second", "over", "shown", "scores")),
        table("story", held("Crossing")),
        table("story", held("Crossing"), lit),
        table("story", held("Crossing"), ".mine li:not(.lit) > a"),
        table("story", ".mine li:not(.lit) > a[id^=at-]"),
        table("story", held("Crossing"), "#about-card"),
        table("waits", ".hand a"),
        table("story", ".title", "#to-book"),
        at("games:book", "many"),
        at("games:book", "over"),
        Sight("help on a card", f"{reverse('handbook:about', args=['story'])}?about={_token('story', 'NESW')}"),
        table("story", ".bar [data-key=d]"),
        table("story", ".bar [data-key=d]", held("Crossing")),
        table("story", "[popovertarget=my-role]"),
        table("many", held("Map")),
        table("many", held("Map"), lit),
        table("many", held("Rockfall"), lit),
        table("many", held("Broken lantern")),
        table("many", held("Broken lantern"), ".plates .lit a.door"),
        table("many", held("Repair pickaxe or cart")),
        table("many", held("Repair pickaxe or cart"), ".plates .lit a.door"),
        table("broken", held("Crossing")),
        *votes,
        *around,
    ]
