"""From the knowledge and the choice of one player to plain values that templates draw.

- `table`: the content of pages with a mine, as one value; `mine`, `people`, `bar`, `orders`, `motions`, `spoken`,
  `talk`, `history` are its parts
- `choice`, `lighting`, `links`, `reasons`: the choice, the legal squares and why others are not, addresses
- `coach`: what the coach of a newcomer says
- `options`: the options of a table in sentences, how well its bots play
- `hand`, `knowledge`, `suspicion`, `book`: the hand and its new cards, what a player has seen, what they noted
- `planning`, `giving`: the plan for a turn, hours that the host gives
- `steps`, `turning_points`, `checked_claims`: the replay of a round, its turning points, claims compared with the
  truth
- `deal`, `ceremony`, `reveal`, `finished_mine`, `final`, `honours`: the beginning and the end of a round, the end of a
  game
- `markup`, `thumbnail`, `picture`: mine, hand and log as markup, the mine small in lists
  and as a picture to share
- `watching`: what people without a seat see besides
- `feeds`, `poll`: a calendar and an Atom feed, when open pages poll
"""
