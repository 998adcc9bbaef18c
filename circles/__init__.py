"""Circles: named groups of people who play together again and again. `games` imports nothing from here.

- `models.circles`: a circle, its members and its link; `models.tables`: its tables, and answers to announced ones;
  `models.chats`: the chat to which its tables are posted
- `services`: the only writers; `selectors`: the readers, each with the number of its queries
- `admin`: circles in the admin, to be looked at
"""
