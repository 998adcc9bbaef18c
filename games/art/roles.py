"""Portraits of the roles. The mark on the hat distinguishes roles without colour."""

from games.art.icons import NUGGET
from games.art.strokes import disc, facet, line, placed, plain, shape, slab

CALM = "M-11-5-5-7M11-5 5-7"
ANGRY = "M-12-6-4-3M12-6 4-3"


def dwarf(hat: str, beard: str, mark: str = "", extra: str = "", brows: str = CALM, brow: float = 3) -> str:
    """A portrait around 0,0: body, beard, face, hat. ``mark`` sits on the hat, ``extra`` comes on top of all."""
    return (
        shape("M-30 47C-30 20 30 20 30 47Z", hat)
        + shape("M-20-4C-24 22-12 36 0 42 12 36 24 22 20-4Z", beard)
        + shape("M-17-8H17V6C17 12 8 14 0 14S-17 12-17 6Z", "sk")
        + disc(0, 6, 4.6, "sk2")
        + disc(-7.5, 0, 2.1, "ol", "")
        + disc(7.5, 0, 2.1, "ol", "")
        + line(brows, "ol", brow)
        + shape("M-14 13C-8 8-3 10 0 13 3 10 8 8 14 13 9 18 4 18 0 15-4 18-9 18-14 13Z", beard)
        + shape("M-19-9C-19-26-8-27 2-42 6-28 19-25 19-9Z", hat)
        + shape("M-23-10C-10-16 10-16 23-10V-4C10-9-10-9-23-4Z", "wd")
        + mark
        + extra
    )


LAMP = disc(0, -17, 6.5, "fl")
DISC = '<circle cy="-21" r="6.2" fill="#fff"/>'
TRIANGLE = '<path d="M0-29 7.5-16.5H-7.5Z" fill="#fff"/>'
CROSSED = line("M-5-24 5-14M5-24-5-14", "no", 4.4)
CROWN = shape("M-9-15-11-27-4-21 0-29 4-21 11-27 9-15Z", "go")
MONOCLE = disc(7.5, 0, 6.5, "gl", ' fill-opacity=".4" stroke="var(--go)" stroke-width="2.6"')
CRYSTAL = placed(
    facet("0-10 5-5 3 7-3 7-5-5", "c1", ' stroke="var(--ol)" stroke-width="2.6" stroke-linejoin="round"'), 0, -22, 0.9
)
QUESTION = line("M-6-3C-6-12 7-12 7-4 7 2 0 2 0 8M0 16V16.2", "f1", 5)
GOLD_IN_ARMS = placed(NUGGET, -13, 36, 0.9) + placed(NUGGET, 13, 36, 0.9, 50) + placed(NUGGET, 0, 40)


def role(portrait: str, wall: str = "r1") -> str:
    """A whole role card: a portrait in its niche."""
    return _card(wall, "r2", portrait)


def unknown() -> str:
    """An unseen role card: a dwarf in the shadow."""
    shadow = plain(
        "M-30 47C-30 24-14 24-18 2L-23-4V-10L-19-12C-19-26-8-27 2-42 6-28 19-25 19-12L23-10V-4L18 2C14 24 30 24 30 47Z",
        "r3",
    )
    return _card("r1", "r2", shadow + QUESTION)


def cut_out(card: str) -> str:
    """The portrait of a role card without its wall and its niche, as it stands in scenes."""
    return card[card.index("<g ") :]


def _card(wall: str, niche: str, portrait: str) -> str:
    return f'{slab(wall)}<circle cx="40" cy="48" r="36" fill="var(--{niche})"/>{placed(portrait, 40, 52, 1.06)}'
