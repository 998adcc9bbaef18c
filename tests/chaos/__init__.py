"""A whole site whose processes are killed at random while people play, and what must still hold afterwards.

`test_chaos.py` starts web, worker, beat, PostgreSQL, Redis and a mail server (`children.py`, `post.py`), lets players
play over HTTP (`players.py`), kills, and then holds what players were told against what is there (`evidence.py`).
"""
