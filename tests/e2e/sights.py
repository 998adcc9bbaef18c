"""Every page of the site, and every state of a table, as places that a browser can be led to."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.urls import reverse
from playwright.sync_api import Page

from accounts.channels.off import off_link
from accounts.models import Event, User
from games.models import Invitation
from tests.e2e.players import SETTLED

STRANGER = ""


@dataclass(frozen=True)
class Sight:
    """What somebody sees at an address after pressing some things, in CSS; `said` in what is wrong there."""

    said: str
    address: str
    who: str = "Ann"
    presses: tuple[str, ...] = ()

    def show(self, page: Page) -> None:
        """Lead a page there."""
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
    """The card of the hand with a name, in CSS."""
    return f".hand a:has(.label:text-is('{card}'))"


def of_strangers() -> list[Sight]:
    """What somebody sees who is not signed in."""
    names = ("games:home", "account_login", "account_signup", "account_reset_password", "account_reset_password_done")
    more = ("account_reset_password_from_key_done", "account_email_verification_sent", "account_inactive")
    mail_off = off_link(User.objects.get(username="Ann"), "email", next(iter(Event)))
    dead = [
        at("account_reset_password_from_key", "1", "dead-key", who=STRANGER),
        Sight("mail off", urlsplit(mail_off).path, STRANGER),
    ]
    link = Invitation.objects.get(to=None, seat=None).token
    nowhere = Sight("nothing here", "/no/such/page", STRANGER)
    return [*(at(name, who=STRANGER) for name in (*names, *more)), *dead, at("games:door", link, who=STRANGER), nowhere]


def of_people() -> list[Sight]:
    """Pages about oneself, one's friends and one's tables."""
    names = ("games:home", "games:new", "accounts:friends", "accounts:profile", "accounts:notices", "accounts:vacation")
    account = ("account_email", "account_change_password", "account_logout", "account_reauthenticate")
    seat = Invitation.objects.filter(seat__isnull=False)[0].token
    link = Invitation.objects.get(to=None, seat=None).token
    return [
        *(at(name) for name in (*names, *account)),
        Sight("own numbers", reverse("games:new"), presses=("details.fold summary",)),
        at("games:home", who="Gus"),
        at("accounts:friends", who="Gus"),
        at("account_set_password", who="Gus"),
        at("account_confirm_email", "dead-key"),
        at("games:door", link, who="Gus"),
        at("games:seat", seat, who="Gus"),
        at("accounts:delete"),
        *(table(code) for code in ("lobby", "guest", "invited", "joinable", "off")),
    ]


def of_tables() -> list[Sight]:
    """Tables in each state, the pages around them."""
    votes = [table("votes"), table("votes", "#votes summary"), table("votes", "#together summary"), table("paused")]
    votes.append(table("votes", "#gifts summary"))
    around = [at("games:resign", "story")]
    around += [at(f"games:{name}", "story") for name in ("words", "log", "fairness")]
    around += [at("games:fairness", "over"), at("games:log", "over"), at("games:round", "over", 1)]
    lit = ".mine .lit:not(.dim) a"
    plan = "#bar a[href$='/plan/']"
    plans = [
        at("games:plan", "waits"),
        table("waits", plan, held("Crossing")),
        table("waits", plan, held("Crossing"), lit),
        table("waits", plan, held("Crossing"), lit, ".primary"),
        table("waits", "#plan summary"),
    ]
    return [
        *plans,
        *(table(code) for code in ("story", "waits", "many", "broken", "gold", "second", "over")),
        table("story", held("Crossing")),
        table("story", held("Crossing"), lit),
        table("story", held("Crossing"), ".mine li:not(.lit) > a"),
        table("story", ".bar [data-key=d]"),
        table("story", ".bar [data-key=d]", held("Crossing")),
        table("story", "details.role summary"),
        table("many", held("Map")),
        table("many", held("Map"), lit),
        table("many", held("Rockfall"), lit),
        table("many", held("Broken lantern")),
        table("many", held("Broken lantern"), "#players .lit a"),
        table("many", held("Repair pickaxe or cart")),
        table("many", held("Repair pickaxe or cart"), "#players a.tool"),
        table("broken", held("Crossing")),
        *votes,
        *around,
    ]
