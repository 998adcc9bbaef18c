"""What a table costs at which very much was said: statements, and bytes of its page before they are packed."""

from collections.abc import Iterator

from django.urls import reverse

from games.models import Game, Said, Word
from games.rows import store
from games.rules.claims import offered, write
from games.rules.table import Ruleset
from tests.games.costs import statements
from tests.games.tables import browser_of, play_on, running_game, seats_of, seen_by_all
from tools.bench.figures import Figure

WORDS, MOVES = 3000, 400
MOST_BYTES = 60


def figures(words: int = WORDS, moves: int = MOVES) -> Iterator[Figure]:
    """The figures of a table of so many words and moves, of its log and replay, and of one word and one claim more."""
    game = running_game(5, seed=5, ruleset=Ruleset(rounds=6))
    played = play_on(game, moves)
    fill(game, words)
    client, where = browser_of("Ann"), f"{words} words, {played} moves"
    seen_by_all(game)
    table, log = (reverse(f"games:{name}", args=[game.code]) for name in ("table", "log"))
    step = reverse("games:step", args=[game.code, store.public(game).round, game.seq])
    pages = (
        ("page", table, 6),
        ("page of the past", log, 6),
        ("page of older words", f"{log}?show=words&said={words // 2}", 6),
        ("step of the replay", step, 8),
    )
    for said, address, most in pages:
        client.get(address)
        yield Figure(f"{said}, {where}", len(statements(client, address)), "statements", most, counted=True)
        size = len(client.get(address).content) / 1000
        yield Figure(f"{said}, {where}", size, "kB", MOST_BYTES, counted=address == table)
    say = statements(client, reverse("games:say", args=[game.code]), {"text": "I dig.", "after": "0"})
    yield Figure(f"a word, {where}", len(say), "statements", 6, counted=True)
    claim = write(offered(store.public(game), 0)[0])
    claims = statements(client, reverse("games:claim", args=[game.code]), {"claim": claim})
    yield Figure(f"a claim, {where}", len(claims), "statements", 6, counted=True)


def fill(game: Game, words: int) -> None:
    """Let everybody in turn say as much as one word holds half of."""
    seats = seats_of(game)
    rows = [
        Word(
            game=game, number=number, seat=seats[number % len(seats)].number, user=seats[number % len(seats)].user,
            seq=number * game.seq // words, round=0, kind=Said.TEXT, text=f"{number} " + "I dig. " * 20, after=number,
        )
        for number in range(1, words + 1)
    ]  # fmt: skip
    Word.objects.bulk_create(rows)
    Game.objects.filter(pk=game.pk).update(words=words)
    game.refresh_from_db()
