"""From what one player may know, and what they have chosen, to plain values that a template draws.

- `table`: what pages with a mine draw, as one value; `mine`, `people`, `bar`, `orders`, `motions`, `spoken`, `talk`,
  `history` are its parts
- `choice`, `lighting`, `levels`, `links`, `reasons`, `hints`: what is chosen, what is lit and why nothing
  is, where links lead
- `hand`, `knowledge`, `suspicion`, `book`: the hand and which of its cards are new, what a player saw, what they noted
- `planning`, `giving`: a turn that is planned, hours that are given
- `steps`, `turning_points`, `checked_claims`: a round after one of its commands, what decided it, claims beside the
  truth
- `ceremony`, `reveal`, `final`, `honours`: the end of a round and of a game
- `markup`, `cases`, `thumbnail`, `picture`, `learn`: mine, hand and log as markup, rules in pictures, the mine small in
  lists and as a picture to share, lessons
- `feeds`, `poll`: a calendar and an Atom feed, when open pages ask
"""

from games.tableau.book import Book, book_of
from games.tableau.ceremony import unseen_round
from games.tableau.choice import DISCARD, MINER, MODES, NOTHING, TRADE, Choice, Picked, Target, pick
from games.tableau.final import Ended, Score, end_words, rounds_of, scores_of
from games.tableau.giving import Gifts, gifts_of
from games.tableau.hints import hint_of
from games.tableau.history import Line, last_move_of, lines_of, news_of
from games.tableau.honours import honours_of
from games.tableau.knowledge import Knowledge, as_known, knowledge_of, remembers
from games.tableau.links import Links
from games.tableau.mine import Frame, Mine, Spot, StaticMine, frame_of, static_mine_of
from games.tableau.motions import Motions, motions_of, voted_words
from games.tableau.people import Row, Token
from games.tableau.picture import as_png, picture_of_game
from games.tableau.planning import Plan, plan_of
from games.tableau.poll import (
    PLANNING,
    Poll,
    asked_before,
    delay_after,
    first_poll,
    next_poll,
    read_shown,
    report_address,
    untrue_in,
)
from games.tableau.reveal import Reveal, reveal_of
from games.tableau.steps import Reader, Replay, replay_of
from games.tableau.suspicion import Unsaved, thoughts_of, traces_of
from games.tableau.table import Panel, TablePage, table_page

__all__ = [
    "DISCARD",
    "MINER",
    "MODES",
    "NOTHING",
    "PLANNING",
    "TRADE",
    "Book",
    "Choice",
    "Ended",
    "Frame",
    "Gifts",
    "Knowledge",
    "Line",
    "Links",
    "Mine",
    "Motions",
    "Panel",
    "Picked",
    "Plan",
    "Poll",
    "Reader",
    "Replay",
    "Reveal",
    "Row",
    "Score",
    "Spot",
    "StaticMine",
    "TablePage",
    "Target",
    "Token",
    "Unsaved",
    "as_known",
    "as_png",
    "asked_before",
    "book_of",
    "delay_after",
    "end_words",
    "first_poll",
    "frame_of",
    "gifts_of",
    "hint_of",
    "honours_of",
    "knowledge_of",
    "last_move_of",
    "lines_of",
    "motions_of",
    "news_of",
    "next_poll",
    "pick",
    "picture_of_game",
    "plan_of",
    "read_shown",
    "remembers",
    "replay_of",
    "report_address",
    "reveal_of",
    "rounds_of",
    "scores_of",
    "static_mine_of",
    "table_page",
    "thoughts_of",
    "traces_of",
    "unseen_round",
    "untrue_in",
    "voted_words",
]
