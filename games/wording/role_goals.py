"""The goal of a role under the rules in force, composed of clauses of the sheets."""

from games.rules.ruleset import GAMES, VARIANTS
from games.rules.table import Ruleset
from games.sheets import MODULES, ROLES
from games.sheets.sheet import CLAUSES, Clause


def goal_clauses(role: str, ruleset: Ruleset) -> list[Clause]:
    """Return the clauses of a role's goal. A clause of a module replaces that of the role's sheet."""
    found = {clause.about: clause for clause in ROLES[role].goal}
    for module in (ruleset.rules, *ruleset.variants, *ruleset.modules):
        found |= {clause.about: clause for clause in MODULES[module].goals_of_roles.get(role, ())}
    return [found[about] for about in CLAUSES if about in found]


def role_goal(role: str, ruleset: Ruleset) -> str:
    """Return the goal of a role, for its player: one sentence for each clause."""
    return " ".join(str(clause.words) for clause in goal_clauses(role, ruleset))


def goal_in_short(role: str, module: str) -> str:
    """Return the goal of a role with a game, an expansion or a variant, without exceptions on other pages."""
    clauses = goal_clauses(role, ruleset_with(module))
    return " ".join(str(clause.words) for clause in clauses if clause.about != "but")


def home_of(role: str) -> Ruleset:
    """Return the rules in which a role is explained without a table: those of the game that brings it."""
    module = next(name for name, sheet in MODULES.items() if any(one.name == role for one in sheet.roles))
    return ruleset_with(module)


def ruleset_with(module: str) -> Ruleset:
    """Return a game alone, or the base game with an expansion or a variant.

    >>> ruleset_with("tournament").variants
    ('tournament',)
    """
    if module in GAMES:
        return Ruleset(rules=module)
    return Ruleset(variants=(module,)) if module in VARIANTS else Ruleset(modules=(module,))


def other_goals(role: str) -> dict[str, str]:
    """Return by game, expansion or variant the goal of a role, if it differs there from the one in its own game."""
    home = home_of(role)
    return {
        name: role_goal(role, ruleset_with(name))
        for name, sheet in MODULES.items()
        if role in sheet.goals_of_roles and ruleset_with(name) != home
    }
