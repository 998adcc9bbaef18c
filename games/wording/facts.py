"""Facts that follow from the rules of a table, and why a choice of rules is refused, in words."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.errors import Refused
from games.rules.roles import SABOTEUR
from games.rules.ruleset import check_players
from games.rules.table import Ruleset
from games.sheets import MODULES
from games.wording.cards import role_name
from games.wording.cited import uncited
from games.wording.lists import list_words
from games.wording.refusals import refusal_words
from games.wording.rulesets import module_name

FEW = 2


@dataclass(frozen=True)
class Facts:
    """The facts about a table with a number of players: role cards by name, cards in a hand and in the first pile.

    `gold` is how gold cards are taken, "" if there are none. `against` is the number of saboteurs among the role cards.
    """

    game: str
    players: int
    roles: list[tuple[str, int]]
    roles_aside: int
    hand: int
    pile: int
    rounds: int
    gold: str
    added: list[str]
    against: int = 0

    @property
    def few_against(self) -> bool:
        """Whether no more than two players can be saboteurs."""
        return self.against <= FEW

    @property
    def role_words(self) -> str:
        """Return the role cards and how many there are of each."""
        return list_words([_("%(count)s × %(role)s") % {"count": count, "role": role} for role, count in self.roles])


def facts(ruleset: Ruleset, players: int) -> Facts:
    """Return the facts for a number of players; Refused when the rules do not allow so many."""
    rules = check_players(ruleset, players)
    roles, hand = rules.roles(players), rules.hand_size(players)
    return Facts(
        game=module_name(ruleset.rules),
        players=players,
        roles=[(role_name(role), count) for role, count in Counter(roles).items()],
        roles_aside=len(roles) - players,
        hand=hand,
        pile=sum(rules.catalogue.values()) - rules.aside - hand * players,
        rounds=ruleset.rounds,
        gold=ruleset.gold_draft if rules.gold_cards else "",
        added=[module_name(name) for name in (*ruleset.modules, *ruleset.variants)],
        against=sum(role == SABOTEUR for role in roles),
    )


def facts_if_any(ruleset: Ruleset, players: int) -> Facts | None:
    """Return the facts for a number of players; None when the rules do not allow so many."""
    try:
        return facts(ruleset, players)
    except Refused:
        return None


def module_line(name: str) -> str:
    """Return a sentence about a game, an expansion, a card or a variant."""
    return str(MODULES[name].line)


def why_not(refused: Refused) -> str:
    """Return why a choice of rules is refused, in one sentence with the names of the modules."""
    about = dict(refused.about)
    for key in {"name", "other"} & about.keys():
        about[key] = module_name(str(about[key]))
    return uncited(refusal_words(Refused(refused.code, refused.rule, **about), ()))
