"""From what one player may know, and what they have chosen, to plain values that a template draws."""

from games.tableau.choice import DISCARD, MINER, MODES, NOTHING, TRADE, Choice, Picked, Target
from games.tableau.giving import Gifts, gifts_of
from games.tableau.heartbeat import PLANNING, Heartbeat, first_beat, next_beat
from games.tableau.history import Line, last_move_of, lines_of, news_of
from games.tableau.knowledge import Knowledge, as_known, knowledge_of, remembers
from games.tableau.links import Links
from games.tableau.mine import Frame, Mine, Spot, Still, frame_of, still_of
from games.tableau.people import Row, Token
from games.tableau.picking import pick
from games.tableau.planning import Plan, plan_of, planning_of
from games.tableau.reveal import Ended, Reveal, Score, end_words, reveal_of, rounds_of, scores_of
from games.tableau.table import Panel, Tableau, tableau_of
from games.tableau.together import Together, together_of

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
    "Heartbeat",
    "Knowledge",
    "Line",
    "Links",
    "Mine",
    "Panel",
    "Picked",
    "Plan",
    "Reveal",
    "Row",
    "Score",
    "Spot",
    "Still",
    "Tableau",
    "Target",
    "Together",
    "Token",
    "as_known",
    "end_words",
    "first_beat",
    "frame_of",
    "gifts_of",
    "knowledge_of",
    "last_move_of",
    "lines_of",
    "news_of",
    "next_beat",
    "pick",
    "plan_of",
    "planning_of",
    "remembers",
    "reveal_of",
    "rounds_of",
    "scores_of",
    "still_of",
    "tableau_of",
    "together_of",
]
