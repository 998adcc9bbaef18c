"""Bots: they play from what their seat may know and nothing else, sensibly rather than strongly.

>>> from games import bots
>>> callable(bots.choose)
True
"""

from games.bots.choice import choose
from games.bots.manner import Manner, drawn
from games.bots.talk import claim_of

__all__ = ["Manner", "choose", "claim_of", "drawn"]
