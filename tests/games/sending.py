"""Commands that come from pages, and all of a table that others could notice."""

from typing import Any

from accounts.models import User
from games.models import Delivery, Game, Move, Notice, Seat, Whisper
from games.rows import pulse
from games.rules.notation import parse
from games.services.moves import Submitted, submit


def send(game: Game, name: str, text: str, *, seq: int | None = None, key: str = "") -> Submitted:
    """The outcome of a command in words, sent from the current page or from the page at `seq`."""
    return submit(
        code=game.code,
        user=User.objects.get(username=name),
        seq=Game.objects.get(pk=game.pk).seq if seq is None else seq,
        key=key,
        command=parse(text),
    )


def face_of(game: Game) -> dict[str, Any]:
    """Everything about a table that anybody but the one who acted could notice."""
    row = Game.objects.filter(pk=game.pk).values("public", "seq", "version", "moved_at", "status", "deadline").get()
    seats = list(Seat.objects.filter(game=game).values_list("number", "awaited_for", "awaited_since", "resting"))
    return {
        **row,
        "seats": seats,
        "beat": pulse.read(game.pk),
        "moves": list(Move.objects.filter(game=game).values()),
        "whispers": list(Whisper.objects.filter(game=game).values()),
        "notices": list(Notice.objects.filter(game=game).values()),
        "deliveries": list(Delivery.objects.filter(notice__game=game).values()),
    }
