"""People: their accounts, how they sign in, what they prefer, and their friends. The grid is that of `games`.

- subjects: profile, friends, notices, feeds, chats, devices, vacations, mails, guests, farewell
- `names/`, `clocks/`: what may be a name and which names look alike; time zones and quiet hours
- `channels/`: one file for each way to be told, and one in `formats/` for each kind of chat
- `adapter`, `backends`: what django-allauth and Django ask for
- `doors`, `readers`: the door of every page; in whose language and zone words are
- `signals`: what other applications hear of
"""
