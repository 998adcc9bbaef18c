"""Time in values.

- `ticking`, `deadlines`, `reminders`: how the clock of the site ticks, when time runs out, when a player is reminded
- `absence`, `planned`, `live`: who is away, plans for the next turn, a table that is played live
- `presets`, `digests`: how fast a table plays, summaries of the day
- `paces`, `forecast`, `sun`: how soon people answer, when a round ends, the order of seats in which turns go round
  fastest
- `words`, `spans`, `parts`: time in words: deadlines, lengths, parts of days
"""
