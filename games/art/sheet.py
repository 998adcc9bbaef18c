"""The one SVG sheet: every picture of the game as a ``<symbol>``, used as ``<use href="/static/cards.svg#id">``."""

from collections.abc import Mapping

from games.art import cards, icons, roles
from games.art.strokes import disc, line, placed, shape
from games.art.tunnels import rock, start, tunnel
from games.rules.cards import BASE_TUNNELS, SABOTEUR2_TUNNELS

EMBLEMS = (
    (icons.LANTERN, "c3", "gl"),
    (icons.CART, "tg2", "pa"),
    (icons.CRYSTALS, "tb2", "pa2"),
    (icons.MUSHROOM, "r1", "c2"),
    (icons.BAT, "g1", "fl"),
    (icons.BEER, "sb", "pa2"),
    (icons.LADDER_WELL, "r3", "pa"),
    (icons.KEY, "f3", "pa"),
)
"""Pictures for tables in lists, each with its ground and its halo; they say nothing about the game or the player."""

CRATE = (
    placed(icons.PICKAXE, 0, -4, 0.9)
    + shape("M-24 2H24V24H-24Z", "wd")
    + line("M-24 13H24", "ol", 1.8)
    + line("M-24 2V24M24 2V24M-12 8V8M12 8V8M-12 18V18M12 18V18", "ol", 3)
)

MODULES: Mapping[str, str] = {
    "base": CRATE,
    "saboteur2": placed(icons.hat("tb"), -10, 2, 0.95) + placed(icons.hat("tg"), 11, 6, 0.95),
    "greedy": placed(icons.hat("no"), 0, -8, 0.9) + placed(icons.HEAP_OF_GOLD, 0, 15, 0.6),
    "swap-goals": icons.SWAP_GOALS,
    "treasury": icons.TREASURY,
    "veto": icons.VETO,
    "reverse": icons.REVERSE,
    "craftsman": icons.CRAFTSMAN,
    "guide": icons.GUIDE,
    "detour": icons.DETOUR,
    "tunnel-toll": icons.MINER,
    "costume-department": icons.COSTUME,
    "tunnel-party": icons.PARTY,
    "new-goals": icons.DRAGON,
    "treasure-chests": icons.CHEST,
    "sabotaged-dwarf": placed(icons.PICKAXE + icons.CRACK, 0, 0, 0.95),
    "tournament": icons.CROWN + line("M-14 20H14", "wd", 5),
}

MARKS: Mapping[str, str] = {
    **icons.TOOLS,
    **{f"break-{tool}": cards.broken(tool) for tool in icons.TOOLS},
    "theft": icons.THEFT,
    "trapped": icons.TRAPPED,
    "clock": icons.CLOCK,
    "crown": icons.CROWN,
    "bot": icons.BOT,
    "miner": icons.MINER,
}


def pictures() -> dict[str, str]:
    """Every symbol of the sheet: its id and its SVG."""
    drawn = {f"r{kind}": rock(kind) for kind in range(3)}
    drawn["t-start"] = start()
    drawn |= {f"t-{code}": tunnel(code) for code in (*BASE_TUNNELS, *SABOTEUR2_TUNNELS)}
    drawn |= {f"a-{name}": picture for name, picture in cards.ACTIONS.items()}
    drawn |= {f"role-{name}": roles.role(name) for name in roles.PORTRAITS} | {"role-unknown": roles.unknown()}
    drawn |= {"goal": cards.goal_back()} | {f"g-{name}": picture for name, picture in cards.GOALS.items()}
    drawn |= {"chest-back": cards.chest_back()} | {f"c-{name}": picture for name, picture in cards.CHESTS.items()}
    drawn["f-costume-department"] = cards.fixed(icons.COSTUME)
    drawn["f-tunnel-party"] = cards.fixed(icons.PARTY)
    token = disc(40, 50, 33, "pa", ' stroke="var(--ol)" stroke-width="3"')
    drawn["x-miner"] = token + placed(icons.MINER, 40, 50, 0.95)
    drawn |= {f"gold-{nuggets}": cards.gold_card(nuggets) for nuggets in (1, 2, 3)} | {"back": cards.card_back()}
    drawn |= {f"i-{name}": cards.symbol(icon) for name, icon in MARKS.items()}
    drawn |= {"i-hand": cards.symbol(icons.HAND, 2), "i-pile": cards.symbol(icons.PILE, 2.6)}
    drawn |= {"i-gold": cards.symbol(icons.NUGGET, 3), "i-stone": cards.symbol(icons.COAL, 2.1)}
    drawn |= {f"m-{name}": cards.picture(icon) for name, icon in MODULES.items()}
    drawn |= {f"e-{n}": cards.picture(icon, 1.1, ground, halo) for n, (icon, ground, halo) in enumerate(EMBLEMS)}
    return drawn


def sheet() -> str:
    """The sheet as an SVG document."""
    symbols = "".join(f'<symbol id="{name}" viewBox="0 0 80 100">{body}</symbol>' for name, body in pictures().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>\n'
