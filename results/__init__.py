"""Results of finished games and statistics over them.

- `rounds.py` reads a finished game as values, `statistics.py` counts what happened in a round: one function for each
  statistic. `counts.py` adds nested counts.
- `models.py`: the results of games, rounds and seats, and the sums of what a player sees of another (`Together`).
- `services/recording.py` writes them when a game is over, in a worker; `services/recount.py` computes all of them again
  from the logs.
- `selectors/` read the sums for one viewer, `figures/` make pages, tables and charts of them.
"""
