"""Finished games as records, and records as finished tables to look at (``docs/notation.md``)."""

from typing import Any

from django.db import transaction

from accounts.models import User
from games import clock, services, store
from games.models import Deal, Game, Joining, Move, PrivateAct, Seat, Status, TableSecret, Whisper
from games.rules import codec, engine, record
from games.rules import setup as dealing
from games.rules.commands import Timeout
from games.rules.errors import Malformed
from games.rules.layout import read_table
from games.rules.notation import letter, parse_line, write_chance
from games.rules.table import Ruleset


class NotOverError(Exception):
    """A game in progress is never exported."""


def export(game: Game) -> dict[str, Any]:
    """The record of a finished game with all that its chance can be recomputed from; NotOverError while it runs."""
    if game.status != Status.OVER:
        raise NotOverError
    ruleset, public = store.ruleset(game), store.public(game)
    seats = list(game.seats.select_related("user").order_by("number"))
    deals = list(Deal.objects.filter(game=game).order_by("round"))
    said = _lines(game)
    rounds = []
    for place, deal in enumerate(deals):
        end = deals[place + 1].seq if place + 1 < len(deals) else public.seq
        lines = [line for seq, line in said if deal.seq < seq <= end]
        rounds.append(round_written(store.deal(deal.state, game.pk, deal.round), lines))
    if public.revealed:
        gold = {letter(seat): worth for seat, worth in enumerate(public.revealed.gold)}
        rounds[-1]["expect"] = {"game_over": True, "gold": gold}
    return {
        "format": "saboteur-record/1",
        "table": table_written(ruleset),
        "seats": [seat.user.username for seat in seats],
        "rounds": rounds,
        "fairness": {
            "commitment": game.commitment,
            "secret": game.secret.seed,
            "shares": [seat.share for seat in seats],
        },
    }


def _lines(game: Game) -> list[tuple[float, str]]:
    """All that was said in a game, in order; what nobody else could notice stands between public commands."""
    moves = Move.objects.filter(game=game).exclude(command="").order_by("seq").values_list("seq", "command")
    acts = PrivateAct.objects.filter(game=game).order_by("seq", "pk").values_list("seq", "command")
    said = [(float(seq), command) for seq, command in moves] + [(seq + 0.5, command) for seq, command in acts]
    return [(seq, line) for seq, command in sorted(said, key=lambda one: one[0]) for line in command.split("\n")]


def table_written(ruleset: Ruleset) -> dict[str, Any]:
    """The table of a record: rules, modules, variants and options."""
    options: dict[str, Any] = {"rounds": ruleset.rounds, "gold_draft": ruleset.gold_draft}
    if ruleset.veto_window:
        options["veto_window"] = ruleset.veto_window
    return {
        "rules": ruleset.rules,
        "modules": list(ruleset.modules),
        "variants": list(ruleset.variants),
        "options": options,
    }


def round_written(dealt: dealing.Deal, lines: list[str]) -> dict[str, Any]:
    """One round with every pile given in full, so that nothing has to be filled up."""
    parts: dict[str, Any] = {
        "first": letter(dealt.first),
        "roles": {letter(seat): role for seat, role in enumerate(dealt.roles)},
        "spare_roles": dealt.spare_roles,
        "goals": dealt.goals,
        "goals_left": dealt.goals_left,
        "hands": {letter(seat): hand for seat, hand in enumerate(dealt.hands)},
        "pile": dealt.pile,
        "aside": dealt.aside,
        "gold_cards": dealt.gold_cards,
        "chests": dealt.chests,
        "fixed": dealt.fixed,
    }
    always = ("first", "roles", "goals", "hands", "pile")
    return {key: part for key, part in parts.items() if part or key in always} | {"moves": lines}


@transaction.atomic
def bring_in(text: str, *, name: str, host: User | None = None) -> Game:
    """A finished table from a record, to look at and replay; Malformed when the record does not hold or has no end."""
    wrong = record.check(text)
    if wrong:
        raise Malformed(wrong)
    told = record.read(text)
    ruleset = read_table(told)
    game = Game.objects.create(
        name=name[:40],
        host=host,
        status=Status.OPEN,
        joining=Joining.FRIENDS,
        seats_wanted=len(told["seats"]),
        ruleset=codec.encode(ruleset),
        commitment=told.get("fairness", {}).get("commitment", ""),
    )
    seed = told.get("fairness", {}).get("secret", "")
    game.secret = TableSecret.objects.create(game=game, seed=seed)
    shares = told.get("fairness", {}).get("shares", [])
    seats = [
        Seat.objects.create(
            game=game, number=number, user=_stand_in(name, number), share=shares[number] if shares else ""
        )
        for number, name in enumerate(told["seats"])
    ]
    state: engine.Game | None = None
    for number, script in enumerate(told["rounds"], 1):
        state = _bring_in_round(game, ruleset, script, number, state, len(seats))
    if state is None or not engine.is_over(state.public):
        raise Malformed("the game of this record is not over")
    game.status, game.started_at = Status.OVER, clock.now()
    services.write_rows(store.Loaded(game, seats, state), state)
    return game


def _stand_in(name: str, number: int) -> User:
    """Somebody to sit on the seat of a record: a row that nobody can log in as."""
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
    Deal.objects.create(game=game, round=number, seq=state.public.seq, state=codec.encode(dealt))
    for move in record.moves_of(script.get("moves", []), players, place):
        before = state.public.seq
        state, events, whispers = record.carry_out_fully(state, move, place)
        who, command = parse_line(move.text)
        if state.public.seq == before:
            acting = command.seat if isinstance(command, Timeout) else who
            if acting is not None and not move.refused:
                PrivateAct.objects.create(game=game, seat=acting, seq=before, command=move.text)
            continue
        chance = [write_chance(*line) for line in move.chance]
        Move.objects.create(
            game=game,
            seq=state.public.seq,
            seat=who,
            command="\n".join([move.text, *chance]),
            events=codec.encode(events),
        )
        Whisper.objects.bulk_create(
            Whisper(game=game, seat=told, seq=state.public.seq, event=codec.encode(event)) for told, event in whispers
        )
    return state
