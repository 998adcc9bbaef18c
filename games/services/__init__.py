"""Actions of people and of the clock: each function is one transaction on a locked table.

- `moves`, `sent`: a command and its consequences, the locking and saving of tables; commands that were sent before
- `lobby`, `options`, `beginning`, `seating`, `rematch`: tables before their game: players, options, seats, the first
  deal
- `guests`, `leaving`, `seat_links`: guests, players who leave, and seats for a new player
- `motions`, `ballots`: votes of a table, and how they are counted
- `plans`, `gifts`, `pauses`, `live`: plans, extra hours from the host, pauses and live play
- `timeouts`, `bot_turns`: time-outs, and moves of bots
- `talk`, `book`, `sharing`, `ceremony`, `unread`: messages, notes, shared games, which ends of rounds, moves and
  messages players have seen
- `notifications`, `chats`: a player's notification settings for a table, and the chat of a table
- `watching`: the links of watchers and of the board
- `coaching`: which players have a coach, and which are offered one
- `paces`: the paces of players, computed once a day
- `peeks`, `repairs`, `archive`: views and repairs of administrators, and finished games as files
"""
