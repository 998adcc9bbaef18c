"""``manage.py play --bots 5 --seed 7``: bots play whole games without a database; prints a transcript."""

import hashlib
import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.match import Happening, play_game
from games.rows.bot_people import NAMES
from games.rows.store import RULES_VERSION
from games.rules import engine
from games.rules.cards import ARRANGEMENTS
from games.rules.errors import Refused
from games.rules.events import Laid, Passed, Played
from games.rules.export import ends_written, game_written, round_written, table_written
from games.rules.fairness import SCHEME, SECRET_BYTES, commitment, game_key
from games.rules.notation import letter, write_chance, write_line
from games.rules.ruleset import GAMES, GOLD_DRAFTS, MODULES, NEXT_STARTERS, VARIANTS, VETO_WINDOWS, check_players
from games.rules.table import Ruleset
from games.wording import event_words, role_name

SHOWN_AS_COMMANDS = (Laid, Played, Passed)


class Command(BaseCommand):
    """Plays games of bots and prints them; ``--record`` writes a record for ``record check``."""

    help = "Let bots play whole games by themselves."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options: players, rules, number of games, output."""
        parser.add_argument("--bots", type=int, default=5, help="how many sit at the table")
        parser.add_argument("--seed", type=int, default=1, help="of the first game; each further game takes the next")
        parser.add_argument("--games", type=int, default=1, help="how many games")
        parser.add_argument("--rounds", type=int, default=3, help="rounds of a game")
        parser.add_argument("--rules", default="base", choices=sorted(GAMES), help="the game")
        parser.add_argument("--modules", type=_names, default=(), help=", ".join(sorted(MODULES)) or "-")
        parser.add_argument("--variants", type=_names, default=(), help=", ".join(sorted(VARIANTS)) or "-")
        parser.add_argument("--gold-draft", default="auto", choices=GOLD_DRAFTS, help="how gold cards are taken")
        parser.add_argument("--veto-window", type=int, default=0, choices=VETO_WINDOWS, help="hours to veto a card")
        parser.add_argument("--chests", default="corners", choices=sorted(ARRANGEMENTS), help="where chests lie")
        parser.add_argument("--next-starter", default="layer", choices=NEXT_STARTERS, help="who begins the next round")
        parser.add_argument("--own-doors", action="store_true", help="diggers lay only doors of their own colour")
        parser.add_argument("--joined-ladders", action="store_true", help="ladders must be joined to another tunnel")
        parser.add_argument("--quiet", action="store_true", help="tell only how each game ended")
        parser.add_argument("--record", type=Path, help="write the game into this file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, print, write; CommandError when such a game cannot be played."""
        ruleset = Ruleset(
            rules=options["rules"],
            modules=options["modules"],
            variants=options["variants"],
            rounds=options["rounds"],
            gold_draft=options["gold_draft"],
            veto_window=options["veto_window"],
            chests=options["chests"],
            next_starter=options["next_starter"],
            own_doors=options["own_doors"],
            joined_ladders=options["joined_ladders"],
        )
        players, games = options["bots"], range(options["seed"], options["seed"] + options["games"])
        if options["record"] and len(games) != 1:
            raise CommandError(_("A record holds one game."))
        try:
            check_players(ruleset, players)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        won: Counter[str] = Counter()
        for seed in games:
            won += self._play(ruleset, players, seed, quiet=options["quiet"], record=options["record"])
        if len(games) > 1:
            self.stdout.write(_("Rounds won: %(counts)s") % {"counts": _counts(won)})

    def _play(self, ruleset: Ruleset, players: int, seed: int, *, quiet: bool, record: Path | None) -> Counter[str]:
        """Play one game; return how many of its rounds each role won. Several roles may win one (R45)."""
        secret = hashlib.sha256(f"bots {seed}".encode()).digest()[:SECRET_BYTES]
        transcript = Transcript(players)
        for happening in play_game(ruleset, players, key=game_key(secret, table_written(ruleset), players, ())):
            for line in transcript.lines_of(happening):
                if not quiet:
                    self.stdout.write(line)
        self.stdout.write(transcript.summary(seed))
        if record:
            text = json.dumps(transcript.record(ruleset, secret), ensure_ascii=False, indent=1)
            record.write_text(text + "\n", encoding="utf-8")
            self.stdout.write(str(record))
        return transcript.won


def _names(text: str) -> tuple[str, ...]:
    return tuple(sorted(filter(None, text.split(","))))


def _counts(won: Counter[str]) -> str:
    no_role = _("nobody")
    return ", ".join(f"{role_name(role) if role else no_role} {count}" for role, count in sorted(won.items()))


class Transcript:
    """The transcript of a game, step by step."""

    def __init__(self, players: int) -> None:
        self.names = NAMES[:players]
        self.won: Counter[str] = Counter()
        self._rounds: list[dict[str, Any]] = []
        self._draws: list[list[str]] = []
        self._gold = (0,) * players

    def lines_of(self, happening: Happening) -> list[str]:
        """Return the lines about a step: the command in notation, then its events in words."""
        lines = []
        if happening.dealt:
            self._rounds.append(round_written(happening.dealt, []))
        if happening.command:
            lines = [write_line(happening.seat, happening.command), *(write_chance(*line) for line in happening.chance)]
            self._rounds[-1]["moves"] += lines
            self._draws += map(list, happening.among)
        other_events = [event for event in happening.events if not isinstance(event, SHOWN_AS_COMMANDS)]
        lines += [words for event in other_events if (words := event_words(event, self.names, None))]
        if engine.awaits_deal(happening.state.public) or engine.is_over(happening.state.public):
            lines += self._end_round(happening.state)
        return lines

    def _end_round(self, state: engine.Game) -> list[str]:
        """The roles of a round, and its payout."""
        result, before = state.public.results[-1], self._gold
        self._gold = tuple(own.worth for own in state.seats)
        self._rounds[-1]["expect"] = ends_written(state.public)[-1]
        self.won.update({result.roles[seat] for seat in result.winners} or {""})
        return [self._player(seat, role, self._gold[seat] - before[seat]) for seat, role in enumerate(result.roles)]

    def _player(self, seat: int, role: str, gain: int) -> str:
        about = {"name": self.names[seat], "role": role_name(role), "gain": gain}
        text = ngettext("%(name)s: %(role)s, %(gain)s nugget", "%(name)s: %(role)s, %(gain)s nuggets", gain)
        return text % about

    def summary(self, seed: int) -> str:
        """Return one line about the game: the nuggets of every player at its end."""
        gold = ", ".join(f"{name} {worth}" for name, worth in zip(self.names, self._gold, strict=True))
        return _("Seed %(seed)s: %(gold)s") % {"seed": seed, "gold": gold}

    def record(self, ruleset: Ruleset, secret: bytes) -> dict[str, Any]:
        """The game as a record with its result and its seed."""
        chance = {
            "scheme": SCHEME,
            "commitment": commitment(secret),
            "secret": secret.hex(),
            "words": [],
            "bots": [letter(seat) for seat in range(len(self.names))],
            "draws": self._draws,
            "rules": [RULES_VERSION],
        }
        return game_written(ruleset, list(self.names), self._rounds, chance)
