"""The tunnel party (R71): when it is first joined to the start, the roles of all players are dealt again."""

from games.rules.agenda import Play, Rules
from games.rules.fixed_cards import with_fixed_card


def _deal_roles_again(play: Play, seat: int) -> None:
    roles = play.shuffle("roles", tuple(own.role for own in play.seats))
    for other, role in enumerate(roles):
        play.give_role(other, role)


def extend(rules: Rules) -> Rules:
    """The fixed card on 4,1."""
    return with_fixed_card(rules, "tunnel-party", "4,1", _deal_roles_again, for_all=True)
