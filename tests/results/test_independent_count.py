"""The statistics of generated games equal an independent count: from the commands and states as they were played, not
from the log."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

import pytest

from accounts.models import User
from games import clock
from games.models import Disclosure, Game, Move, Seat, Status, Suspicion, Whisper, Word
from games.rules import codec, engine
from games.rules.commands import Bot, TakeOver
from games.rules.ruleset import compiled
from games.rules.table import Ruleset
from games.sheets import ROLES
from results import counts
from results.models import SeatResult, Together
from results.services import recording
from tests.conftest import SOAK
from tests.factories import UserFactory
from tests.rules.playout import any_table, keen_act

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

GAMES = 300 if SOAK else 30
MOST_COMMANDS = 3000


class Tally(NamedTuple):
    """What the test counts by itself: numbers by player and name, and by player, other player and name."""

    mine: Mapping[int, Counter[str]]
    between: Mapping[tuple[int, int], Counter[str]]


class Playing:
    """A generated game while it is played: its rows, and the independent count of what happens."""

    def __init__(self, rng: Random, number: int, people: list[User]) -> None:
        self.rng = rng
        ruleset, players = any_table(rng)
        self.people = rng.sample(people, players)
        self.ruleset = Ruleset() if number % 3 == 0 and 3 <= players <= 10 else ruleset
        self.game = Game.objects.create(
            name=f"Game {number}", ruleset=codec.encode(self.ruleset), commitment="", status=Status.OVER,
            over_at=clock.now() - timedelta(days=rng.randint(0, 40)),
        )  # fmt: skip
        Seat.objects.bulk_create(Seat(game=self.game, number=seat, user=user) for seat, user in enumerate(self.people))
        self.key = rng.randbytes(32)
        self.state: engine.Game
        self.moves, self.whispers = list[Move](), list[Whisper]()
        self.said, self.guessed, self.words = list[Word](), list[Suspicion](), 0
        self.laid, self.broke, self.claimed = Counter[tuple[int, int]](), list[Any](), list[Any]()
        self.guesses: dict[tuple[int, int, int], str] = {}
        self.shows = {seat for seat in range(players) if rng.random() < 0.5}

    def play(self) -> engine.Game:
        """Play to the end; return the last state."""
        dealt = engine.first_deal(self.ruleset, len(self.people), key=self.key)
        self._take(engine.begin_from(self.ruleset, dealt, key=self.key), None, ())
        for _ in range(MOST_COMMANDS):
            if engine.is_over(self.state.public):
                break
            self._talk()
            seat, command = keen_act(self.rng, self.state, 0.6)
            if isinstance(command, Bot | TakeOver):
                continue  # who a round belongs to then is asked in test_recording
            step = engine.apply(self.state, seat, command)
            events, whispers = step.events, step.whispers
            if engine.awaits_deal(step.state.public):
                dealt = engine.next_deal(step.state, key=self.key)
                begun = engine.begin_from(self.ruleset, dealt, key=self.key, last=step.state)
                self._watch(step.state, events)
                self._save(begun.state, seat, (*events, *begun.events), (*whispers, *begun.whispers))
                continue
            self._take(step, seat, events)
        else:
            pytest.fail("a generated game does not end")
        self._store()
        return self.state

    def _take(self, step: Any, seat: int | None, events: Any) -> None:
        self._watch(step.state, events)
        self._save(step.state, seat, step.events, step.whispers)

    def _watch(self, after: engine.Game, events: Any) -> None:
        """Count by comparing what lies on the table before and after, and by what the events say of cards."""
        number = after.public.round
        for event in events:
            kind = type(event).__name__
            if kind in ("Laid", "Detoured"):
                self.laid[number, event.seat] += 1
            elif kind == "Played" and (event.card.startswith("break:") or event.card == "trapped"):
                target = event.seat if event.target is None else event.target
                if target != event.seat:
                    self.broke.append((number, event.seat, target))

    def _save(self, state: engine.Game, seat: int | None, events: Any, whispers: Any) -> None:
        before = getattr(self, "state", None)
        self.state = state
        if before is not None and state.public.seq == before.public.seq:
            return
        user = None if seat is None else self.people[seat]
        seq = state.public.seq
        self.moves.append(Move(game=self.game, seq=seq, seat=seat, user=user, command="", events=codec.encode(events)))
        self.whispers += [Whisper(game=self.game, seat=who, seq=seq, event=codec.encode(one)) for who, one in whispers]

    def _talk(self) -> None:
        """Let a player accuse, claim something of a goal, or write into their book, now and then."""
        public, rng = self.state.public, self.rng
        if rng.random() > 0.25 or len(public.results) >= public.round:
            return
        seat = rng.randrange(len(self.people))
        about = rng.choice([other for other in range(len(self.people)) if other != seat])
        if rng.random() < 0.5:
            self._say(seat, f"player {chr(65 + about)} suspect", f"player {chr(65 + about)}")
            return
        guess = rng.choice(("harms", "may-harm", "unknown", "digs"))
        self.guesses[public.round, seat, about] = guess
        self.guessed.append(
            Suspicion(
                game=self.game, user=self.people[seat], seat=seat, about=about, seq=10 * public.seq + len(self.guessed),
                round=public.round, move=0, guess=guess,
            )
        )  # fmt: skip

    def _say(self, seat: int, text: str, subject: str) -> None:
        public = self.state.public
        for word in self.said:
            if (word.seat, word.subject) == (seat, subject):
                word.stands = False
        self.words += 1
        self.said.append(
            Word(
                game=self.game, number=self.words, seat=seat, user=self.people[seat], seq=public.seq,
                round=public.round, kind="claim", text=text, subject=subject, stands=True, after=self.words,
            )
        )  # fmt: skip
        self.claimed.append((public.round, seat, subject))

    def _store(self) -> None:
        for word in self.said:
            last = [
                one for one in self.said if (one.round, one.seat, one.subject) == (word.round, word.seat, word.subject)
            ]
            word.stands = last[-1] is word
        Move.objects.bulk_create(self.moves)
        Whisper.objects.bulk_create(self.whispers)
        Word.objects.bulk_create(self.said)
        Suspicion.objects.bulk_create(self.guessed)
        Disclosure.objects.bulk_create(Disclosure(game=self.game, user=self.people[seat]) for seat in self.shows)
        public = codec.encode(self.state.public)
        Game.objects.filter(pk=self.game.pk).update(public=public, schema=self.state.public.schema)


def counted_by_hand(game: Playing) -> Tally:
    """Count a game from its last state and from what the test saw."""
    mine: dict[int, Counter[str]] = defaultdict(Counter)
    between: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    public, keys = game.state.public, [user.pk for user in game.people]
    for seat, key in enumerate(keys):
        mine[key]["games"] += 1
        mine[key]["decided"] += 1
        mine[key]["won"] += seat in public.revealed.winners if public.revealed else 0
        for other in keys:
            between[key, other]["games"] += other != key
    for result in public.results:
        harm = [ROLES[role].harms for role in result.roles]
        for seat, key in enumerate(keys):
            won = seat in result.winners
            mine[key]["rounds"] += 1
            mine[key]["rounds_won"] += won
            mine[key][f"role {result.roles[seat]}"] += 1
            mine[key][f"role {result.roles[seat]} won"] += won
            mine[key]["laid"] += game.laid[result.round, seat]
            for other, rival in enumerate(keys):
                if other != seat:
                    between[key, rival]["both"] += won and other in result.winners
                    between[key, rival]["lost"] += not won and other in result.winners
        for seat, about in {
            (seat, ord(subject[-1]) - 65) for number, seat, subject in game.claimed if number == result.round
        }:
            mine[keys[seat]]["accused_right" if harm[about] else "accused_wrong"] += 1
            mine[keys[about]]["was_accused_right" if harm[about] else "was_accused_wrong"] += 1
        for (number, seat, about), guess in game.guesses.items():
            if number == result.round and seat in game.shows and guess in ("harms", "may-harm"):
                mine[keys[about]]["was_suspected_right" if harm[about] else "was_suspected_wrong"] += 1
    for number, seat, target in game.broke:
        if number <= len(public.results):
            between[keys[seat], keys[target]]["broke"] += 1
            mine[keys[seat]]["broke"] += 1
    if public.revealed:
        for seat, key in enumerate(keys):
            mine[key]["gold"] += public.revealed.gold[seat]
    return Tally(mine, between)


def test_statistics_equal_an_independent_count(seed: int) -> None:
    rng = Random(f"independent {seed}")
    people = [UserFactory.create(username=f"Miner {number}") for number in range(12)]
    mine: dict[int, Counter[str]] = defaultdict(Counter)
    between: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    first = Counter[int]()
    for number in range(GAMES):
        game = Playing(rng, number, people)
        game.play()
        tally = counted_by_hand(game)
        for person, numbers in tally.mine.items():
            mine[person].update(numbers)
        for pair, numbers in tally.between.items():
            between[pair].update(numbers)
        first.update({user.pk: _given(game) for user in game.people})
        recording.have_counted([game.game.pk])
    assert recording.work_off(patience=600)
    assert SeatResult.objects.values("counted").distinct().count() == GAMES
    for user in people:
        sums = counts.of(Together.objects.get(viewer=user, subject=user).sums)
        found, expected = Counter(_flat(sums["all"])), +mine[user.pk]
        expected["gold"] -= first[user.pk]
        assert {name: found[name] for name in expected} == dict(expected)
        for other in people:
            numbers = +between[user.pk, other.pk]
            met = sums["with"].get(str(other.pk), {})
            assert {name: met.get(name, 0) for name in numbers} == dict(numbers)


def _given(game: Playing) -> int:
    """The nuggets that each player of a game had before its first round (R70)."""
    return compiled(game.ruleset).first_nuggets


def _flat(all_of: Mapping[str, Any]) -> dict[str, int]:
    flat = {name: value for name, value in all_of.items() if isinstance(value, int)}
    for role, one in all_of.get("role", {}).items():
        flat |= {f"role {role}": one.get("n", 0), f"role {role} won": one.get("won", 0)}
    return flat
