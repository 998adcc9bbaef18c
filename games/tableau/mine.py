"""The mine as squares of a frame: what lies where, what is lit, what is previewed.

The frame holds all cards and every square at which a tunnel could go on: it follows from what all see and stays where
it is while somebody chooses.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.rules.board import Board, Square, board_of, square, written
from games.rules.cards import CARDS, GOAL_TUNNELS, START
from games.rules.commands import Lay
from games.rules.engine import Public
from games.rules.tunnels import STEPS, TURNED
from games.rules.view import PlayerView
from games.tableau.choice import Picked
from games.tableau.links import Links
from games.wording import command_words, lane_name, seen_words, square_name

_NOTES = {"gold": "i-gold"}


class Frame(NamedTuple):
    """The part of the mine that is shown: its corner in the north-west, columns and rows in squares."""

    west: int
    north: int
    columns: int
    rows: int

    def holds(self, at: Square) -> bool:
        """Whether a square lies in the frame."""
        return 0 <= at[0] - self.west < self.columns and 0 <= at[1] - self.north < self.rows

    @property
    def depths(self) -> list[int]:
        """The depth of each column."""
        return list(range(self.west, self.west + self.columns))

    @property
    def lanes(self) -> list[str]:
        """The letters of each row."""
        return [lane_name(y) for y in range(self.north, self.north + self.rows)]


class Spot(NamedTuple):
    """One square: what lies on it (`laid`; "goal" or "chest" face down; "" nothing), its classes, what it leads to.

    `words` is said besides what lies there; `note` is the mark of what the player saw; `value` makes a button of the
    link, which plays the card at once.
    """

    at: str
    laid: str = ""
    classes: tuple[str, ...] = ()
    words: str = ""
    note: str = ""
    href: str = ""
    link: str = ""
    value: str = ""


class Mine(NamedTuple):
    """All squares with something on them or to be done there, in the order in which the focus goes through them."""

    frame: Frame
    spots: tuple[Spot, ...]
    cards: int


class Still(NamedTuple):
    """A mine that is only looked at, with the view from which its texts are taken."""

    view: PlayerView
    mine: Mine


def frame_of(public: Public) -> Frame:
    """The frame of a mine."""
    board = board_of(public.mine, public.face_down)
    shown = [*board.cells, *board.sealed, *board.edges]
    west, north = min(x for x, _y in shown), min(y for _x, y in shown)
    columns, rows = max(x for x, _y in shown) - west + 1, max(y for _x, y in shown) - north + 1
    return Frame(west, north, columns, rows)


def mine_of(
    view: PlayerView, picked: Picked, links: Links, *, names: Sequence[str], at_once: bool, fresh: frozenset[str]
) -> Mine:
    """The mine as a player sees it while choosing. `at_once`: tunnels are laid without being confirmed.

    `fresh` are the squares whose card the player has not seen yet.
    """
    public, frame = view.public, frame_of(view.public)
    board = board_of(public.mine, public.face_down)
    spots = {square(at): _face_up(public, board, at, fresh) for at in public.mine}
    spots |= {square(at): _face_down(view, at) for at in public.face_down}
    if picked.ways:
        _light(spots, view, picked, links, names, at_once)
    later: list[Spot] = []
    if picked.card and picked.command is None:
        later = [
            _dark(spots.get(at), at, picked, links) for at in _worth_asking(board, spots, picked) if frame.holds(at)
        ]
        for spot in later:
            spots.pop(square(spot.at), None)
    return Mine(frame, (*sorted(spots.values(), key=_place), *later), len(public.mine))


def _face_up(public: Public, board: Board, at: str, fresh: frozenset[str]) -> Spot:
    laid, classes, words = public.mine[at], [], []
    if public.last_laid is not None and public.last_laid.at == at:
        classes.append("last")
        words.append(_("The last card laid."))
    if square(at) not in board.live:
        classes.append("unlit")
        words.append(_("Cut off from the start."))
    if at in fresh:
        classes.append("turned" if laid.removesuffix(TURNED) in GOAL_TUNNELS else "new")
    return Spot(at, laid, tuple(classes), " ".join(words))


def _face_down(view: PlayerView, at: str) -> Spot:
    sightings = view.own.sightings if view.own else ()
    found = next((one.found for one in reversed(sightings) if one.what == at), "")
    seen = seen_words(view, at)
    note = _NOTES.get(found, "i-stone") if seen else ""
    return Spot(at, view.public.face_down[at], note=note)


# -- while a card is chosen


def _light(
    spots: dict[Square, Spot], view: PlayerView, picked: Picked, links: Links, names: Sequence[str], at_once: bool
) -> None:
    """Light the squares on which the chosen card may be played, and show the preview."""
    kind = _kind(picked.card)
    for target, ways in picked.targets.items():
        if not target.at or " " in target.at:
            continue
        at = square(target.at)
        spot = spots.get(at, Spot(target.at))
        if picked.choice.at == target.at:
            spots[at] = _preview(spot, picked, links)
            continue
        first, both = ways[0], len(ways) > 1
        classes = ("lit", *kind, *(("dim",) if picked.choice.at else ()))
        link = _how(first, both=both) if isinstance(first, Lay) else command_words(first, names, view)
        value = ""
        if at_once and isinstance(first, Lay) and not both:
            value = square_name(target.at) + TURNED * first.turned
        href = links.card(picked.card, at=target.at)
        spots[at] = spot._replace(classes=(*spot.classes, *classes), href=href, link=link, value=value)


def _kind(card: str) -> tuple[str, ...]:
    if CARDS[card].is_tunnel:
        return ()
    return ("take",) if CARDS[card].effect == "rockfall" else ("look",)


def _how(way: Lay, *, both: bool) -> str:
    about = {"square": square_name(way.at)}
    if both:
        return _("Lay it at %(square)s, either way up") % about
    return (_("Lay it at %(square)s, turned to fit") if way.turned else _("Lay it at %(square)s, as held")) % about


def _preview(spot: Spot, picked: Picked, links: Links) -> Spot:
    command, about = picked.command, {"square": square_name(spot.at)}
    if not isinstance(command, Lay):
        return spot._replace(classes=(*spot.classes, "ghost"), words=_("Your choice."))
    href = links.card(picked.card, at=spot.at, turned=command.turned != picked.turnable)
    link = _("Your choice: %(square)s. Turn the card.") if picked.turnable else _("Your choice: %(square)s.")
    laid = command.card + TURNED * command.turned
    return spot._replace(laid=laid, classes=(*spot.classes, "ghost"), href=href, link=link % about)


# -- squares that are not lit, which say why


def _worth_asking(board: Board, spots: dict[Square, Spot], picked: Picked) -> Iterable[Square]:
    """Where somebody might have wished to play the chosen card."""
    lit = {square(target.at) for target in picked.targets if target.at and " " not in target.at}
    if CARDS[picked.card].is_tunnel:
        near = {(x + dx, y + dy) for x, y in board.cells for _side, dx, dy, _touching in STEPS}
        return sorted((at for at in near - lit if board.is_free(at)), key=lambda at: (at[1], at[0]))
    if not lit:
        return []
    special = [at for at, spot in spots.items() if spot.laid and _is_special(spot.laid)]
    return sorted(set(special) - lit, key=lambda at: (at[1], at[0]))


def _is_special(laid: str) -> bool:
    name = laid.removesuffix(TURNED)
    return name in GOAL_TUNNELS or name == START or name not in CARDS


def _dark(spot: Spot | None, at: Square, picked: Picked, links: Links) -> Spot:
    name = written(at)
    spot = spot or Spot(name)
    link = _("%(square)s is not lit: why?") % {"square": square_name(name)}
    return spot._replace(href=links.card(picked.card, at=name), link=link)


# -- mines to look at


def still_of(view: PlayerView, number: int | None = None) -> Still:
    """The mine as it was at the end of a round, or as it is now; KeyError when there was no such round."""
    public = view.public
    if number is not None:
        mine = {result.round: result.mine for result in public.results}[number]
        public = replace(public, mine=mine, face_down={}, last_laid=None)
    seen = PlayerView(public=public, own=None, asks=())
    board = board_of(public.mine, public.face_down)
    spots = [_face_up(public, board, at, frozenset()) for at in public.mine]
    spots += [Spot(at, kind) for at, kind in public.face_down.items()]
    return Still(seen, Mine(frame_of(public), tuple(sorted(spots, key=_place)), len(public.mine)))


def _place(spot: Spot) -> Square:
    x, y = square(spot.at)
    return y, x
