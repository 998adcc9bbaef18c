"""Whether two folders of pages show the same: `python -m tools.same_pages.compare BEFORE AFTER [--renamed FILE]`.

First their elements, attributes and texts are held together, without white space at the edges of elements and with
classes renamed. Then Chromium shows both, as wide as a phone and as a desk, with all that folds away open: pictures are
equal byte for byte, and so are words with the white space between them that a reader meets. `--quick` leaves that out.
Of pages that are made of the same neighbours one is shown; `--all` shows all. Mails in plain text are equal byte for
byte.
"""

import json
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import unified_diff
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tests.browser import ARGUMENTS, installed_browser

SITE = "http://pages.test"
WIDTHS = (390, 1280)
HEIGHT = 844
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
STYLED = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("tokens", "site"))
WORDS = "() => document.body.innerText"
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8"}
VERBATIM = ("pre", "textarea")


class Pair(NamedTuple):
    """Two pages of one name, as text."""

    name: str
    before: str
    after: str


class Outline(HTMLParser):
    """A page as lines: elements with their attributes in order, and texts; ``renamed`` maps old classes to new ones."""

    def __init__(self, markup: str, renamed: Mapping[str, str]) -> None:
        super().__init__()
        self.renamed = renamed
        self.lines: list[str] = []
        self.verbatim = 0
        self.text = ""
        self.feed(markup)
        self.close()
        self._end_text()

    def _end_text(self) -> None:
        text = self.text if self.verbatim else " ".join(self.text.split())
        if text:
            self.lines.append(f"  {text}")
        self.text = ""

    def _class(self, name: str) -> str:
        stem = name.rstrip("0123456789")
        return self.renamed.get(name) or self.renamed.get(f"{stem}N", stem).removesuffix("N") + name[len(stem) :]

    def _value(self, name: str, value: str) -> str:
        if name == "class":
            return " ".join(sorted(self._class(one) for one in value.split()))
        if value.lstrip().startswith("{"):
            return json.dumps(json.loads(value))
        if name.startswith("hx-"):
            value = re.sub(r"(?<=\.)[a-z-]+", lambda found: self._class(found[0]), value)
        return value if name == "value" else " ".join(value.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_text()
        attributes = sorted(f'{name}="{self._value(name, value or "")}"' for name, value in attrs)
        self.lines.append(f"<{' '.join([tag, *attributes])}>")
        self.verbatim += tag in VERBATIM

    def handle_endtag(self, tag: str) -> None:
        self._end_text()
        self.lines.append(f"</{tag}>")
        self.verbatim -= tag in VERBATIM

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_decl(self, decl: str) -> None:
        self.lines.append(f"<!{decl}>")


def outline(markup: str, renamed: Mapping[str, str]) -> list[str]:
    """The lines of a page; an element closed in its own tag is one that ends at once."""
    lines = Outline(markup, renamed).lines
    return [line for line in lines if line not in ("</use>", "</path>")]


def difference(pair: Pair, renamed: Mapping[str, str]) -> str:
    """Where the elements or words of two pages begin to differ, in a few lines; "" when nowhere."""
    if pair.before == pair.after:
        return ""
    if pair.name.endswith(".txt"):
        one, other = pair.before.splitlines(), pair.after.splitlines()
    else:
        one, other = outline(pair.before, renamed), outline(pair.after, {})
    found = list(unified_diff(one, other, lineterm="", n=1))[2:12]
    return "\n".join(found) or ("white space" if pair.name.endswith(".txt") else "")


# -- in a browser


class Shown(NamedTuple):
    """What Chromium shows of a page at one width."""

    picture: bytes
    words: str


def looks(page: Page, markup: str, static: Path, width: int) -> Shown:
    """A page, or a part of one, in a browser; style and pictures come from a folder."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        file = static / path.removeprefix("/static/")
        if path == "/":
            route.fulfill(
                body=markup if "<html" in markup else f"<!doctype html>{STYLED}{markup}", content_type=TYPES[".html"]
            )
        elif path.startswith("/static/") and file.is_file() and file.suffix in TYPES:
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            route.fulfill(status=404)

    page.unroute_all()
    page.route(f"{SITE}/**", answer)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.goto(f"{SITE}/")
    page.evaluate(UNFOLD)
    picture = page.screenshot(full_page=True, animations="disabled")
    return Shown(picture, page.evaluate(WORDS))


def seen(pairs: Sequence[Pair], before: Path, after: Path, browser: Browser) -> list[str]:
    """The names of pages that look or read otherwise in a browser, with what differs."""
    found = []
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for pair in pairs:
        for width in WIDTHS:
            one = looks(page, pair.before, before / "static", width)
            other = looks(page, pair.after, after / "static", width)
            if one.words != other.words:
                attributes = list(unified_diff(one.words.splitlines(), other.words.splitlines(), lineterm="", n=0))
                found.append(f"{pair.name} reads otherwise, {width} wide\n" + "\n".join(attributes[2:8]))
            elif one.picture != other.picture:
                found.append(f"{pair.name} looks otherwise, {width} wide")
    context.close()
    return found


@contextmanager
def a_browser() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(installed_browser()), args=ARGUMENTS)
        yield browser
        browser.close()


# -- the folders


def main(arguments: Sequence[str]) -> int:
    """Print what differs; 1 when something does."""
    parser = ArgumentParser(prog="python -m tools.same_pages.compare", description="Whether pages are the same.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--renamed", type=Path, help="a file of classes, a line each: the old name, the new name")
    parser.add_argument("--quick", action="store_true", help="do without a browser")
    parser.add_argument("--all", action="store_true", help="show each page, not just those with neighbours new to it")
    parser.add_argument("--only", default="", help="pages whose name has this in it")
    options = parser.parse_args(arguments)
    renamed = dict(line.split() for line in options.renamed.read_text().splitlines()) if options.renamed else {}
    faults = [*lacking(options.before, options.after)]
    pairs = [pair for pair in pairs_of(options.before, options.after) if options.only in pair.name]
    faults += [f"{pair.name}\n{attributes}" for pair in pairs if (attributes := difference(pair, renamed))]
    if not options.quick:
        same_style = files(options.before / "static") == files(options.after / "static")
        shown = [pair for pair in once(pairs) if not (same_style and pair.before == pair.after)]
        shown = shown if options.all else with_news(shown)
        print(f"{len(shown)} pages in the browser ...", flush=True)
        with a_browser() as browser:
            faults += seen(shown, options.before, options.after, browser)
    print("\n\n".join(faults))
    print(f"{len(pairs)} pages, {len(faults)} differences")
    return int(bool(faults) or not pairs)


def lacking(before: Path, after: Path) -> Iterator[str]:
    """Pages that one of the folders has alone."""
    one, other = ({path.name for path in (folder / "pages").iterdir()} for folder in (before, after))
    yield from (f"{name} is gone" for name in sorted(one - other))
    yield from (f"{name} is new" for name in sorted(other - one))


def pairs_of(before: Path, after: Path) -> list[Pair]:
    """The pages that both folders have."""
    names = sorted(path.name for path in (before / "pages").iterdir() if (after / "pages" / path.name).exists())
    return [Pair(name, *((folder / "pages" / name).read_text() for folder in (before, after))) for name in names]


def once(pairs: Sequence[Pair]) -> list[Pair]:
    """The pages, each that is asked for twice but once."""
    return list({(pair.before, pair.after): pair for pair in pairs if pair.name.endswith(".html")}.values())


def with_news(pairs: Sequence[Pair]) -> list[Pair]:
    """The pages in which some element stands beside another, or beside text, as in none before them."""
    met, found = set[tuple[str, ...]](), []
    for pair in pairs:
        kinds = [
            re.sub(r"\d+| (?!class=)[\w-]+=\"[^\"]*\"", "", line) if line[0] == "<" else ""
            for line in outline(pair.after, {})
        ]
        met_here = set(zip(kinds, kinds[1:], kinds[2:], strict=False))
        if met_here - met:
            met |= met_here
            found.append(pair)
    return found


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
