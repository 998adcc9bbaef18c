"""Queries for pages. Nothing here writes.

- `table`, `lobby`, `motions`, `talk`, `book`, `sharing`, `chats`: the events of a table for one seat, its players,
  votes and messages
- `course`, `steps`: a past round or game, as a whole and step by step
- `home`, `glance`, `waiting`, `stops`: the first page: running games, what waits for a user, the way from one table to
  the next
- `watching`: the game of a watch link or a board
- `feeds`: data that programs fetch for a user
- `paces`, `forecast`: the paces of players, for themselves and for others, and the input of a forecast
"""
