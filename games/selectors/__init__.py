"""What pages read, and nothing that writes.

- `table`, `lobby`, `motions`, `talk`, `book`, `sharing`, `chats`: what one seat was told of a table, its people, its
  votes, its words
- `course`, `steps`: a round or a game that is looked back on, as a whole and step by step
- `home`, `glance`, `waiting`, `stops`: the first page: running games, what waits for a person, the way from one to
  the next
- `feeds`: what programs fetch for a person
- `paces`, `forecast`: how soon people answer, as they and others read it, and what a forecast is made of
"""
