"""From what one player may know, and what they have chosen, to plain values that a template draws."""

from games.tableau.choice import NOTHING, Choice, Picked, Target, pick
from games.tableau.heartbeat import Heartbeat, first_beat, next_beat
from games.tableau.history import Line, last_move_of, lines_of, news_of
from games.tableau.links import Links
from games.tableau.mine import Frame, Mine, Spot, Still, frame_of, still_of
from games.tableau.people import Row, Token
from games.tableau.reveal import Ended, Reveal, Score, end_words, reveal_of, rounds_of, scores_of
from games.tableau.table import Panel, Tableau, tableau_of

__all__ = [
    "NOTHING",
    "Choice",
    "Ended",
    "Frame",
    "Heartbeat",
    "Line",
    "Links",
    "Mine",
    "Panel",
    "Picked",
    "Reveal",
    "Row",
    "Score",
    "Spot",
    "Still",
    "Tableau",
    "Target",
    "Token",
    "end_words",
    "first_beat",
    "frame_of",
    "last_move_of",
    "lines_of",
    "news_of",
    "next_beat",
    "pick",
    "reveal_of",
    "rounds_of",
    "scores_of",
    "still_of",
    "tableau_of",
]
