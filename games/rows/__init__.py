"""Rows and what goes with them.

- `store`: the one place where rows become a state and a state becomes rows
- `corrupt`: parts that cannot be read
- `chance`: what chance is made of
- `notices`, `pulse`, `nudge`: notifications, versions for open pages, tasks for the queue
- `retention`, `guest_tables`: how long rows are stored, and the tables that go with their guests
- `book`, `sharing`, `bot_people`: notes and suspicions, who shows a finished game, the bots as people
"""
