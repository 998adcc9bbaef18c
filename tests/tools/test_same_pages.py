"""The comparison of pages finds what has changed, and takes no notice of white space and renamed classes."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tools.same_pages.compare import Pair, difference, lacking, once, pairs_of, seen, with_news

PAGE = '<!doctype html><html><body><p class="b c3" hx-on="find .b"><b>Ann</b> digs: <i>gold</i></p></body></html>'
RENAMED = {"b": "button", "cN": "column-N"}


@pytest.mark.parametrize(
    "after",
    [
        PAGE,
        PAGE.replace("<p", "\n\n  <p").replace("<b>", "\n    <b>").replace("</p>", "\n</p>"),
        PAGE.replace("<i>", "<i\n>").replace("</i>", "</i\n>"),
    ],
)
def test_white_space_between_elements_is_no_difference(after: str) -> None:
    assert difference(Pair("page.html", PAGE, after), {}) == ""


def test_classes_that_were_renamed_are_no_difference() -> None:
    after = PAGE.replace('"b c3"', '"column-3  button"').replace("find .b", "find .button")
    assert difference(Pair("page.html", PAGE, after), RENAMED) == ""
    assert difference(Pair("page.html", PAGE, after), {}) != ""


@pytest.mark.parametrize(
    "after",
    [
        PAGE.replace("gold", "coal"),
        PAGE.replace("<i>gold</i>", "gold"),
        PAGE.replace("c3", "c4"),
        PAGE.replace(' class="b c3"', ""),
        PAGE.replace("find .b", "find .k"),
    ],
)
def test_other_words_elements_and_attributes_are_a_difference(after: str) -> None:
    assert difference(Pair("page.html", PAGE, after), {}) != ""


def test_a_mail_in_plain_text_is_the_same_to_the_last_blank() -> None:
    assert difference(Pair("mail.txt", "Your turn\n", "Your turn\n"), {}) == ""
    assert difference(Pair("mail.txt", "Your turn\n", "Your  turn\n"), {}) != ""
    assert difference(Pair("mail.txt", "Your turn\n", "Your turn\n\n"), {}) != ""


@pytest.mark.parametrize(
    ("after", "printed"),
    [
        (PAGE.replace("<p", "\n  <p"), ""),
        (PAGE.replace("</b> digs", "</b>digs"), "reads otherwise"),
        (PAGE.replace("<b>Ann</b>", "<i>Ann</i>"), "looks otherwise"),
    ],
)
def test_white_space_that_a_reader_sees_is_a_difference(
    after: str, printed: str, tmp_path: Path, browser: Browser
) -> None:
    found = seen([Pair("page.html", PAGE, after)], tmp_path, tmp_path, browser)
    assert [printed in fault for fault in found] == ([True, True] if printed else [])


def test_missing_and_new_pages_are_reported_once(tmp_path: Path) -> None:
    for folder, names in (("before", "abd"), ("after", "abc")):
        (tmp_path / folder / "pages").mkdir(parents=True)
        for name in names:
            (tmp_path / folder / "pages" / f"{name}.html").write_text(PAGE)
    before, after = tmp_path / "before", tmp_path / "after"
    pairs = pairs_of(before, after)
    assert list(lacking(before, after)) == ["d.html is gone", "c.html is new"]
    assert [pair.name for pair in pairs] == ["a.html", "b.html"]
    assert len(once(pairs)) == 1


def test_a_page_is_shown_if_something_stands_beside_something_else_in_it() -> None:
    pages = [PAGE, PAGE.replace("Ann", "Bo").replace("c3", "c4"), PAGE.replace("<i>gold</i>", "<u>gold</u>")]
    pairs = [Pair(f"{number}.html", page, page) for number, page in enumerate(pages)]
    assert [pair.name for pair in with_news(pairs)] == ["0.html", "2.html"]
