"""What people and the clock do: each function is one transaction on a locked table.

- `moves`, `sent`: a command, and all that follows by itself; it locks and saves tables for the others. What was sent
  before
- `lobby`, `options`, `beginning`, `seating`, `rematch`: a table that is set up: who sits there, what is played, how
  it begins
- `guests`, `leaving`, `seat_links`: who comes and goes, and seats for a new player
- `motions`, `ballots`: what a table decides together, and how it is counted
- `plans`, `gifts`, `pauses`, `live`: plans, hours that the host gives, clocks of days that stand still
- `timeouts`, `bot_turns`: what the clock does, and what bots do
- `talk`, `book`, `sharing`, `ceremony`, `unread`: words, notes, who shows a finished game, who was shown the end of a
  round, what players have seen
- `notifications`, `chats`: a player's notification settings for a table, and the chat of a table
- `paces`: how soon people answer, counted once a day
- `peeks`, `repairs`, `archive`: what an administrator sees and mends, and finished games as files
"""
