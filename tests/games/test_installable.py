"""The site as an app: what its manifest says, the icons that it names, and where its shortcut leads."""

import struct
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.art.tokens import DARK, LIGHT, TOKENS
from tests.games.tables import browser_of, in_position
from tests.site.translations import LANGUAGES

MANIFEST = "/manifest.webmanifest"


def manifest(language: str = "en") -> dict[str, Any]:
    answer = Client().get(MANIFEST, headers={"Accept-Language": language})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/manifest+json")
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer["Vary"].split(",")}
    content: dict[str, Any] = answer.json()
    return content


def size_of(path: str) -> str:
    """The size of a picture of the site, as manifests say it: the first numbers of a PNG."""
    found = finders.find(path.removeprefix("/static/"))
    assert isinstance(found, str)
    head = Path(found).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


@pytest.mark.django_db
def test_every_page_names_the_manifest() -> None:
    in_position(3)
    for client in (Client(), browser_of("Ann")):
        assert f'<link rel="manifest" href="{MANIFEST}">' in client.get("/").content.decode()


def test_it_opens_by_itself_on_the_first_page_and_stays_within_the_site() -> None:
    content = manifest()
    assert {content[name] for name in ("id", "start_url", "scope")} == {"/"}
    assert (content["display"], content["short_name"], content["name"]) == ("standalone", "Saboteur", "Saboteur by web")
    assert (content["background_color"], content["theme_color"]) == (TOKENS["bg"][LIGHT], TOKENS["mine"][DARK])


def test_its_icons_are_pictures_of_the_sizes_that_it_says() -> None:
    content = manifest()
    icons = [*content["icons"], *(icon for shortcut in content["shortcuts"] for icon in shortcut["icons"])]
    assert {icon["type"] for icon in icons} == {"image/png"}
    assert [size_of(icon["src"]) for icon in icons] == [icon["sizes"] for icon in icons]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in content["icons"]} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    cut = {icon["src"] for icon in content["icons"] if icon.get("purpose") == "maskable"}
    assert not cut & {icon["src"] for icon in content["icons"] if "purpose" not in icon}, "one that is cut has more rim"


@pytest.mark.django_db
def test_its_shortcut_leads_to_the_next_table_that_waits() -> None:
    in_position(3, code="fox", hands={"A": ["EW"]})
    (shortcut,) = manifest()["shortcuts"]
    assert shortcut["name"] == "Next table"
    answer = browser_of("Ann").get(urljoin("/", shortcut["url"]))
    assert (answer.status_code, answer["Location"]) == (302, "/t/fox/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_of_the_browser(language: str) -> None:
    content, english = manifest(language), manifest()
    assert content["lang"] == language
    assert content["description"] != english["description"]
    assert content["shortcuts"][0]["name"] != "Next table"
