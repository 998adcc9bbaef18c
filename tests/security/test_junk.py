"""Malformed input gets a sentence, never an error of the site, and what is refused has changed nothing."""

from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.tableau.links import card_token, move_key
from tests.conftest import SOAK
from tests.games.pages import HX, Page
from tests.security.junk import FORMS, JUNK, QUERIES
from tests.security.rows import Rows, all_rows, undone
from tests.security.scene import ROUTES, Scene

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("junk")]

EACH = len(JUNK) if SOAK else 1
"""Junk tried in each field."""
FORM = "application/x-www-form-urlencoded"
NOWHERE = (("anonymous", "/nowhere/"), ("turn", "/nowhere/"), ("turn", "/t/nowhere/"))
"""Who comes to addresses behind which there is nothing."""


def some_junk(rng: Random) -> Iterator[str]:
    """Junk without end; each comes up before one comes again."""
    while True:
        yield from rng.sample(JUNK, len(JUNK))


def kind_for(name: str) -> str:
    """Who would get furthest at an address."""
    if name.startswith("admin:"):
        return "anonymous" if name == "admin:login" else "superuser"
    if name in ("account_login", "account_signup", "account_reset_password"):
        return "anonymous"
    return {"games:join": "invited", "games:move": "turn"}.get(name, "host")


def code_for(name: str) -> str:
    """At which table it would."""
    return "runs" if name in QUERIES or name == "games:move" else "open"


def is_answered_well(response: Any, before: Rows, changes: Any, about: object) -> None:
    """Check that a request was answered with a sentence, and left nothing when it was refused."""
    assert response.status_code < 500, about
    if response.status_code >= 400:
        assert changes.left(before) == [], about
        is_explained = response.status_code == 405 or Page(response).words.strip() or "pulse" in str(about)
        assert is_explained, about


def test_junk_in_any_field_of_any_form_is_answered_with_a_sentence(scene: Scene, chance: Random) -> None:
    before, junk = all_rows(), some_junk(chance)
    for name, fields in FORMS.items():
        kind, code = kind_for(name), code_for(name)
        address, form = scene.address(name, code, kind), scene.form(name, code, kind)
        for field in fields:
            for _ in range(EACH):
                value = next(junk)
                body = f"{urlencode({key: said for key, said in form.items() if key != field})}&{field}={value}"
                headers = HX if chance.random() < 0.3 else {}
                with undone() as changes:
                    response = scene.ask(kind, "POST", address, body.encode(), content_type=FORM, headers=headers)
                    changes.matter = response.status_code >= 400
                is_answered_well(response, before, changes, (name, field, value[:40], headers))


def test_junk_in_the_query_of_an_address_is_answered_with_a_sentence(scene: Scene, chance: Random) -> None:
    before, junk = all_rows(), some_junk(chance)
    for name, fields in QUERIES.items():
        kind = kind_for(name)
        address = scene.address(name, "runs", kind)
        address += "&" if "?" in address else "?"
        for field in fields:
            for _ in range(EACH):
                value = next(junk)[:4000]
                with undone() as changes:
                    response = scene.ask(kind, "GET", f"{address}{field}={value}")
                    changes.matter = response.status_code >= 400
                is_answered_well(response, before, changes, (name, field, value[:40]))


def test_junk_in_the_path_of_an_address_is_answered_with_a_sentence(scene: Scene, chance: Random) -> None:
    before, junk = all_rows(), some_junk(chance)
    paths = ["/t/{}/", "/t/{}/log/", "/t/{}/move", "/t/runs/round/{}/", "/t/runs/pulse/{}", "/t/{}/beat", "/join/{}/"]
    paths += [
        "/{}",
        "/rules/cards/{}/",
        "/rules/modules/{}/",
        "/rules/r/{}/",
        "/rules/guide/{}/",
        "/admin/games/game/{}/change/",
    ]
    paths += ["/admin/games/seat/{}/change/", "/admin/accounts/user/{}/change/", "/admin/r/{}/1/", "/static/{}"]
    paths += ["/accounts/confirm-email/{}/", "/accounts/password/reset/key/1-{}/", "/accounts/password/reset/key/{}-x/"]
    paths += ["/feeds/{}/calendar.ics", "/feeds/{}/tables.atom"]
    for path in paths:
        for _ in range(EACH):
            for method, kind in (("GET", "superuser_seated"), ("POST", "host")):
                address = path.format(next(junk)[:4000])
                with undone() as changes:
                    response = scene.ask(kind, method, address)
                    changes.matter = response.status_code >= 400
                is_answered_well(response, before, changes, (method, address[:80], "pulse" if "pulse" in path else ""))


CHARSETS = (
    "utf-16", "utf-7", "utf-32", "idna", "punycode", "rot13", "hex", "base64", "zlib", "unicode_escape", "undefined",
    "cp037", "iso2022_jp", "latin-1", "\xff",
)  # fmt: skip
PARTS = b'--b\r\nContent-Disposition: form-data; name="seq\xff"\r\n\r\n\xff\xfe1\r\n--b--\r\n'
FILE = b'--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\nx\r\n'
ODD: dict[str, tuple[str, dict[str, Any]]] = {
    "json": ("POST", {"data": b'{"seq": 1}', "content_type": "application/json"}),
    "deep json": ("POST", {"data": b"[" * 50_000, "content_type": "application/json"}),
    "no boundary": ("POST", {"data": b"x", "content_type": "multipart/form-data"}),
    "broken parts": ("POST", {"data": b"--b\r\nx", "content_type": "multipart/form-data; boundary=b"}),
    "too many fields": ("POST", {"data": b"a=1&" * 1500, "content_type": FORM}),
    "too long a body": ("POST", {"data": b"a=" + b"x" * 3_000_000, "content_type": FORM}),
    "unknown charset": ("POST", {"data": b"a=1", "content_type": f"{FORM}; charset=klingon"}),
    **{
        f"{charset} in {kind}": ("POST", {"data": body, "content_type": f"{kind}; charset={charset}"})
        for charset in CHARSETS
        for kind, body in ((FORM, b"\xff\xfea\x00"), ("multipart/form-data; boundary=b", PARTS))
    },
    "too many files": ("POST", {"data": FILE * 200 + b"--b--\r\n", "content_type": "multipart/form-data; boundary=b"}),
    "no text in a boundary": ("POST", {"data": PARTS, "content_type": "multipart/form-data; boundary=\xff"}),
    "long language": ("GET", {"headers": {"Accept-Language": "en-" + "x" * 5000}}),
    "odd language": ("GET", {"headers": {"Accept-Language": "..;q=NaN,\x00,*;q=9"}}),
    "odd page before": ("GET", {"headers": {"HX-Request": "true", "HX-Current-URL": "http://[::1"}}),
    "odd page before a form": ("POST", {"headers": {"HX-Request": "true", "HX-Current-URL": "http://["}}),
    "odd target": (
        "GET",
        {"headers": {"HX-Request": "true", "HX-Target": "%ED%A0%80", "HX-Target-URI-AutoEncoded": "true"}},
    ),
    "odd address before": ("POST", {"headers": {"Referer": "http://[", "Origin": "null"}}),
    "another host": ("GET", {"headers": {"Host": "elsewhere.example"}}),
    "odd host": ("GET", {"headers": {"Host": "testserver:99999999/x"}}),
}


@pytest.mark.examples(4)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_request_is_answered_without_an_error_and_changes_nothing(odd: str, scene: Scene) -> None:
    before, method, more = all_rows(), *ODD[odd]
    names = ("games:home", "games:table", "games:move", "games:new", "accounts:profile", "accounts:ask", "admin:index")
    addresses = [scene.address(name, "runs", "turn") for name in names]
    apart = [("anonymous", address) for address in (*addresses, "/accounts/login/")]
    for kind, address in [*(("turn", address) for address in addresses), *apart, *NOWHERE]:
        given = {key: said for key, said in more.items() if key != "data"}
        with undone() as changes:
            response = scene.ask(kind, method, address, more.get("data"), **given)
        assert response.status_code < 500, address
        assert changes.left(before) == [], address


def test_unreadable_body_behind_a_refusal_is_no_server_error(scene: Scene) -> None:
    unreadable = {"data": b"a=1", "content_type": f"{FORM}; charset=utf-16"}
    expected = {"/nowhere/": 404, "/t/nowhere/": 400, "/admin/": 400}
    for address, status in expected.items():
        with undone(watched=False):
            response = scene.ask("turn", "POST", address, unreadable["data"], content_type=unreadable["content_type"])
        assert response.status_code == status, address
        assert 'href="/static/css/site.bundle.css' in response.content.decode()


def test_malformed_cookies_count_as_anonymous(scene: Scene) -> None:
    for cookie in (
        "sessionid=\x00",
        "sessionid=" + "x" * 5000,
        "csrftoken=<b>; sessionid=;",
        "messages=[[; sessionid=1",
    ):
        client = Client(raise_request_exception=False, headers={"Cookie": cookie})
        with undone(watched=False):
            assert client.get(scene.address("games:table", "runs", "turn")).status_code == 302


# -- moves


def test_tokens_keys_and_numbers_of_others_play_nothing(scene: Scene) -> None:
    game, turn, waiting = scene.games["runs"], scene.person("turn"), scene.person("waiting")
    good = scene.move("runs", "turn")
    others = {
        "a card of another player": {"card": card_token("runs", waiting, "map")},
        "a card of another table": {"card": card_token("over", turn, "map")},
        "no token": {"card": "map"},
        "a move of before": {"seq": str(game.seq - 1), "key": move_key("runs", turn, game.seq - 1)},
        "a move to come": {"seq": str(game.seq + 1), "key": move_key("runs", turn, game.seq + 1)},
        "a key that is none": {"key": "é"},
        "no key": {"key": ""},
    }
    before = all_rows()
    for about, changed in others.items():
        with undone() as changes:
            response = scene.ask("turn", "POST", scene.address("games:move", "runs", "turn"), {**good, **changed})
        assert response.status_code in (409, 422), about
        assert changes.left(before) == [], about
        assert 'role="alert"' in response.content.decode(), about


def test_a_form_without_its_token_is_refused_everywhere(scene: Scene, chance: Random) -> None:
    """A run sends each form as one person, about one table; a soak as all of three, about two tables."""
    before, people = all_rows(), ("host", "turn", "superuser")
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    for name, given in ROUTES.items():
        if name == "accounts:off":
            continue  # mail programs know no tokens; the address itself is one
        codes = ("runs", "open") if "code" in given else ("runs",)
        for kind in people if SOAK else chance.sample(people, 1):
            for code in codes if SOAK else chance.sample(codes, 1):
                strict.cookies.load(scene.cookies[kind])
                with undone() as changes:
                    form = scene.form(name, code, kind)
                    response = strict.post(scene.address(name, code, kind), form, headers=HX if code == "open" else {})
                # Programs bring a token of their own and no cookie; without one they are strangers.
                refused = (401, 403, 405) if name.startswith("api:") else (403, 405)
                assert response.status_code in refused, name
                assert changes.left(before) == [], name


def test_a_form_from_another_site_is_refused_even_with_a_token(scene: Scene) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies.load(scene.cookies["turn"])
    address, form = scene.address("games:move", "runs", "turn"), scene.move("runs", "turn")
    with undone(watched=False):
        strict.get(scene.address("games:table", "runs", "turn"))
        token = strict.cookies["csrftoken"].value
        sent = {**form, "csrfmiddlewaretoken": token}
        assert strict.post(address, sent, headers={"Origin": "https://elsewhere.example"}).status_code == 403
        assert strict.post(address, sent, headers={"Origin": "null"}).status_code == 403
        assert strict.post(address, sent).status_code == 303
