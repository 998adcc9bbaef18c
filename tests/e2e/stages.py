"""Tables to look at: one in mid-game with a story, and a whole village of tables in every state."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import combinations
from types import MappingProxyType
from typing import Any

from django.core.cache import cache

from accounts.models import User
from accounts.names import LONGEST
from accounts.services import friends as circle
from accounts.services import guests
from circles.services import membership
from circles.services import tables as circle_tables
from games import clock
from games.models import Coaching, Disclosure, Game, Joining, Matter, Motion, Pace, Seat, Suspicion, Watchers
from games.rows import pulse
from games.rules.claims import parse
from games.rules.errors import Malformed
from games.rules.table import Ruleset
from games.services import book, lobby, motions, talk
from games.services.book import Edit, Sent, mark_of
from games.sheets.motions import VoteChoice
from games.sheets.talk import QUICK
from games.wording.suspicion import UNKNOWN
from tests.circles.scene import circle_of, with_table
from tests.factories import FriendshipFactory, UserFactory
from tests.games.tables import NAMES, do, in_position, open_game, people, running_game, seats_of, seen_by_all

#: Thirty-three moves of Ann, Bo, Cy, Dee and a bot, after which Ann, a digger, is on turn and holds four tunnels.
STORY_SEED = 267
STORY = """
C map 8,-2 | D lay ESW 1,0 | E lay NES 1,1 | A lay NESW 2,0 | B lay ESW 3,0 | C break:cart D | D break:cart C
E repair:cart D | A map 8,2 | B lay EW 4,0 | C repair:lantern+cart C cart | D map 8,0 | E pass N.E.S | A lay NES 5,0~
B lay NW 5,-1~ | C lay NW 6,-1 | D lay NES 6,-2 | E pass E.W | A pass E.S.W | B lay EW 7,-2 | C map 8,2
D lay NESW 5,1 | E lay NS 6,-3 | A pass E | B lay NE 5,2 | C lay N.E.S.W 6,2 | D pass N | E rockfall 6,2
A break:pickaxe C | B break:lantern C | C repair:pickaxe C | D lay EW 6,2 | E break:pickaxe C
"""


#: What Ann may do then: join the gold to the start; or mend the pickaxe of Cy, the saboteur, and wait for Bo.
JOINS_THE_GOLD, MENDS_A_PICKAXE = "A lay NESW 7,2", "A repair:pickaxe C"


#: What is said in the story after so many of its moves, each with its seat. Cy lies, and Bo believes it.
SPOKEN: Mapping[int, Sequence[tuple[int, str]]] = {
    1: ((2, "goal 8,-2 gold"),),
    7: ((3, "player C suspect"), (2, "What did I do? I dig like all of you.")),
    9: ((0, "I have seen one. Wait and see."),),
    20: ((1, "A stone! Cy, you said it was the gold."), (2, "sorry"), (1, "player C suspect")),
    26: ((0, "goal 8,2 gold"), (3, "player A trust")),
    33: (
        (2, "tool lantern mend"),
        (3, "lie"),
        (1, "Ann, you are next. I have the night shift tomorrow."),
    ),
}


def story(
    *more: str, rounds: int = 3, spoken: Mapping[int, Sequence[tuple[int, str]]] = MappingProxyType({}), **fields: Any
) -> Game:
    """The table of the story, its moves some hours apart, the last one twenty minutes ago; and ``more`` after it. What
    is ``spoken`` is said between them."""
    lines = [line.strip() for line in STORY.replace("\n", "|").split("|") if line.strip()]
    five = [*people(4), bot("Bot Flint")]
    with ago(hours=2 * len(lines) + 3):
        game = running_game(five, seed=STORY_SEED, ruleset=Ruleset(rounds=rounds), **fields)
    for number, line in enumerate(lines):
        with ago(hours=2 * (len(lines) - number) - 2, minutes=20):
            do(game, line)
            speak(game, spoken.get(number + 1, ()))
    with ago(minutes=5):
        do(game, *more)
    return game


def speak(game: Game, words: Iterable[tuple[int, str]]) -> None:
    """Let things be said from seats: claims, quick words by their names, and others as they are."""
    people_there = [seat.user for seat in seats_of(game)]
    for seat, text in words:
        user, after = people_there[seat], Game.objects.values_list("words", flat=True).get(pk=game.pk)
        if text in QUICK:
            talk.say_quick(user=user, code=game.code, word=text, after=after)
            continue
        try:
            talk.claim(user=user, code=game.code, claim=parse(text))
        except Malformed:
            talk.say(user=user, code=game.code, text=text, after=after)


def bot(name: str) -> User:
    """A bot."""
    return User.objects.filter(username=name).first() or UserFactory.create(username=name, is_bot=True)


@contextmanager
def ago(**time: float) -> Iterator[None]:
    """What happens inside happened so long ago."""
    before, clock.offset = clock.offset, clock.offset - timedelta(**time)
    try:
        yield
    finally:
        clock.offset = before


#: The mine one crossing away from the gold.
NEARLY_THERE = {f"{x},0": "EW" for x in range(1, 4)} | {f"{x},0": "NESW" for x in range(4, 7)}


def before_the_last_card(code: str = "", **rules: Any) -> Game:
    """A table of Ann and Cy, who dig, and Bo; Ann is on turn and holds the card that joins the gold to the start."""
    return in_position(
        3,
        ruleset=Ruleset(**rules),
        code=code,
        roles={"A": "digger", "B": "saboteur", "C": "digger"},
        goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
        hands={"A": ["NESW", "map"], "B": ["break:lantern"], "C": ["map"]},
        gold_cards=[1, 3, 2],
        mine=NEARLY_THERE,
    )


#: Roles of a round with teams, as many as sit at the table.
TEAMS = ("green", "green", "boss", "saboteur", "blue", "geologist", "green", "blue", "geologist", "blue", "profiteer")
CROWD = (*NAMES, "Wolfeschlegelsteinhausen", "Олександра")


def crowd_before_the_last_card(players: int, code: str, *, teams: bool = False, **rules: Any) -> Game:
    """A table of 3 to 12 players, the last two with long names; Ann is on turn and holds the card that joins the gold
    to the start. With `teams` it is one of Saboteur 2."""
    sitting = [User.objects.filter(username=name).first() or UserFactory.create(username=name) for name in CROWD]
    letters = "ABCDEFGHIJKL"[:players]
    base = ("digger",) * (players - 1 - players // 4) + ("saboteur",) * (1 + players // 4)
    roles = (*TEAMS, "saboteur")[:players] if teams else base
    return in_position(
        sitting[:players],
        ruleset=Ruleset(rules="saboteur2" if teams else "base", **rules),
        code=code,
        roles=dict(zip(letters, roles, strict=True)),
        goals={"8,-2": "stone-a", "8,0": "gold", "8,2": "stone-b"},
        hands={"A": ["NESW", "map"]},
        mine=NEARLY_THERE,
    )


def assembly(code: str = "", **fields: Any) -> Game:
    """A table of Ann, Bo, Cy, Dee and Eve that votes on a pause and about Cy; Dee's seat is free for a new player."""
    game = running_game(5, code=code, bank_hours=72, turn_hours=12, **fields)
    do(game, "= sleep C", "= sleep D")
    ann, bo, _cy, _dee, eve = (seat.user for seat in seats_of(game))
    motions.ask(user=eve, code=game.code, matter=Matter.ABSENT, about=3)
    for user in (ann, bo):
        motions.vote(user=user, code=game.code, motion=game.motions.latest("pk").pk, choice=VoteChoice.LINK)
    motions.ask(user=eve, code=game.code, matter=Matter.ABSENT, about=2)
    motions.vote(user=ann, code=game.code, motion=game.motions.latest("pk").pk, choice=VoteChoice.BOT)
    motions.ask(user=bo, code=game.code, matter=Matter.PAUSE, days=3)
    return game


def on_clock(code: str) -> None:
    """A table of Ann, Bo and Cy who are all here, played live or not, or at which Bo proposes it, as its code says."""
    game, now = in_position(3, code=code, hands={"A": ["EW", "NESW"]}), clock.now()
    for seat in seats_of(game):
        cache.set(pulse.presence_key(game.pk, seat.user_id), True, 3600)
    if code == "live":
        until = now + timedelta(hours=1)
        Game.objects.filter(pk=game.pk).update(live_since=now, paused_at=now, paused_until=until)
    if code == "proposed":
        motions.ask(user=seats_of(game)[1].user, code=code, matter=Matter.LIVE)


SHARED = "a-game-that-is-shared"
"""The secret part of the address of a game of the village."""


def village() -> None:
    """Ann with friends of all kinds, and a table in each state; their codes say which."""
    UserFactory.create(username="Ann", password="six dwarves dig deep")
    ann, bo, cy, dee, eve, fay = people(6)
    for friend in (bo, cy):
        FriendshipFactory.create(asked_by=ann, other=friend)
    FriendshipFactory.create(asked_by=dee, other=ann, open=True)
    FriendshipFactory.create(asked_by=ann, other=eve, open=True)
    circle.block(blocker=ann, other=fay)
    story(code="story", name="Old lode")
    in_position([bo, ann, cy], code="waits", hands={"A": ["EW"]})
    many = {"A": ["repair:pickaxe+cart", "rockfall", "break:lantern", "map", "NESW", "E.S.W"]}
    broken = {"B": ["break:pickaxe", "break:cart"], "C": ["break:lantern"]}
    in_position(5, code="many", hands=many, before=broken, mine={"1,0": "EW", "2,0": "NESW", "3,0": "N.E.S.W"})
    in_position(5, code="broken", hands=many, before={"A": ["break:cart"], "C": ["break:lantern"]})
    assembly("votes")
    with ago(days=3):
        paused = assembly("paused")
    Motion.objects.filter(game=paused).delete()
    Game.objects.filter(pk=paused.pk).update(paused_at=clock.now(), paused_until=clock.now() + timedelta(days=2))
    for code in ("here", "live", "proposed"):
        on_clock(code)
    rita = guests.come(name="Rita")
    for slow in (ann, bo):
        spans = {"quick": 1800, "typical": 9000, "slow": 30_000, "lately": 30, "missed": 3}
        Pace.objects.create(user=slow, turns=40, counted_at=clock.now(), **spans)
        User.objects.filter(pk=slow.pk).update(shows_pace=True)
    choices: dict[str, Any] = {"bots_fill": True, "bot_level": "easy", "guests_welcome": True, "by_sun": True}
    open_game([ann, bo, rita], code="lobby", wanted=5, **choices)
    lobby.make_link(host=ann, code="lobby")
    open_game([ann, bo, cy], code="ordered", by_sun=True, ordered=True, options_version=1)
    in_position([rita, bo, cy], code="practice", hands={"A": ["EW", "NESW"]})
    Game.objects.filter(code="practice").update(practice=True, host=rita)
    Seat.objects.filter(game__code="practice", user=rita).update(coach=Coaching.ON)
    open_game([cy, bo], code="guest", wanted=5)
    lobby.invite(by=cy, code=open_game([cy], code="invited", wanted=4).code, user=ann)
    open_game([dee], code="joinable", wanted=3, joining=Joining.ANYONE)
    lobby.call_off(host=ann, code=open_game([ann], code="off", wanted=3).code)
    for code, rules in (("gold", {"gold_draft": "hand"}), ("second", {"rounds": 2}), ("over", {"rounds": 1})):
        do(before_the_last_card(code, **rules), "A lay NESW 7,0")
    for code, rules in (("shown", {"rounds": 2}), ("scores", {"rounds": 1})):
        game = before_the_last_card(code, **rules)
        seen_by_all(game)
        suspected(game)
        discussed(game)
        do(game, "A lay NESW 7,0")
    gathered([bo, ann, cy, dee], ("story", "waits", "over", "scores", "gold", "guest"))
    Game.objects.filter(code="scores").update(shared=SHARED)
    for code in ("story", "lobby", "shown", "scores"):
        links = {"watch_link": f"watch-{code}", "board_link": f"board-{code}"}
        Game.objects.filter(code=code).update(watchers=Watchers.LINK, **links)
    Seat.objects.filter(game__code="scores").update(shares=True)


def gathered(members: list[User], tables: tuple[str, ...]) -> None:
    """A circle of these people, with some tables, an announced game with all kinds of answers, and a link."""
    circle = circle_of(members, "Bo’s miners", code="miners")
    for code in tables:
        with_table(circle, Game.objects.get(code=code))
    host, ann, *others = members
    at_eight = clock.now().replace(hour=20, minute=0, second=0, microsecond=0) + timedelta(days=2)
    circle_tables.announce(
        by=host, code=circle.code, name="Friday’s mine", seats=6, starts_at=at_eight, reserved="friday"
    )
    for user, reply in zip(others, ("maybe", "no"), strict=False):
        circle_tables.answer(user=user, code=circle.code, table="friday", reply=reply)
    circle_tables.answer(user=ann, code=circle.code, table="friday", reply="yes")
    membership.make_link(by=host, code=circle.code)


def suspected(game: Game) -> None:
    """Let the first two suspect each other and change their minds; both show it once the game is over."""
    for seat, about in ((0, 1), (1, 0)):
        user = game.seats.get(number=seat).user
        Disclosure.objects.create(game=game, user=user)
        for move, guess in enumerate(("may-harm", "harms", "digs")):
            about_it = {"seat": seat, "about": about, "seq": move, "round": 1, "move": 3 * move, "guess": guess}
            Suspicion.objects.create(game=game, user=user, **about_it)


def discussed(game: Game) -> None:
    """Let the players say a word each and claim things, true and false."""
    speak(game, [(0, "Who has seen the goal in the middle?"), (1, "I have. Trust me.")])
    speak(game, [(1, "goal 8,0 stone"), (1, "goal 8,2 gold"), (2, "player B trust"), (0, "player B suspect")])


def with_the_longest_names() -> None:
    """Let everybody and every table be called as long as may be, by turns in one word and in several."""
    for number, person in enumerate(User.objects.order_by("pk")):
        more = " Obersteigerin von Zeche" if number % 2 else "wolkenkuckucksheimerinnen"
        User.objects.filter(pk=person.pk).update(username=f"{person.username}{more}"[:LONGEST].strip())
    for number, game in enumerate(Game.objects.order_by("pk")):
        more = " am Fuße des Berges hinter den Hügeln" if number % 2 else "bergwerksversammlungsgesellschaften"
        Game.objects.filter(pk=game.pk).update(name=f"{game.name}{more}"[:40].strip())


def album() -> None:
    """The tables of the pictures: Ann and friends in the middle of a week."""
    ann, bo, cy, dee = people(4)
    for person in (ann, bo, cy, dee):
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org".lower())
    for one, other in combinations((ann, bo, cy, dee), 2):
        FriendshipFactory.create(asked_by=one, other=other)
    with ago(days=6):
        seen_by_all(story(JOINS_THE_GOLD, code="over", name="Old lode", rounds=1, spoken=SPOKEN))
    story(JOINS_THE_GOLD, code="second", name="Lunch break mine", spoken=SPOKEN)
    story(MENDS_A_PICKAXE, code="waits", name="Night shift", spoken=SPOKEN)
    written_down(story(code="story", name="Friday dwarves", spoken=SPOKEN))
    with ago(hours=1):
        lobby_of_three = open_game([ann, bo, cy], code="lobby", name="Sunday shift", wanted=6, bots_fill=True)
        speak(lobby_of_three, [(1, "hello"), (2, "Shall we play with the second box this time?"), (0, "yes")])
        lobby.make_link(host=ann, code="lobby")
        lobby.invite(by=cy, code=open_game([cy, bo], code="invited", name="Deep end", wanted=5).code, user=ann)
        open_game([dee], code="joinable", name="Open pit", wanted=4, joining=Joining.ANYONE)


def written_down(game: Game) -> None:
    """What Ann has written into her book."""
    ann, edits = seats_of(game)[0].user, {0: "O8 is the gold.", 2: "Said that K8 was the gold. It was a stone."}
    notes = {about: Edit(mark_of(""), text) for about, text in edits.items()}
    guesses = {2: Edit(mark_of(UNKNOWN), "harms"), 3: Edit(mark_of(UNKNOWN), "may-dig")}
    book.write(user=ann, code=game.code, sent=Sent(notes, guesses, 1, False, False))
