"""What stands in addresses and forms: parameters of addresses, and what fills the braces in the table of addresses."""

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.db.models import Model

from accounts.channels.off import off_link
from accounts.models import Event, User
from circles.models import Season
from games.models import Game, Motion, Seat
from games.rows import pulse
from games.rows.sharing import picture_token
from games.rules.notation import letter
from games.tableau.links import card_token
from tests.games.staff import REASON
from tests.security.scene import ROUTES, SLUGS

LINK, SEAT_LINK, WATCH, BOARD = "a-link-to-the-table", "a-link-to-a-seat", "a-link-to-watch", "a-link-to-the-board"
CIRCLE = "a-circle"
STRANGER = "Zoe"
Places = Mapping[str, Any]


def places_of(game: Game, person: User | None) -> Places:
    """What stands for each word in braces, for a visitor who may sit at the table or not."""
    game = Game.objects.get(pk=game.pk)
    seats = list(Seat.objects.filter(game=game).select_related("user").order_by("number"))
    own = next((seat.number for seat in seats if person and seat.user_id == person.pk), None)
    other = seats[((own or 0) + 1) % len(seats)]
    motion = Motion.objects.filter(game=game).order_by("pk").values_list("pk", flat=True).first()
    return {
        "code": game.code, "pk": game.pk, "seq": game.seq, "version": game.version, "older": game.version - 1,
        "pulse": pulse.token(game.pk, own or 0, person.pk if person else 0), "motion": motion or 0,
        "watched": pulse.watch_token(game.pk, WATCH),
        "neighbour": other.number, "letter": letter(other.number), "other": other.user.username, "id": other.user_id,
        "stranger": STRANGER, "own": person.username if person else "Nobody",
        "token": card_token(game.code, person.pk, "map") if person else "nobody",
        "feed": feed_of(person),
        "mail": person.email if person else other.user.email, "reason": REASON.replace(" ", "+"),
    }  # fmt: skip


def parameters(name: str, places: Places, person: User | None) -> dict[str, Any]:
    """What stands in an address of that name for its parameters."""
    tokens = {"games:seat": SEAT_LINK, "games:pulse": places["pulse"], "accounts:off": _off(person)}
    tokens |= dict.fromkeys(("games:picture", "games:picture-png"), picture_token(places["pk"]))
    tokens |= {"games:watch": WATCH, "games:board": BOARD, "games:watch-pulse": places["watched"]}
    plain = {
        **{word: places[word] for word in ("code", "pk", "id", "seq")},
        "token": tokens.get(name, LINK), "number": 1, "circle": CIRCLE,
        "slug": SLUGS.get(name, "veto"),
        "key": "no-such-key", "uidb36": "1", "name": "no-such-mail", "app_label": "games", "content_type_id": 1,
        "kind": "turn", "person": places["id"], "other": person.pk if person else 0, "form": "csv",
        "season": Season.objects.values_list("pk", flat=True).first() or 0,
        "secret": places["feed"],
    }  # fmt: skip
    if "object_id" in ROUTES[name]:
        plain["object_id"] = _row(name.removeprefix("admin:").rpartition("_")[0], places, person)
    return {parameter: plain[parameter] for parameter in ROUTES[name]}


def feed_of(person: User | None) -> str:
    """The key to the feeds of a user with an account."""
    return f"the-feeds-of-{person.username}" if person else "no-such-key"


def _off(person: User | None) -> str:
    link = off_link(person, "email", Event.TURN) if person else "/no-such-token/"
    return link.rstrip("/").rpartition("/")[2]


def _row(label: str, places: Places, person: User | None) -> int:
    """A row for a page of the admin: of this table if it is about tables, of another user if it is about people."""
    app, _, name = label.partition("_")
    if label in ("games_game", "accounts_user", "admin:view_on_site"):
        return int(places["id" if label == "accounts_user" else "pk"])
    model: type[Model] = apps.get_model(app, name) if name in apps.all_models[app] else Seat
    fields = {field.name for field in model._meta.get_fields()}
    rows = model._default_manager.order_by("-pk")
    rows = rows.filter(game=places["pk"]) if "game" in fields else rows
    rows = rows.exclude(user=person) if "user" in fields and person else rows
    row = rows.first()
    return 1 if row is None else int(row.pk)
