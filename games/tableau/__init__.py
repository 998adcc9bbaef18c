"""From what one player may know, and what they have chosen, to plain values that a template draws.

- `table`: what pages with a mine draw, as one value; `mine`, `people`, `bar`, `orders`, `motions`, `spoken`, `talk`,
  `history` are its parts
- `choice`, `lighting`, `links`, `reasons`, `hints`: what is chosen, what is lit and why nothing is, where links lead
- `options`: the options of a table in sentences, how well its bots play
- `hand`, `knowledge`, `suspicion`, `book`: the hand and which of its cards are new, what a player saw, what they noted
- `planning`, `giving`: a turn that is planned, hours that are given
- `steps`, `turning_points`, `checked_claims`: a round after one of its commands, what decided it, claims beside the
  truth
- `ceremony`, `reveal`, `final`, `honours`: the end of a round and of a game
- `markup`, `cases`, `thumbnail`, `picture`: mine, hand and log as markup, rules in pictures, the mine small in lists
  and as a picture to share
- `feeds`, `poll`: a calendar and an Atom feed, when open pages ask
"""
