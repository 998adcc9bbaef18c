"""Icons: small pictures in a box from -28 to 28 around 0,0. Cards, tokens, marks and emblems are made of them."""

from games.art.strokes import disc, facet, line, placed, plain, ring, shape

NUGGET = shape("M-9 4-6-6 2-9 9-3 8 6 0 10Z", "go") + plain("M-6-6 2-9 3-1-4 2Z", "go2")

PICKAXE = (
    line("M-17 20 10-9", "ol", 10)
    + line("M-17 20 10-9", "wd", 5.4)
    + shape("M-13-21C5-24 24-8 22 14 17 1 2-13-13-21Z", "st")
    + line("M1-17C10-13 16-7 19 0", "st2", 2.4)
)
LANTERN = (
    line("M-8-17C-8-27 8-27 8-17")
    + shape("M-11-17H11L8-10H-8Z", "st")
    + shape("M-11-10H11L13 14H-13Z", "gl")
    + plain("M0-6C7 2 6 11 0 11S-7 2 0-6Z", "fl")
    + shape("M-15 14H15V21H-15Z", "st")
    + line("M-5-10-6 14M5-10 6 14", "ol", 1.8)
)
CART = (
    placed(NUGGET, -8, -11, 0.9)
    + placed(NUGGET, 8, -12, 0.8, 60)
    + shape("M-23-8H23L17 13H-17Z", "wd")
    + line("M-20 1H20", "wd2", 3)
    + line("M-9-6-7 11M9-6 7 11", "ol", 1.8)
    + disc(-11, 18, 6.5, "st")
    + disc(11, 18, 6.5, "st")
    + disc(-11, 18, 1.6, "ol", "")
    + disc(11, 18, 1.6, "ol", "")
)
TOOLS = {"pickaxe": PICKAXE, "lantern": LANTERN, "cart": CART}

CRACK = line("M-6-30 3-13-7-3 6 8-4 18 3 31", "ol", 8.5) + line("M-6-30 3-13-7-3 6 8-4 18 3 31", "pa", 4.6)
"""What makes a tool a broken one."""

STONE = shape("M-14 8-11-5 0-11 11-6 14 6 4 12Z", "b1") + plain("M-11-5 0-11 3-2-6 2Z", "b2")
COAL = shape("M-14 8-11-5 0-11 11-6 14 6 4 12Z", "ol") + plain("M-11-5 0-11 3-2-6 2ZM5 2 10-3 11 4Z", "st2")
HEAP_OF_GOLD = placed(NUGGET, -12, 8, 1.5) + placed(NUGGET, 13, 10, 1.4, 70) + placed(NUGGET, 0, -6, 1.7, 20)
ROCKFALL = (
    placed(STONE, -9, 12)
    + placed(STONE, 11, 14, 0.85, 150)
    + placed(STONE, 2, -9, 0.8, 40)
    + line("M-15-24V-13M18-24V-10M5-27V-24")
)
MAP = (
    shape("M-23-15-8-20 8-15 23-20V15L8 20-8 15-23 20Z", "pa2")
    + line("M-8-20V15M8-15V20", "ol", 1.6)
    + line("M-17 10C-10 2-2 12 3 2", "wd", 3)
    + line("M9-10 17-2M17-10 9-2", "no", 4.2)
)
MASK = (
    shape("M-24-8C-14-14-6-9 0-6 6-9 14-14 24-8 24 6 14 12 7 10 3 9 2 5 0 5S-3 9-7 10C-14 12-24 6-24-8Z", "ol")
    + disc(-11, -1, 4.4, "pa", "")
    + disc(11, -1, 4.4, "pa", "")
)
THEFT = placed(NUGGET, 0, 15, 1.1) + placed(MASK, 0, -7)
HANDS_OFF = placed(THEFT, scale=0.86) + ring(0, 0, 25, "ok", 5) + line("M-17.7 17.7 17.7-17.7", "ok", 5)


def hat(colour: str) -> str:
    """A pointed hat with a brim."""
    return shape("M-15 10C-13-4-4-8 3-23 7-9 13-2 15 10Z", colour) + shape(
        "M-18 9C-8 4 8 4 18 9V15C8 11-8 11-18 15Z", "wd"
    )


def small_card(colour: str, body: str = "", x: float = 0, y: float = 0, turn: float = 0) -> str:
    """A card seen from afar."""
    return placed(shape("M-8-9Q-8-11-6-11H6Q8-11 8-9V9Q8 11 6 11H-6Q-8 11-8 9Z", colour) + body, x, y, 1, turn)


BACK = small_card("r2", line("M-3-3 3 3M3-3-3 3", "f1", 2.2))
"""The back of a card, small."""

ARROWS = line("M-25 4C-24 22-10 26 0 24M-6 19 1 24-5 29", "ol", 3.4) + line(
    "M25-4C24-22 10-26 0-24M6-19-1-24 5-29", "ol", 3.4
)
"""Two arrows in a circle: things change places."""

CROSS = line("M-4-4 4 4M4-4-4 4", "go", 4)

TRAPPED = (
    placed(hat("tb"), 0, 5, 0.8)
    + line("M-20-20H20M-20 22H20M-20-20V22M-7-20V22M7-20V22M20-20V22", "ol", 4.6)
    + line("M-20-20H20M-20 22H20", "st", 1.8)
)
KEY = (
    disc(-11, -11, 11, "go")
    + disc(-11, -11, 4, "pa")
    + line("M-3-3 19 19M19 19 24 14M11 11 17 5", "ol", 8)
    + line("M-3-3 19 19M19 19 23 15M11 11 16 6", "go", 3.6)
)
INSPECTION = (
    line("M10 10 24 24", "ol", 10)
    + line("M12 12 23 23", "wd", 5)
    + disc(-4, -4, 19, "gl")
    + shape("M-18-4C-11-13 3-13 10-4 3 5-11 5-18-4Z", "pa")
    + disc(-4, -4, 4.6, "ol", "")
)
SWAP_HATS = placed(hat("tb"), -9, 2, 0.72) + placed(hat("tg"), 10, 3, 0.72) + ARROWS
SWAP_HANDS = (
    small_card("pa2", "", -13, -2, -22)
    + small_card("pa2", "", -7, -1, 8)
    + small_card("r2", "", 7, 1, -8)
    + small_card("r2", "", 13, 2, 22)
    + ARROWS
)
SWAP_GOALS = small_card("g1", CROSS, -11) + small_card("g1", CROSS, 11) + ARROWS
FAN = small_card("pa2", "", -8, 6, -28) + small_card("pa2", "", 0, 3, -6) + small_card("pa2", "", 8, 5, 18)
TREASURY = FAN + placed(NUGGET, 1, -12, 1.1)
VETO = shape("M-10-24H10L24-10V10L10 24H-10L-24 10V-10Z", "no") + line("M-10-10 10 10M10-10-10 10", "pa", 6.5)
REVERSE = placed(ARROWS, scale=0.95) + placed(ARROWS, scale=0.55, turn=90)
CRAFTSMAN = placed(PICKAXE, -11, 6, 0.58) + placed(LANTERN, 12, 6, 0.58) + placed(CART, 0, -13, 0.52)
GUIDE = (
    shape("M-24-16C-14-20-5-17 0-12 5-17 14-20 24-16V15C14 11 5 13 0 18-5 13-14 11-24 15Z", "pa2")
    + line("M0-12V18", "ol", 2)
    + line("M-18-7C-10-9-8 6-4 2M5 5C9-8 14 4 19-8", "wd")
)
DETOUR = (
    small_card("r2", line("M-8 0H8", "f1", 6), -12, 10)
    + small_card("pa", "", 13, -8)
    + line("M-12-6C-12-22 2-24 10-23M4-28 11-23 5-17", "no", 3.6)
)
MINER = placed(hat("no"), -6, -3, 0.9) + disc(11, 13, 10.5, "go") + line("M11 8V18")
SACK = shape("M-6-15C-20-4-22 20-12 21H12C22 20 20-4 6-15L9-22H-9Z", "wd") + line("M-8-15H8", "pa")
SACK_OF_ONE = SACK + placed(NUGGET, 0, 7, 0.9)
SACK_OF_TWO = SACK + placed(NUGGET, -6, 9, 0.75) + placed(NUGGET, 7, 6, 0.75, 70)
DRAGON = (
    shape(
        "M-24 12C-24-12-8-22 4-20L10-27 12-17C20-14 25-7 25-2L10 2C14 8 22 8 24 8 18 22 2 24-8 18-14 22-22 20-24 12Z",
        "tg",
    )
    + disc(9, -10, 3, "go")
    + shape("M10 2 13 8 16 2 19 7 22 0", "pa")
    + line("M-16 2C-12-6-6-8 0-8", "tg2")
)
SPIDER = (
    line(
        "M-6-2C-16-16-20-14-25-6M-7 3C-18-2-22 2-26 8M-6 8C-14 10-18 16-19 23"
        "M6-2C16-16 20-14 25-6M7 3C18-2 22 2 26 8M6 8C14 10 18 16 19 23",
        "ol",
        3.2,
    )
    + disc(0, 8, 11, "b1")
    + disc(0, -8, 7.5, "b1")
    + disc(-3, -9, 1.7, "no", "")
    + disc(3, -9, 1.7, "no", "")
    + line("M-4 5 4 13M4 5-4 13", "no", 2.6)
)
CHEST = (
    shape("M-22-2C-22-18 22-18 22-2Z", "wd")
    + shape("M-22-2H22V18H-22Z", "wd")
    + line("M-22-2H22M-12-12V18M12-12V18")
    + shape("M-5-5H5V7H-5Z", "go")
)
PARTY = (
    line("M-26-16C-10-4 10-4 26-16")
    + shape("M-22-13-11-8-18 3Z", "tb")
    + shape("M-8-7 4-6-1 6Z", "go")
    + shape("M8-7 19-12 17 1Z", "tg")
    + placed(LANTERN, 0, 15, 0.5)
    + line("M-20 20-14 12M20 20 14 12M-22 10H-18M22 10H18", "go")
)
COSTUME = placed(hat("no"), 0, 8, 0.8) + line("M-20-6 0-18 20-6ZM0-18C0-24 8-22 5-27")

HAND = FAN
PILE = (
    small_card("r2", "", -3, 4)
    + small_card("r2", "", 0, 1)
    + small_card("r2", line("M-4-4 4 4M4-4-4 4", "f1", 2.4), 3, -2)
)
CLOCK = disc(0, 0, 20, "pa") + line("M0-11V1L8 6", "ol", 4)
CROWN = shape("M-18 14-22-12-9-1 0-18 9-1 22-12 18 14Z", "go") + line("M-15 8H15", "wd")
BOT = (
    line("M0-16V-25")
    + disc(0, -25, 3, "fl")
    + shape("M-18-11Q-18-16-13-16H13Q18-16 18-11V13Q18 18 13 18H-13Q-18 18-18 13Z", "st")
    + disc(-7, -3, 4, "fl")
    + disc(7, -3, 4, "fl")
    + line("M-8 9H8")
)
CRYSTAL = facet("0-15 5-9 5 7 0 12-5 7-5-9", "c1", ' stroke="var(--ol)" stroke-width="1.6"') + facet(
    "0-15 5-9 1-6-2 8-5 7-5-9", "c2"
)
EYE = shape("M-22 0C-12-15 12-15 22 0 12 15-12 15-22 0Z", "pa") + disc(0, 0, 7.5, "tb") + disc(0, 0, 3, "ol", "")
NO_SIGN = ring(0, 0, 25, "no", 5) + line("M-17.7-17.7 17.7 17.7", "no", 5)
