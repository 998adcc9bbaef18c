"""The texts of the game: every sentence about squares, cards, events, refusals, commands and the mine.

Each sentence is one message of the catalogues in ``locale/`` with named placeholders. Names of players are inserted
unescaped; the page that shows a sentence escapes it. All functions use the language that is active when they are
called.

`pay` contains the payout reasons. The texts of the rule book are in `handbook`.
"""

from games.wording.asks import answer_words, answered_words, ask_words, asked_words, button_words, default_words
from games.wording.cards import (
    before_words,
    card_laid,
    card_name,
    chest_name,
    found_words,
    goal_name,
    place_name,
    role_name,
    screen_words,
    tunnel_words,
)
from games.wording.cited import uncited
from games.wording.commands import command_words, toll_words
from games.wording.draws import discard_words, draw_words
from games.wording.events import event_words, result_words, whisper_words, who_won_words
from games.wording.honours import honour_name
from games.wording.in_force import option_words
from games.wording.lists import list_words, names_words, seats_words
from games.wording.mine import Lane, MineInWords, map_in_words, miner_words, seen_words, square_words
from games.wording.orders import order_words, ordered_words
from games.wording.pay import pay_words, round_facts
from games.wording.plans import delay_words, planned_words
from games.wording.refusals import refusal_words
from games.wording.role_goals import role_goal
from games.wording.rulesets import edition_words, module_name
from games.wording.settled import reached_words
from games.wording.squares import lane_name, square_at, square_name
from games.wording.talk import claim_words, former_player, truth_of_goal_words, truth_of_player_words
from games.wording.turning_points import turning_point_name
from games.wording.verdicts import (
    ending_words,
    gold_words,
    how_it_ended_words,
    own_place_words,
    verdict_words,
    winner_words,
    worth_words,
)

__all__ = [
    "Lane",
    "MineInWords",
    "answer_words",
    "answered_words",
    "ask_words",
    "asked_words",
    "before_words",
    "button_words",
    "card_laid",
    "card_name",
    "chest_name",
    "claim_words",
    "command_words",
    "default_words",
    "delay_words",
    "discard_words",
    "draw_words",
    "edition_words",
    "ending_words",
    "event_words",
    "former_player",
    "found_words",
    "goal_name",
    "gold_words",
    "honour_name",
    "how_it_ended_words",
    "lane_name",
    "list_words",
    "map_in_words",
    "miner_words",
    "module_name",
    "names_words",
    "option_words",
    "order_words",
    "ordered_words",
    "own_place_words",
    "pay_words",
    "place_name",
    "planned_words",
    "reached_words",
    "refusal_words",
    "result_words",
    "role_goal",
    "role_name",
    "round_facts",
    "screen_words",
    "seats_words",
    "seen_words",
    "square_at",
    "square_name",
    "square_words",
    "toll_words",
    "truth_of_goal_words",
    "truth_of_player_words",
    "tunnel_words",
    "turning_point_name",
    "uncited",
    "verdict_words",
    "whisper_words",
    "who_won_words",
    "winner_words",
    "worth_words",
]
