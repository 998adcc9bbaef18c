"""Whether all of a page can be read, found by measuring: on screens of all sizes, with large text, with long words."""

from pathlib import Path
from random import Random

from playwright.sync_api import Page

from accounts.models import User
from games.models import Game
from tests.conftest import SOAK

#: What of an open page cannot be read, as sentences.
UNREADABLE = Path(__file__).with_name("measure.js").read_text()
#: Lets a page show what folds away.
UNFOLD = "() => { for (const it of document.querySelectorAll('main details.fold')) it.open = true; }"
TEXT_SIZE = "(size) => { document.documentElement.style.fontSize = size; }"
#: Makes words as long as they are in German: short ones by half, longer ones by a quarter; names stay, addresses,
#: the names of cards in a hand and the status line, whose longest forms are measured in each language.
LENGTHEN = """(names) => {
  const called = new Set(names.flatMap((name) => name.match(/\\p{L}+/gu) ?? []));
  const longer = (word) => word.length > 13 || called.has(word) || word.includes("@") ? word
    : word + "nungen".slice(0, Math.ceil(word.length / (word.length < 8 ? 2 : 4)));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.parentElement.closest("script, style, svg, pre, code, .letter, .hand .label, #prompt, #details")) {
      node.data = node.data.replace(/\\S*@\\S*|\\p{L}{3,}/gu, longer);
    }
  }
}"""
NARROW, PHONE, DESK = (320, 640), (390, 844), (1280, 800)
#: The ways to look at a page: its name, the size of the screen, that of text, and whether words are longer.
WAYS = (
    ("320", NARROW, "", False),
    ("390", PHONE, "", False),
    ("1280", DESK, "", False),
    ("390, text twice as large", PHONE, "200%", False),
    ("320, text twice as large", NARROW, "200%", False),
    ("320, longer words", NARROW, "", True),
    ("390, longer words", PHONE, "", True),
    ("1280, longer words", DESK, "", True),
)
#: Those that leave the words of a page as they are.
AS_THEY_ARE = {way for way, _size, _text, longer in WAYS if not longer}
#: Those in which most is found.
HARD = {"320, text twice as large", "320, longer words", "1280, longer words"}


def names_of_ways(chance: Random) -> set[str]:
    """In which ways a page is looked at here: a soak leaves none out, else one is drawn beside the hard ones."""
    every = [way for way, *_how in WAYS]
    return set(every) if SOAK else HARD | {chance.choice(every)}


def unreadable(page: Page, ways: set[str]) -> dict[str, list[str]]:
    """What cannot be read on an open page in each of these ways; without a reload; the page is changed by it."""
    found, lengthened = {}, False
    page.evaluate(UNFOLD)
    for way, (width, height), size, longer in WAYS:
        if way in ways:
            if longer and not lengthened:
                page.evaluate(LENGTHEN, names())
                lengthened = True
            page.evaluate(TEXT_SIZE, size)
            page.set_viewport_size({"width": width, "height": height})
            found[way] = page.evaluate(UNREADABLE)
    return found


def names() -> list[str]:
    """What people and tables are called, in any language."""
    return [*User.objects.values_list("username", flat=True), *Game.objects.values_list("name", flat=True)]
