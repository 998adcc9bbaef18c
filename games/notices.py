"""Who is told what: rows of the outbox, written in the transaction of the move that gives cause for them."""

from games.models import Game, Notice, Seat, Status

TURN = "turn"
OVER = "over"


def write(game: Game, seats: list[Seat]) -> None:
    """A notice for everybody who is awaited from this move on, or for everybody when the game is over."""
    people = [seat for seat in seats if not seat.user.is_bot]
    if game.status == Status.OVER:
        rows = [_notice(game, seat, OVER) for seat in people]
    else:
        turns = [seat for seat in people if seat.awaited_since == game.moved_at and not seat.bot_plays]
        rows = [_notice(game, seat, TURN) for seat in turns]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def _notice(game: Game, seat: Seat, kind: str) -> Notice:
    return Notice(
        user_id=seat.user_id, game=game, kind=kind, seq=game.seq, dedupe=f"{kind}:{game.pk}:{seat.number}:{game.seq}"
    )
