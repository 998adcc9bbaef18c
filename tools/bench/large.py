"""A site that was played at for years: very many tables, people and all that belongs to them, made by the database.

Rows are copied from a few that were made as the site makes them. Indexes are built afterwards, and constraints are not
asked about each row, so that a million tables take a minute or two. On PostgreSQL alone.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import Model

from accounts.models import Block, Friendship, User
from circles.models import Circle, CircleLink, CircleMember, CircleTable, Season
from games import clock
from games.models import (
    Complaint,
    Delivery,
    Game,
    Invitation,
    Motion,
    Move,
    Notice,
    Peek,
    Seat,
    TableChat,
    TableSecret,
    Word,
)
from tests.circles.scene import circle_of, with_season, with_table
from tests.factories import FriendshipFactory, TableChatFactory, UserFactory
from tests.games.tables import finished_game, running_game, seats_of

SEATS = 3
FINISHED, RUNNING = "f", "r"
"""What the codes of the tables begin with; a number follows."""
WORDS_ONE_IN = 50
"""At one table of so many words were said, and reported: 22 000 complaints at 1 100 000 tables."""
PEOPLE_A_CIRCLE, TABLES_A_CIRCLE = 5, 20
"""How many people are for each circle, and how many of its tables; each of them belongs to two."""
FILLED: tuple[type[Model], ...] = (
    User, EmailAddress, Friendship, Block, Game, TableSecret, Seat, Move, Notice, Delivery, Motion, Invitation,
    Word, Complaint, TableChat, Peek, Circle, CircleMember, CircleLink, CircleTable, Season,
)  # fmt: skip


def fill(finished: int, running: int, people: int) -> None:
    """Fill an empty database with so many tables of three, whose games are over and running, and so many people.

    The planner has statistics of all of it; `forget_statistics` takes them away.
    """
    players = [UserFactory.create(username=f"Model {number}", email=f"model{number}@mail.example") for number in (1, 2)]
    bot = UserFactory.create(username="Robo", is_bot=True)
    over = finished_game([*players, bot], seed=1)
    runs = running_game([*players, bot], seed=2, bank_hours=72, turn_hours=12)
    for game in (over, runs):
        _one_of_each(game, players)
    with _without_indexes(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            _people(people, players[0])
            first = User.objects.filter(username="Miner 1").values_list("pk", flat=True)[0]
            tables = finished + running
            _tables(over, FINISHED, finished, tables, first, people)
            _tables(runs, RUNNING, running, tables, first, people)
            _circles(people // PEOPLE_A_CIRCLE, first, people)
        finally:
            cursor.execute("SET session_replication_role = origin")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def forget_statistics() -> None:
    """Leave the planner without any statistics, as it is before a new table was analyzed for the first time."""
    tables = [model._meta.db_table for model in FILLED]
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM pg_statistic WHERE starelid = ANY(SELECT to_regclass(name) FROM unnest(%s::text[]) name)",
            [tables],
        )


def _one_of_each(game: Game, people: list[User]) -> None:
    """A row of everything that belongs to a table, to be copied."""
    by, to = people
    move = game.moves.first()
    assert move is not None
    Game.objects.filter(pk=game.pk).update(public="")
    Seat.objects.filter(game=game).update(hand="", memory="")
    notice = Notice.objects.filter(game=game, user__in=people).first() or Notice.objects.create(
        game=game, user=to, kind="turn", dedupe=f"turn {game.pk}"
    )
    Notice.objects.filter(game=game).exclude(pk=notice.pk).delete()
    Delivery.objects.get_or_create(notice=notice, channel="email")
    Motion.objects.create(game=game, matter="end", by=0, closes_at=clock.now() + timedelta(days=3))
    Invitation.objects.create(game=game, by=by, to=to, expires_at=clock.now() + timedelta(days=30))
    word = Word.objects.create(
        game=game, number=1, seat=0, user=by, seq=1, round=0, kind="text", text="Rude words.", after=0
    )
    Complaint.objects.create(word=word, by=to, words=word.text, reason="They are rude.")
    TableChat.objects.filter(game=game).first() or TableChatFactory.create(game=game, by=by)
    Peek.objects.create(game=game, by=by, reason="Bo says that a card is missing")
    EmailAddress.objects.get_or_create(user=by, email=by.email, defaults={"verified": True, "primary": True})
    if not Circle.objects.exists():
        circle = circle_of(people)
        CircleLink.objects.create(circle=circle, by=by, expires_at=clock.now() + timedelta(days=14))
        with_table(circle, game)
        with_season(circle)
    if not Friendship.objects.exists():
        FriendshipFactory.create(low=by, high=to, asked_by=by)
        Block.objects.create(blocker=by, blocked=to)


def _people(count: int, model: User) -> None:
    joined = "clock_timestamp() - interval '1 minute' * ({0} - n)"
    named = {name: f"'{begins}' || n" for name, begins in (
        ("username", "Miner "), ("name_key", "miner "), ("look", "look "), ("look_in_capitals", "LOOK "),
    )}  # fmt: skip
    named |= {"email": "'miner' || n || '@mail.example'", "date_joined": joined.format(count)}
    copied(User, count, {**named, "is_active": "n % 50 <> 0", "is_guest": "n % 10 = 0"}, model.pk)
    of = "(SELECT id, email, row_number() OVER (ORDER BY id) n FROM accounts_user WHERE username LIKE 'Miner %') p"
    address = EmailAddress.objects.values_list("pk", flat=True)[0]
    copied(EmailAddress, 0, {"user_id": "p.id", "email": "p.email"}, address, source=of)
    pair, block = Friendship.objects.values_list("pk", flat=True)[0], Block.objects.values_list("pk", flat=True)[0]
    for step, state in ((1, "accepted"), (7, "accepted"), (13, "asked")):
        accepted = "clock_timestamp()" if state == "accepted" else "NULL"
        pairs = {"low_id": "p.id", "high_id": f"p.id + {step}", "asked_by_id": "p.id", "state": f"'{state}'"}
        when = {"accepted_at": accepted, "asked_at": f"clock_timestamp() - interval '1 minute' * ({count} - p.n)"}
        copied(Friendship, 0, pairs | when, pair, source=of, where=f"p.n <= {count - step}")
    copied(Block, 0, {"blocker_id": "p.id", "blocked_id": "p.id + 3"}, block, source=of, where=f"p.n <= {count - 3}")


def _tables(model: Game, begins: str, count: int, all_: int, first: int, people: int) -> None:
    """Copy a table with what belongs to it. The players are others at each, but for the bot of the last seat."""
    made = f"clock_timestamp() - interval '5 minutes' * ({count} - n)"
    deadline = "clock_timestamp() + interval '1 hour' + interval '3 seconds' * n" if begins == RUNNING else "NULL"
    columns = {"code": f"'{begins}' || n", "name": "'Table ' || n", "created_at": made, "deadline": deadline}
    columns |= {"moved_at": f"{made} + interval '1 day'"}
    copied(Game, count, columns, model.pk)
    # The codes of the models are random, and may begin so, too.
    copies = f"code LIKE '{begins}%' AND length(code) < {len(model.code)}"
    of = f"(SELECT id, substr(code, 2)::int n FROM games_game WHERE {copies}) g"  # noqa: S608
    copied(TableSecret, 0, {"game_id": "g.id"}, model.secret.pk, source=of)
    person = "{0} + (g.n * 2 + {1}) % " + str(people)
    made = f"clock_timestamp() - interval '5 minutes' * ({count} - g.n)"
    for seat in seats_of(model):
        player = str(seat.user_id) if seat.user.is_bot else person.format(first, seat.number)
        awaited = (
            {}
            if seat.awaited_since is None
            else {"awaited_since": "clock_timestamp() - interval '1 minute' * (g.n % 5000)"}
        )
        copied(Seat, 0, {"game_id": "g.id", "user_id": player, "joined_at": made, **awaited}, seat.pk, source=of)
    move = model.moves.order_by("seq").values_list("pk", flat=True)[0]
    for seq in (1, 2):
        copied(Move, 0, {"game_id": "g.id", "seq": str(seq), "at": made}, move, source=of)
    notice = model.notices.values_list("pk", flat=True)[0]
    player = person.format(first, 0)
    done = "NULL" if begins == RUNNING else made
    notice_columns = {
        "game_id": "g.id",
        "user_id": player,
        "dedupe": f"'{begins}' || g.n",
        "created_at": made,
        "done_at": done,
    }
    notice_columns |= {"due_at": "NULL", "outcome": "''" if begins == RUNNING else "'sent'"}
    copied(Notice, 0, notice_columns, notice, source=of)
    delivery = Delivery.objects.filter(notice=notice).values_list("pk", flat=True)[0]
    notices = f"(SELECT id, done_at FROM games_notice WHERE dedupe LIKE '{begins}%') g"  # noqa: S608
    sent = {"notice_id": "g.id", "done_at": "g.done_at", "outcome": notice_columns["outcome"]}
    sent |= {"due_at": "clock_timestamp() + interval '1 day'"}
    copied(Delivery, 0, sent, delivery, source=notices)
    some: Mapping[type[Model], tuple[int, dict[str, str]]] = {
        Motion: (10, {"opened_at": made, "decided_at": made, "outcome": "'none'"}),
        Invitation: (5, {"to_id": player, "created_at": made, "token": f"'{begins}' || g.n"}),
        Word: (WORDS_ONE_IN, {"user_id": player, "number": "1"}),
        TableChat: (50, {"made_at": made}),
        Peek: (500, {"at": made}),
    }
    for kind, (one_in, columns) in some.items():
        row = kind._default_manager.filter(game=model).values_list("pk", flat=True)[0]
        copied(kind, 0, {"game_id": "g.id", **columns}, row, source=of, where=f"g.n % {one_in} = 0")
    complaint = Complaint.objects.filter(word__game=model).values_list("pk", flat=True)[0]
    join = "games_word w JOIN games_game g ON w.game_id = g.id"
    words = f"(SELECT w.id, g.created_at FROM {join} WHERE {copies}) g"  # noqa: S608
    copied(Complaint, 0, {"word_id": "g.id", "at": "g.created_at"}, complaint, source=words)


def _circles(count: int, first: int, people: int) -> None:
    """Copy a circle with all that belongs to it; its tables are finished ones."""
    model = Circle.objects.get()
    copied(Circle, count, {"code": "'circle' || n", "name": "'Circle ' || n"}, model.pk)
    of = "(SELECT id, substr(code, 7)::int n FROM circles_circle WHERE code LIKE 'circle%') g"
    circle, here = {"circle_id": "g.id"}, {"circle": model}
    person = "{0} + (g.n * {1} + {2}) % " + str(people)
    for number in range(2 * PEOPLE_A_CIRCLE):
        role = "host" if number == 0 else "member"
        user = person.format(first, PEOPLE_A_CIRCLE, number)
        columns = {**circle, "user_id": user, "role": f"'{role}'"}
        copied(CircleMember, 0, columns, CircleMember.objects.filter(circle=model, role=role)[0].pk, source=of)
    copied(CircleLink, 0, {**circle, "token": "'link' || g.n"}, CircleLink.objects.get(**here).pk, source=of)
    copied(Season, 0, {**circle, "shared": "''"}, Season.objects.get(**here).pk, source=of)
    counted = f"CASE WHEN code ~ '^{FINISHED}[0-9]{{1,8}}$' THEN substr(code, 2)::int END"
    games = (
        f"(SELECT g.id, c.id circle FROM (SELECT id, {counted} n FROM games_game) g"  # noqa: S608
        f" JOIN circles_circle c ON c.code = 'circle' || (g.n % {count} + 1) WHERE g.n <= {TABLES_A_CIRCLE * count}) g"
    )
    table = CircleTable.objects.get(**here).pk
    copied(CircleTable, 0, {"circle_id": "g.circle", "game_id": "g.id"}, table, source=games)


def copied(
    model: type[Model], count: int, columns: dict[str, str], pk: int, *, source: str = "", where: str = "true"
) -> None:
    """Copy a row as often as `source` has rows, or `count` numbers n; some columns with other values, in SQL."""
    names = [str(one.column) for one in model._meta.concrete_fields if not one.primary_key]
    values = ", ".join(columns.get(name, f't."{name}"') for name in names)
    listed, source = ", ".join(f'"{name}"' for name in names), source or f"generate_series(1, {count}) n"
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table}" ({listed}) SELECT {values} FROM "{table}" t, {source}'  # noqa: S608
            f" WHERE t.id = {pk} AND {where}"
        )


@contextmanager
def _without_indexes() -> Iterator[None]:
    """Drop the indexes that no constraint has, and build them again at the end, which is sooner than row by row."""
    tables = [model._meta.db_table for model in FILLED]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " WHERE indrelid = ANY(SELECT to_regclass(name) FROM unnest(%s::text[]) name)"
            " AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(f"DROP INDEX {name}")
        yield
        for _name, definition in indexes:
            cursor.execute(definition)
