"""The pages around the tables, as places that a browser can be led to: rule book, letters, admin, refused requests."""

from dataclasses import replace

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import Group
from django.middleware import csrf
from django.template.loader import get_template
from django.test import RequestFactory
from django.urls import reverse

from accounts.channels import email
from accounts.models import Block, Friendship, User
from accounts.selectors import mailbox
from circles.models import Circle, CircleLink, CircleMember, CircleTable
from games.models import Game
from games.tableau.links import card_token
from handbook.lesson_page import NO_PERSON
from handbook.lessons import COURSE
from saboteur_site.web import errors, failures
from tests.circles.scene import with_season
from tests.e2e.letters import each_letter_to
from tests.e2e.sights import STRANGER, Sight, at, held, plain
from tests.factories import UserFactory
from tests.games import staff
from tests.games.post import give_addresses

SOUGHT = ("derrumbe", "xyzzy", "how many cards do we get with 5 players")
"""Words that are found in another language, and nowhere; and a question with a short answer."""

_OF_CIRCLES = (CircleMember, CircleLink, CircleTable)


def of_the_book() -> list[Sight]:
    """The rule book: its lists, and pages of each kind, among them the longest."""
    cards = ("dead-ends", "role-saboteur", "map", "repair-pickaxe-lantern-cart")
    return [
        *plain("The rule book"),
        *(at("handbook:card", card, who=STRANGER) for card in cards),
        *(at("handbook:module", module, who=STRANGER) for module in ("base", "tournament", "treasure-chests")),
        *(at("handbook:rule", number, who=STRANGER) for number in (4, 10, 34)),
        *(at("handbook:help-page", slug, who=STRANGER) for slug in ("clock", "notifications")),
        *(at("handbook:guide", slug, who=STRANGER) for slug in ("base", "added")),
        *(Sight(f"search {word}", f"{reverse('handbook:search')}?q={word}", STRANGER) for word in SOUGHT),
    ]


def of_lessons() -> list[Sight]:
    """The lessons for an anonymous visitor: from the list through each of them, one after the other,
    chosen, mistaken, done and lost."""
    start, lay, turn, look, rob, lose = (
        reverse("handbook:lesson", args=[name]) for name in ("start", "lay", "turn", "map", "theft", "round")
    )
    bend = (held("Three-way tunnel"), "#at-6_0")
    discard = (".bar [data-key=d]", ".hand a", ".primary")
    about = f"{reverse('handbook:lesson-card', args=['map'])}?about={card_token('map', NO_PERSON, 'map')}"
    return [
        at("handbook:learn", who=STRANGER),
        *(at("handbook:lesson", name, who=STRANGER) for name in COURSE),
        Sight("a wrong answer in a lesson", start, STRANGER, ("button[value=nobody]",)),
        Sight("a right answer in a lesson", start, STRANGER, ("button[value=saboteurs]",)),
        Sight("a card of a lesson", lay, STRANGER, (held("Straight tunnel"),)),
        Sight("a preview in a lesson", turn, STRANGER, bend),
        Sight("a mistake in a lesson", turn, STRANGER, (*bend, ".primary")),
        Sight("help in a lesson", about, STRANGER),
        Sight("help over a lesson", lay, STRANGER, (held("Straight tunnel"), "#about-card")),
        Sight("a lesson done", look, STRANGER, (held("Map"), ".mine .lit a", ".primary")),
        Sight("a lesson with an answer", rob, STRANGER, (held("Theft"), ".primary")),
        Sight("a lesson lost", lose, STRANGER, (*discard, *discard)),
        Sight("lessons half done", reverse("handbook:learn"), STRANGER),
        at("handbook:learn"),
        at("handbook:lesson", "break"),
    ]


def of_letters() -> list[Sight]:
    """Ann's mailbox, and in it a letter of each kind alone and one of several, as text and as HTML; needs a site
    without a mail server."""
    give_addresses()
    ann, sights = User.objects.get(username="Ann"), [at("mailbox:mails")]
    for kind, letter in each_letter_to(ann).items():
        before = {mail.name for mail in mailbox.mails_of(ann)}
        email.send(letter)
        (new,) = (mail.name for mail in mailbox.mails_of(ann) if mail.name not in before)
        sights += [replace(at(f"mailbox:{page}", new), said=f"letter {kind}, {page}") for page in ("mail", "html")]
    return sights


def of_the_staff() -> list[Sight]:
    """Lists, rows and forms of the admin, as a superuser without a seat sees them."""
    UserFactory.create(username="Una", is_staff=True, is_superuser=True)
    ann = User.objects.get(username="Ann")
    rows = {
        "accounts_user": ann,
        "accounts_friendship": Friendship.objects.all()[0],
        "accounts_block": Block.objects.all()[0],
        "auth_group": Group.objects.create(name="Shift of the night"),
        "mfa_authenticator": TOTP.activate(ann, "A" * 32).instance,
        "account_emailaddress": EmailAddress.objects.create(user=ann, email="ann@mail.example"),
    }
    about = [f"admin:{model}_{what}" for model in rows for what in ("change", "history", "delete")]
    about.remove("admin:account_emailaddress_delete")
    miners = Circle.objects.get(code="miners")
    of_circles = [with_season(miners), miners, *(model.objects.filter(circle=miners)[0] for model in _OF_CIRCLES)]
    return [
        *plain("The staff"),
        at("admin:app_list", "games", who="Una"),
        *(at(name, rows[name.removeprefix("admin:").rpartition("_")[0]].pk, who="Una") for name in about),
        at("admin:auth_user_password_change", ann.pk, who="Una"),
        *(
            at(f"admin:circles_{row._meta.model_name}_{what}", row.pk, who="Una")
            for row in of_circles
            for what in ("change", "history")
        ),
        *(Sight(address, address, "Una") for address in staff.pages_of_rows(Game.objects.get(code="votes"))),
    ]


def of_refusals() -> list[Sight]:
    """What is answered to requests that make no sense, may not be, come too often, or meet a fault."""
    request = RequestFactory().get("/t/story/")
    fault = get_template("failure_alone.html").render({"failure": failures.of(500), "number": "0f0f0f0f"})
    pages = {
        "400": errors.bad_request(request, ValueError()).content.decode(),
        "403": errors.forbidden(request, ValueError()).content.decode(),
        "403 csrf": errors.csrf_failure(request).content.decode(),
        "403 cookies": errors.csrf_failure(request, csrf.REASON_NO_CSRF_COOKIE).content.decode(),
        "429": errors.too_many(request).content.decode(),
        "500": fault,
        "503": errors.service_unavailable(request).content.decode(),
    }
    return [Sight(said, f"/refused/{said.replace(' ', '-')}", STRANGER, markup=page) for said, page in pages.items()]
