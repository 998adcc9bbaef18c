"""The types of the API. They belong to the API alone: the rules may change without them.

- `commands`: moves, answers, orders and claims, to and from commands of the rules
- `tables`: tables, and what one player may know of a game
- `log`: the log of a table and replays of its rounds
- `people`: who one is, what waits
- `seats`: letters of seats

Squares are text `x,y`, cards their names in `docs/notation.md`, seats letters from `A` clockwise, times UTC.
"""
