"""The highlights in the mine while a player chooses: legal squares, the preview, and why other squares are illegal."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.rules.board import Square, board_of, square, written
from games.rules.cards import CARDS, GOAL_TUNNELS, START
from games.rules.commands import Choose, Command, Lay, PlayCard
from games.rules.tunnels import SIDES, STEPS, TURNED
from games.rules.view import PlayerView
from games.sheets import aim_of
from games.sheets.sheet import Aim
from games.tableau.choice import MINER, PLAYS_CARDS, Choice, Picked
from games.tableau.links import Links
from games.tableau.mine import Mine, Spot, frame_of, mine_of
from games.wording import command_words, square_name, toll_words, uncited

Spots = dict[Square, Spot]


def lit_mine(
    view: PlayerView, spots: Spots, picked: Picked, links: Links, *, names: Sequence[str], at_once: bool
) -> Mine:
    """Return the mine as a player sees it while choosing. `at_once`: tunnels are laid without confirmation."""
    if not view.menu:
        return mine_of(view.public, spots)
    if view.my_decision not in PLAYS_CARDS:
        _light_answers(spots, view, picked, links)
        return mine_of(view.public, spots)
    card, mode = picked.choice.card, picked.choice.mode
    if mode == MINER:
        _light_ends(spots, picked, links)
    elif card and not mode:
        _light(spots, view, picked, links, names, at_once)
    if mode or picked.command is not None:
        return mine_of(view.public, spots)
    _mark_clash(spots, picked)
    asking = [_dark(spots.get(at), at, card, links) for at in asking_squares(view, spots, picked, card)]
    return mine_of(view.public, spots, asking)


def _light(spots: Spots, view: PlayerView, picked: Picked, links: Links, names: Sequence[str], at_once: bool) -> None:
    """Mark the squares on which the chosen card may be played, and add the preview."""
    card, choice, command = picked.choice.card, picked.choice, picked.command
    aim = aim_of(card)
    first = choice.at if aim is Aim.TWO_GOALS else ""
    if aim is Aim.ROOM and not CARDS[card].is_tunnel and picked.targets:
        _lift(spots, view)
    if first:
        _hold(spots, first)
    classes = (*classes_of(aim), *(("dim",) if command is not None else ()))
    for target, ways in picked.targets.items():
        if not target.at:
            continue
        at = square(target.at)
        spot = spots.get(at, Spot(target.at))
        if command is not None and target.at == (choice.also or choice.at):
            spots[at] = _preview(spot, view, picked, links, aim)
            continue
        both = len({way.turned for way in ways if isinstance(way, Lay | PlayCard)}) > 1
        toll = uncited(toll_words(view, target.at, getattr(ways[0], "payer", None), names))
        value = ""
        if at_once and isinstance(ways[0], Lay) and not both and not toll:
            value = square_name(target.at) + TURNED * ways[0].turned
        link = f"{lit_words(ways[0], target.at, view, names, aim, both=both)} {toll}".rstrip()
        spots[at] = spot._replace(
            classes=(*spot.classes, *classes),
            href=links.card(card, at=first or target.at, also=target.at if first else ""),
            link=link,
            value=value,
            sends=links.move if value else "",
        )


_KINDS = {Aim.ROOM: (), Aim.LYING: ("take",)}
"""The squares whose links do more than select something."""


def _lift(spots: Spots, view: PlayerView) -> None:
    """Fade the card that is to be moved at its old place (R67)."""
    last = view.public.last_laid
    if last is not None and square(last.at) in spots:
        spot = spots[square(last.at)]
        spots[square(last.at)] = spot._replace(classes=(*spot.classes, "moving"), words=_("This card will move."))


def _hold(spots: Spots, at: str) -> None:
    """Mark the first of two goals, which is chosen already."""
    spot = spots[square(at)]
    spots[square(at)] = spot._replace(classes=(*spot.classes, "ghost"), words=_("Your first choice."))


def classes_of(aim: Aim) -> tuple[str, ...]:
    """Return the classes of a square that a card may be played on."""
    return ("lit", *_KINDS.get(aim, ("look",)))


def lit_words(way: Command, at: str, view: PlayerView, names: Sequence[str], aim: Aim, *, both: bool) -> str:
    """Return the text of a lit square; `both`: the card fits either way up."""
    about = {"square": square_name(at)}
    if isinstance(way, PlayCard) and len(way.at) > 1:
        return _("Take the goal at %(square)s") % about
    if not isinstance(way, Lay | PlayCard) or aim is not Aim.ROOM:
        return command_words(way, names, view)
    if both:
        return _("Lay it at %(square)s, either way up") % about
    return (_("Lay it at %(square)s, turned to fit") if way.turned else _("Lay it at %(square)s, as held")) % about


def _preview(spot: Spot, view: PlayerView, picked: Picked, links: Links, aim: Aim) -> Spot:
    command, about = picked.command, {"square": square_name(spot.at)}
    if not isinstance(command, Lay | PlayCard) or aim is not Aim.ROOM:
        words = " ".join(filter(None, (spot.words, _("Your choice."))))
        return spot._replace(classes=(*spot.classes, "ghost"), words=words)
    href = links.to(picked.choice._replace(turned=command.turned != picked.turnable))
    link = _("Your choice: %(square)s. Turn the card.") if picked.turnable else _("Your choice: %(square)s.")
    laid = command.card if isinstance(command, Lay) else _moved(view)
    classes = tuple(css for css in spot.classes if css != "moving")
    laid += TURNED * command.turned
    return spot._replace(laid=laid, classes=(*classes, "ghost"), href=href, link=link % about, miner="")


def _moved(view: PlayerView) -> str:
    """Return the name of the card that was laid last."""
    last = view.public.last_laid
    return view.public.mine[last.at].removesuffix(TURNED) if last is not None else START


# -- open ends for a miner, answers to a decision


def _light_ends(spots: Spots, picked: Picked, links: Links) -> None:
    """Mark the open ends on which a miner may be put (R70)."""
    for target in picked.targets:
        spot, about = spots.get(square(target.at), Spot(target.at)), {"square": square_name(target.at)}
        if picked.choice.at == target.at:
            link = _("Your choice: %(square)s.") % about
            href = links.to(Choice(mode=MINER, at=target.at))
            spot = spot._replace(classes=(*spot.classes, "ghost"), miner=link, href=href, link=link)
        else:
            dim = ("dim",) if picked.choice.at else ()
            link = _("Put the miner on %(square)s") % about
            href = links.to(Choice(mode=MINER, at=target.at))
            spot = spot._replace(classes=(*spot.classes, "lit", *dim), href=href, link=link)
        spots[square(target.at)] = spot


def _light_answers(spots: Spots, view: PlayerView, picked: Picked, links: Links) -> None:
    """Mark the squares that are answers to a decision; their links tick the answer in the bar (R20, R73)."""
    for command in view.menu:
        if not isinstance(command, Choose) or "," not in command.answer or square(command.answer) not in spots:
            continue
        at = square(command.answer)
        spot = spots[at]
        if picked.choice.at == command.answer:
            spots[at] = spot._replace(classes=(*spot.classes, "ghost"), words=_("Your choice."))
        else:
            link, href = _("Choose %(square)s") % {"square": square_name(spot.at)}, links.to(Choice(at=spot.at))
            spots[at] = spot._replace(classes=(*spot.classes, "lit", "look"), href=href, link=link)


# -- illegal squares with their reasons


def _mark_clash(spots: Spots, picked: Picked) -> None:
    """Mark the edge at which the chosen card does not match a neighbour."""
    about = picked.refused.about if picked.refused is not None else {}
    if "beside" not in about:
        return
    at, beside = square(str(about["at"])), square(str(about["beside"]))
    side = next(name for bit, name in SIDES if beside == _across(at, bit))
    spots[at] = spots.get(at, Spot(str(about["at"])))._replace(clash=side)


def _across(at: Square, side: int) -> Square:
    return next((at[0] + dx, at[1] + dy) for bit, dx, dy, _touching in STEPS if bit == side)


def asking_squares(view: PlayerView, spots: Spots, picked: Picked, card: str) -> list[Square]:
    """Return the illegal squares in the frame for the chosen card, or for any card."""
    public, lit = view.public, {square(target.at) for target in picked.targets if target.at}
    if card and picked.choice.at:
        lit.add(square(picked.choice.at))
    found: Iterable[Square]
    if not card or aim_of(card) is Aim.ROOM:
        board = board_of(public.mine, public.face_down)
        near = {(x + dx, y + dy) for x, y in board.cells for _side, dx, dy, _touching in STEPS} - lit
        found = frame_of(public).within(near - board.cells.keys() - board.sealed.keys())
        if not card:
            found = [*found, *(board.sealed.keys() - lit)]
    elif not lit:
        return []
    else:
        found = {at for at, spot in spots.items() if spot.laid and _is_special(spot.laid)} - lit
    return sorted(found, key=lambda at: (at[1], at[0]))


def _is_special(laid: str) -> bool:
    name = laid.removesuffix(TURNED)
    return name in GOAL_TUNNELS or name == START or name not in CARDS


def _dark(spot: Spot | None, at: Square, card: str, links: Links) -> Spot:
    name = written(at)
    spot = spot or Spot(name)
    link = _("%(square)s isn’t lit. Why?") % {"square": square_name(name)}
    href = links.to(Choice(card=card, at=name))
    return spot._replace(href=href, link=link, by_arrow=not card)
