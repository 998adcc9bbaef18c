"""Roles (R10, R30, R60) and how many of each are shuffled."""

DIGGER = "digger"
SABOTEUR = "saboteur"
BLUE = "blue"
GREEN = "green"
BOSS = "boss"
PROFITEER = "profiteer"
GEOLOGIST = "geologist"
GREEDY = "greedy"

DOORS = frozenset({BLUE, GREEN})
"""The teams that have doors (R36)."""
DIGGERS = frozenset({DIGGER, *DOORS})
"""The diggers of the base game and those of both teams (R10, R30)."""
ALL_ROLES = (DIGGER, BLUE, GREEN, SABOTEUR, BOSS, PROFITEER, GEOLOGIST, GREEDY)

BASE_ROLES = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
"""Players: saboteurs and diggers among the role cards, one card more than players (R10)."""

BASE_HANDS = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
"""Players: cards in a hand (R10)."""

SABOTEUR2_ROLES = {BLUE: 4, GREEN: 4, SABOTEUR: 3, BOSS: 1, PROFITEER: 1, GEOLOGIST: 2}
"""The fifteen roles of R30."""
