"""The mine in words: every card by its square, and the whole map as text, for example for screen readers."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.board import GOAL, START_SQUARE, Board, Square, board_of, square, written
from games.rules.cards import GOAL_TUNNELS, START
from games.rules.ruleset import compiled
from games.rules.sights import subject_of
from games.rules.tunnels import OPPOSITE, STEPS, TURNED
from games.rules.view import PlayerView
from games.wording.cards import beside_words, card_name, found_words, place_name, tunnel_words
from games.wording.lists import list_words
from games.wording.squares import lane_name, square_name


class Lane(NamedTuple):
    """A row of the table: the lane's letters, and the content of each of its squares, "" for nothing."""

    name: str
    cells: list[str]


class MineInWords(NamedTuple):
    """The map as sentences, and as a table: its columns are depths, its rows lanes."""

    sentences: list[str]
    depths: list[str]
    rows: list[Lane]


def map_in_words(view: PlayerView, announced: str = "") -> MineInWords:
    """Return the mine as a player sees it: what can be reached, open ends, goals with what was seen of them.

    `announced` is the sentence about a command that has no effect yet (R93).
    """
    public = view.public
    board = board_of(public.mine, public.face_down)
    sentences = [*filter(None, [announced]), _reach(board), _open_ends(board)]
    steps = steps_to_goals(board)
    goals = [at for at, kind in public.face_down.items() if kind == GOAL]
    goals += [at for at, card in public.mine.items() if _is_goal(card)]
    for at in sorted(goals, key=lambda at: (square(at)[1], square(at)[0])):
        sentences.append(square_words(view, at))
        if at in public.face_down:
            sentences.append(_distance(at, steps.get(at)))
    if public.miners:
        miners = [square_name(at) for at in public.miners]
        sentences.append(_("Miners stand at these open ends: %(squares)s.") % {"squares": list_words(miners)})
    if compiled(public.ruleset).miners:
        sentences.append(_("Miners that can still be put in this round: %(count)s.") % {"count": public.miners_left})
    cut_off = [square_name(at) for at in public.mine if square(at) not in board.live]
    if cut_off:
        sentences.append(_("Cut off from the start: %(squares)s.") % {"squares": list_words(cut_off)})
    return MineInWords(sentences, *_as_table(view))


def square_words(view: PlayerView, at: str) -> str:
    """Return the content of a square as text: `M4: green door, leads to M3 and M5`; "" for nothing."""
    public = view.public
    if at in public.fixed:
        about = {"place": place_name(public.fixed[at]), "sides": tunnel_words(public.mine[at], at)}
        return _("%(square)s: %(place)s, %(sides)s.") % {"square": square_name(at), **about}
    if at in public.mine:
        return _face_up(public.mine[at], at)
    if at not in public.face_down:
        return ""
    about = {"square": square_name(at), "found": seen_words(view, at)}
    if public.face_down[at] == GOAL:
        if about["found"]:
            return _("%(square)s: goal, you looked: %(found)s.") % about
        return _("%(square)s: goal, face down.") % about
    if about["found"]:
        return _("%(square)s: face-down card, you looked: %(found)s.") % about
    return _("%(square)s: face-down card.") % about


def miner_words(name: str) -> str:
    """Return whose miner is on an open end (R70)."""
    return _("A miner of %(name)s stands here.") % {"name": name}


def seen_words(view: PlayerView, at: str) -> str:
    """Return what the player last saw on a square, "" when they never did (R94)."""
    sightings = view.own.sightings if view.own else ()
    return next((found_words(one.sight) for one in reversed(sightings) if subject_of(one.sight) == at), "")


def _face_up(card: str, at: str) -> str:
    about = {"square": square_name(at), "sides": tunnel_words(card, at), "card": card_name(card)}
    if card == START:
        return _("%(square)s: the start.") % about
    if _is_goal(card):
        return _("%(square)s: goal, turned up: %(card)s, %(sides)s.") % about
    return _("%(square)s: %(sides)s.") % about


def _is_goal(card: str) -> bool:
    return card.removesuffix(TURNED) in GOAL_TUNNELS


def _reach(board: Board) -> str:
    count = len(board.live) - 1
    if len(board.cells) == 1:
        return _("Nothing is built yet. There’s only the start.")
    return ngettext(
        "From the start %(start)s you can reach %(count)s card.",
        "From the start %(start)s you can reach %(count)s cards.",
        count,
    ) % {"start": square_name(START_SQUARE), "count": count}


def _open_ends(board: Board) -> str:
    """Return the open sides joined to the start that lead to empty squares."""
    ends = []
    for at in sorted(board.live, key=lambda at: (at[1], at[0])):
        sides = sum(side for side, dx, dy, _side in STEPS if board.live[at] & side and _empty(board, at, dx, dy))
        if sides:
            about = {"square": square_name(written(at)), "squares": beside_words(written(at), sides)}
            # Translators: a card with open ends, like "K6 to K7 and L6".
            ends.append(_("%(square)s to %(squares)s") % about)
    if not ends:
        return _("There are no open ends.")
    return _("Open ends: %(ends)s.") % {"ends": "; ".join(ends)}


def _empty(board: Board, at: Square, dx: int, dy: int) -> bool:
    return board.is_free((at[0] + dx, at[1] + dy))


def _distance(at: str, steps: int | None) -> str:
    if steps is None:
        return _("No open end leads towards %(square)s.") % {"square": square_name(at)}
    return ngettext(
        "%(square)s is %(count)s card away from the nearest open end.",
        "%(square)s is %(count)s cards away from the nearest open end.",
        steps,
    ) % {"square": square_name(at), "count": steps}


def steps_to_goals(board: Board) -> Mapping[str, int]:
    """Return for each face-down goal the least number of empty squares to build on until it is reached.

    Cards that are already in the mine cost nothing. A goal that no open end can reach is missing.
    """
    found: dict[str, int] = {}
    known: set[tuple[Square, int]] = set()
    frame = _frame(board)
    now = [(at, 0) for at in board.edges]
    steps = 1
    while now:
        later: list[tuple[Square, int]] = []
        while now:
            place = now.pop()
            if place in known or place[0] not in frame:
                continue
            known.add(place)
            for there, side in _ways_on(board, *place):
                if board.sealed.get(there) == GOAL:
                    found.setdefault(written(there), steps)
                elif there in board.cells:
                    if board.cells[there].open & side:
                        now.append((there, board.cells[there].group(side)))
                elif board.is_free(there):
                    later.append((there, 0))
        if len(found) == sum(kind == GOAL for kind in board.sealed.values()):
            break
        now, steps = later, steps + 1
    return found


def _frame(board: Board) -> set[Square]:
    """Return all squares between the outermost cards, and one more on each side: no shorter path leaves them."""
    taken = [*board.cells, *board.sealed]
    depths = range(min(x for x, _y in taken) - 1, max(x for x, _y in taken) + 2)
    lanes = range(min(y for _x, y in taken) - 1, max(y for _x, y in taken) + 2)
    return {(x, y) for x in depths for y in lanes}


def _ways_on(board: Board, at: Square, group: int) -> list[tuple[Square, int]]:
    """Return the neighbours of an empty square, or of a group of a card, with the side at which each is entered."""
    sides = group or 0b1111
    return [((at[0] + dx, at[1] + dy), OPPOSITE[side]) for side, dx, dy, _side in STEPS if sides & side]


def _as_table(view: PlayerView) -> tuple[list[str], list[Lane]]:
    public = view.public
    taken = {square(at): at for at in (*public.mine, *public.face_down)}
    depths = range(min(x for x, _y in taken), max(x for x, _y in taken) + 1)
    lanes = range(min(y for _x, y in taken), max(y for _x, y in taken) + 1)
    rows = [Lane(lane_name(y), [_cell(view, taken.get((x, y))) for x in depths]) for y in lanes]
    return [str(x) for x in depths], rows


def _cell(view: PlayerView, at: str | None) -> str:
    """Return the content of a square, without its name, which is in the headers of the table."""
    public = view.public
    if at is None:
        return ""
    if at in public.mine:
        card = public.mine[at]
        if card == START:
            return card_name(card)
        if at in public.fixed:
            about = {"place": place_name(public.fixed[at]), "sides": tunnel_words(card, at)}
            return _("%(place)s, %(sides)s") % about
        if _is_goal(card):
            return _("%(card)s, %(sides)s") % {"card": card_name(card), "sides": tunnel_words(card, at)}
        return tunnel_words(card, at)
    found = seen_words(view, at)
    if public.face_down[at] == GOAL:
        return _("goal, you looked: %(found)s") % {"found": found} if found else _("goal, face down")
    return _("face-down card, you looked: %(found)s") % {"found": found} if found else _("face-down card")
