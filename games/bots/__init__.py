"""Bots: they play from what their seat may know and nothing else, sensibly rather than strongly.

- `choice`, `answers`: what is chosen, in a turn and when asked; `digger`, `saboteur`, `loner`, `onlooker` and
  `people` weigh
- `situation`, `surroundings`, `route`, `mine_cards`, `fortune`: a view as one seat reads it, and the way to the gold
- `past`, `acts`: what each act did to the mine
- `likelihoods`, `odds`, `beliefs`, `knowledge`: how likely each role is, from tables learnt from games
- `hearsay`, `talk`, `reasons`: what others claim, what a bot claims, why a player is trusted or suspected
- `manner`, `grudges`: levels and tempers; what beginners think of players
- `teams`, `colours`: how the teams of Saboteur 2 take friends and foes
- `match`: whole games of bots among themselves, without a site

>>> from games import bots
>>> callable(bots.choose)
True
"""

from games.bots.choice import choose
from games.bots.manner import Manner, drawn
from games.bots.talk import claim_of

__all__ = ["Manner", "choose", "claim_of", "drawn"]
