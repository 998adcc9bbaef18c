"""The costume department (R71): who first joins it to the start changes role."""

from games.rules.agenda import Play, Rules
from games.rules.fixed_cards import with_fixed_card


def extend(rules: Rules) -> Rules:
    """The fixed card on 4,-1."""
    return with_fixed_card(rules, "costume-department", "4,-1", Play.swap_role, for_all=False)
