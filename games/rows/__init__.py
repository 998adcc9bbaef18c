"""Access to rows below the services.

- `store`: the only module that decodes rows into a state and encodes a state into rows
- `corrupt`: rows that cannot be read
- `chance`: the random key of a table
- `notices`, `pulse`, `nudge`: notifications, versions for open pages, tasks for the queue
- `watching`: who may watch a game without a seat
- `archived`: the log of finished games, as rows or packed
- `retention`, `guest_tables`: how long rows are stored, and the tables that are deleted with their guests
- `book`, `sharing`, `bot_people`: notes and suspicions, the sharing of finished games, the users of bots
"""
