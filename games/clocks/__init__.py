"""Computations with time: clocks, deadlines and their texts.

- `ticking`, `deadlines`, `reminders`: the ticks of the site's clock, deadlines of seats, reminders of players
- `absence`, `planned`, `live`: absent players, plans for the next turn, tables that are played live
- `presets`, `digests`: presets of a table's clock, daily digests
- `paces`, `forecast`, `sun`: how fast people answer, when a round ends, the order of seats with the shortest cycle of
  turns
- `words`, `spans`, `parts`: texts about time: deadlines, durations, parts of days
"""
