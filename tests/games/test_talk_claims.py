"""A player's standing claims: by round, and when two claims of one player come at once."""

import threading
import time

import pytest
from django.db import connection, transaction

from games.models import Game, Word
from games.rules.claims import parse
from games.services import talk
from tests.games.tables import running_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


def claim(game: Game, name: str, text: str) -> None:
    talk.claim(user=seat_of(game, name).user, code=game.code, claim=parse(text))


def said(game: Game) -> list[tuple[str, int, bool]]:
    """All that was claimed, oldest first: the claim, its round, and whether it stands."""
    return list(Word.objects.filter(game=game).order_by("number").values_list("text", "round", "stands"))


def test_claim_of_another_round_blocks_none_and_cannot_be_withdrawn() -> None:
    game = running_game(3)
    claim(game, "Ann", "player B trust")
    claim(game, "Ann", "player C trust")
    Word.objects.update(round=0)
    claim(game, "Ann", "player B trust")
    claim(game, "Ann", "player C back")
    assert said(game) == [("player B trust", 0, False), ("player C trust", 0, True), ("player B trust", 1, True)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
@pytest.mark.parametrize(
    ("texts", "stand"),
    [(("player B trust", "player B suspect"), [False, True]), (("player B trust", "player B trust"), [True])],
)
def test_concurrent_claims_leave_the_last_and_repeats_count_once(texts: tuple[str, str], stand: list[bool]) -> None:
    game = running_game(3)
    ann = seat_of(game, "Ann").user

    def write(text: str) -> None:
        try:
            talk.claim(user=ann, code=game.code, claim=parse(text))
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        for writer in writers:
            writer.start()
        wait_for_two()
    for writer in writers:
        writer.join()
    assert [stands for _text, _round, stands in said(game)] == stand


def wait_for_two() -> None:
    """Until two others wait for a row that is locked here."""
    for _ in range(500):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            if cursor.fetchone()[0] >= 2:
                return
        time.sleep(0.01)
    raise AssertionError("no one waits")
