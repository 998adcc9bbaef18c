"""From what one player may know, and what they have chosen, to plain values that a template draws."""

from games.tableau.choice import DISCARD, MINER, MODES, NOTHING, TRADE, Choice, Picked, Target
from games.tableau.giving import Gifts, gifts_of
from games.tableau.history import Line, last_move_of, lines_of, news_of
from games.tableau.links import Links
from games.tableau.mine import Frame, Mine, Spot, Still, frame_of, still_of
from games.tableau.motions import Motions, motions_of
from games.tableau.people import Row, Token
from games.tableau.picking import pick
from games.tableau.planning import Plan, plan_of, planning_of
from games.tableau.poll import PLANNING, Poll, asked_before, delay_after, first_poll, next_poll
from games.tableau.reveal import Ended, Reveal, Score, end_words, reveal_of, rounds_of, scores_of
from games.tableau.sightings import Sightings, as_known, remembers, sightings_of
from games.tableau.table import Panel, Tableau, tableau_of

__all__ = [
    "DISCARD",
    "MINER",
    "MODES",
    "NOTHING",
    "PLANNING",
    "TRADE",
    "Choice",
    "Ended",
    "Frame",
    "Gifts",
    "Line",
    "Links",
    "Mine",
    "Motions",
    "Panel",
    "Picked",
    "Plan",
    "Poll",
    "Reveal",
    "Row",
    "Score",
    "Sightings",
    "Spot",
    "Still",
    "Tableau",
    "Target",
    "Token",
    "as_known",
    "asked_before",
    "delay_after",
    "end_words",
    "first_poll",
    "frame_of",
    "gifts_of",
    "last_move_of",
    "lines_of",
    "motions_of",
    "news_of",
    "next_poll",
    "pick",
    "plan_of",
    "planning_of",
    "remembers",
    "reveal_of",
    "rounds_of",
    "scores_of",
    "sightings_of",
    "still_of",
    "tableau_of",
]
