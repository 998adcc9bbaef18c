"""People: their accounts, how they sign in, what they prefer, and their friends. The grid is that of `games`.

- subjects: profile, friends, notices, feeds, chats, devices, vacations, mails, guests, farewell
- `names/`, `clocks/`: what may be a name and which names look alike; time zones and quiet hours
- `channels/`: one file for each notification channel, and one in `formats/` for each kind of chat
- `adapter`, `backends`: the hooks of django-allauth and Django
- `access`, `readers`: access to views; the language and time zone of a recipient
- `signals`: events for other applications
"""
