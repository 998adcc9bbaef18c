"""An SVG file of pictures, each a ``<symbol>``: ``<use href="/static/cards.svg#id">``; and the pictures that are not of
cards."""

from collections.abc import Iterable, Mapping

from games.art import cards, icons, roles
from games.art.strokes import disc, placed
from games.art.tunnels import rock, start, tunnel
from games.rules.cards import GOLD_CARDS

MARKS: Mapping[str, str] = {
    **icons.TOOLS,
    "clock": icons.CLOCK,
    "crown": icons.CROWN,
    "bot": icons.BOT,
    "miner": icons.MINER,
}
"""Icons that stand alone."""


def tunnels(codes: Iterable[str]) -> dict[str, str]:
    """Tunnel cards, each drawn from its code, without the rock below."""
    return {f"t-{code}": tunnel(code) for code in codes}


def ground() -> dict[str, str]:
    """Rock and the start card."""
    return {f"r{kind}": rock(kind) for kind in range(3)} | {"t-start": start()}


def backs() -> dict[str, str]:
    """Face-down cards."""
    return {
        "role-unknown": roles.unknown(),
        "goal": cards.goal_back(),
        "back": cards.card_back(),
    }


def tokens_and_marks() -> dict[str, str]:
    """Gold, and marks in rows and lists."""
    drawn = {f"gold-{nuggets}": cards.gold_card(nuggets) for nuggets in GOLD_CARDS}
    drawn |= {f"i-{name}": cards.symbol(icon) for name, icon in MARKS.items()}
    drawn |= {"i-hand": cards.symbol(icons.HAND, 2), "i-pile": cards.symbol(icons.PILE, 2.6)}
    drawn |= {"i-gold": cards.symbol(icons.NUGGET, 3), "i-stone": cards.symbol(icons.COAL, 2.1)}
    return drawn


def chests_and_miners() -> dict[str, str]:
    """What lies and stands in the mine with some modules: closed chests, and miners."""
    token = disc(40, 50, 33, "pa", ' stroke="var(--ol)" stroke-width="3"')
    miners = {"a-miner": cards.action(icons.MINER), "x-miner": token + placed(icons.MINER, 40, 50, 0.95)}
    return {"chest-back": cards.chest_back()} | miners


def document(pictures: Mapping[str, str]) -> str:
    """The SVG document with pictures by their ids."""
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 80 100">{body}</symbol>' for name, body in pictures.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'
