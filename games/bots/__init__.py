"""Bots: they play from the knowledge of their seat only, sensibly rather than strongly.

- `choice`, `answers`: the choice of a move and of an answer; `digger`, `saboteur`, `loner`, `onlooker` and `people`
  weigh commands
- `situation`, `surroundings`, `route`, `mine_cards`, `fortune`: evaluation of a view, and the way to the gold
- `past`, `acts`: the effect of each act on the mine
- `likelihoods`, `odds`, `beliefs`, `knowledge`: the probability of each role, from tables learnt from games
- `hearsay`, `talk`, `reasons`: claims of others, claims of a bot, reasons to trust or suspect a player
- `manner`, `grudges`: levels and tempers; how beginners judge players
- `teams`, `colours`: the teams of Saboteur 2, friends and foes
- `match`: whole games of bots, without a site

>>> from games import bots
>>> callable(bots.choose)
True
"""

from games.bots.choice import choose
from games.bots.manner import Manner, drawn
from games.bots.talk import claim_of

__all__ = ["Manner", "choose", "claim_of", "drawn"]
