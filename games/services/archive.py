"""Export of finished games as records, and import of records as finished tables (``docs/notation.md``)."""

import json
from typing import Any, NamedTuple

from django.db import transaction

from accounts.models import User
from games import clock
from games.models import Deal, Game, Joining, Move, PrivateAct, Seat, Status, TableSecret, Whisper
from games.rows import archived, chance, store
from games.rules import codec, engine, record, replay, verify
from games.rules.commands import Timeout
from games.rules.errors import Malformed
from games.rules.export import ends_written, game_written, round_written
from games.rules.layout import read_table
from games.rules.notation import letter, parse_line, seat_of
from games.rules.table import Ruleset
from games.services import moves


class NotOverError(Exception):
    """The game is not over, so it cannot be exported."""


def export(game: Game) -> dict[str, Any]:
    """Return the record of a finished game, with all data to verify its random draws. Raise NotOverError before."""
    if game.status != Status.OVER:
        raise NotOverError
    public, said = store.public(game), _lines(game)
    seats = list(game.seats.select_related("user").order_by("number"))
    deals = list(Deal.objects.filter(game=game).order_by("round"))
    ends = [*(deal.seq for deal in deals[1:]), public.seq]
    rounds = []
    for deal, end, seen in zip(deals, ends, ends_written(public), strict=True):
        lines = [line for seq, line in said if deal.seq < seq <= end]
        rounds.append({**round_written(store.deal(deal.state, game.pk, deal.round), lines), "expect": seen})
    versions = {*(deal.rules_version for deal in deals), *game.rules_version.split()}
    of_chance = {**chance.published(game, seats), "rules": sorted(versions)}
    if game.scheme > 1:
        of_chance["draws"] = chance.draws(game)
    return game_written(store.ruleset(game), [seat.user.username for seat in seats], rounds, of_chance)


class Verdict(NamedTuple):
    """The result of verifying a finished game.

    ``faults``: what does not follow from its secret, or differs when the game is replayed; empty when all is correct.
    ``outgrown``: the random draws are correct, but a rule was corrected after the game began, and the current rules
    cannot replay it.
    """

    faults: list[str]
    outgrown: bool = False


def verdict(export: dict[str, Any]) -> Verdict:
    """Verify all that follows from the secret of a finished game, using only its public record."""
    export = json.loads(json.dumps(export))
    found, in_play = verify.faults(export), replay.fault(export)
    if in_play is None:
        return Verdict(found)
    outgrown = not found and export["fairness"].get("rules", ["1"]) != [store.RULES_VERSION]
    return Verdict([*found, in_play], outgrown)


def _lines(game: Game) -> list[tuple[float, str]]:
    """Return all commands of a game, in order. Secret commands are placed between the public ones."""
    acts, packed_at = archived.acts_of(game, "seq", "command"), game.archived_at
    log = archived.moves_of(game, "seq", "command")
    if game.archived_at != packed_at:
        acts = archived.acts_of(game, "seq", "command")  # a sweep packed the game between the two
    said = [(float(seq), command) for seq, command in log if command] + [(seq + 0.5, command) for seq, command in acts]
    return [(seq, line) for seq, command in sorted(said, key=lambda one: one[0]) for line in command.split("\n")]


@transaction.atomic
def bring_in(text: str, *, name: str, host: User | None = None) -> Game:
    """Create a finished table from a record, to view and replay. Raise Malformed if the record is invalid or has no
    end."""
    wrong = record.check(text)
    if wrong:
        raise Malformed(wrong)
    export = record.read(text)
    ruleset, mixed = read_table(export), _mixed(export)
    game = Game.objects.create(
        name=name[:40],
        host=host,
        status=Status.OPEN,
        joining=Joining.FRIENDS,
        seats_wanted=len(export["seats"]),
        ruleset=codec.encode(ruleset),
        commitment=mixed.commitment,
        scheme=mixed.scheme,
        bots=mixed.bots,
    )
    game.secret = TableSecret.objects.create(game=game, seed=mixed.secret)
    seats = [
        Seat.objects.create(game=game, number=number, user=_stand_in(name, number), share=share, word_place=place)
        for number, (name, (share, place)) in enumerate(zip(export["seats"], mixed.shares, strict=True))
    ]
    state: engine.Game | None = None
    for number, script in enumerate(export["rounds"], 1):
        state = _bring_in_round(game, ruleset, script, number, state, len(seats))
    if state is None or not engine.is_over(state.public):
        raise Malformed("the game of this record is not over")
    game.status, game.started_at = Status.OVER, clock.now()
    moves.write_rows(store.Loaded(game, seats, state), state)
    return game


class Mixed(NamedTuple):
    """The random key of a record, as columns; ``shares`` by seat, each with the position of its lucky word."""

    scheme: int
    commitment: str
    secret: str
    bots: str
    shares: list[tuple[str, int | None]]


def _mixed(export: dict[str, Any]) -> Mixed:
    """Return the random key of a record, empty for a scene. Raise Malformed when it cannot be read."""
    players, of_chance = len(export["seats"]), export.get("fairness")
    if of_chance is None:
        return Mixed(1, "", "", "", [("", None)] * players)
    try:
        verify.key_of(export)
        scheme, shares = verify.scheme_of(export), list[tuple[str, int | None]]([("", None)] * players)
        if scheme == 1:
            shares = [(share, None) for share in of_chance["shares"]]
        for place, (seat, share) in enumerate(of_chance["words"] if scheme > 1 else (), 1):
            shares[seat_of(seat)] = (share, place)
        bots = "".join(of_chance["bots"]) if scheme > 1 else ""
        if len(shares) != players:
            raise ValueError("there is not one share for each seat")
        return Mixed(scheme, of_chance["commitment"], of_chance["secret"], bots, shares)
    except verify.UNREADABLE as error:
        raise Malformed(f"fairness: cannot be read: {error}") from None


def _stand_in(name: str, number: int) -> User:
    """Create a user without a log-in for the seat of a record."""
    spelt = f"{name[:14]} ({letter(number)})"
    person, made = User.objects.get_or_create(username=spelt, defaults={"is_bot": True})
    if made:
        person.set_unusable_password()
        person.save()
    return person


def _bring_in_round(
    game: Game, ruleset: Ruleset, script: dict[str, Any], number: int, last: engine.Game | None, players: int
) -> engine.Game:
    place = f"round {number}"
    dealt, state = record.deal_round_fully(ruleset, players, script, number, last, place)
    state_text, versions = codec.encode(dealt), store.RULES_VERSION
    Deal.objects.create(game=game, round=number, seq=state.public.seq, state=state_text, rules_version=versions)
    for move in record.moves_of(script.get("moves", []), players, place):
        before = state.public.seq
        step = record.carry_out_fully(state, move, place)
        state, seq = step.state, step.state.public.seq
        who, command = parse_line(move.text)
        text, among = chance.written(move.text, step), chance.among_written(step)
        if seq == before:
            acting = command.seat if isinstance(command, Timeout) else who
            if acting is not None and not move.refused:
                PrivateAct.objects.create(game=game, seat=acting, seq=before, command=text)
            continue
        events = codec.encode(step.events)
        Move.objects.create(game=game, seq=seq, seat=who, command=text, among=among, events=events)
        Whisper.objects.bulk_create(
            Whisper(game=game, seat=recipient, seq=seq, event=codec.encode(event)) for recipient, event in step.whispers
        )
    return state
