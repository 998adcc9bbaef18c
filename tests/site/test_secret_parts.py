"""Every secret part of an address is registered, masked in logs, not passed on, and rate limited."""

import html
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, converters, get_resolver, path, register_converter

from games.rows import pulse
from games.urls import TableCode
from saboteur_site.web import rates, secret_parts
from saboteur_site.web.errors import server_error
from saboteur_site.web.rates import Rate
from saboteur_site.web.secret_parts import SECRET_PARTS, mask, secrets_in
from tests.factories import UserFactory
from tests.games import tables

SECRET = "Zx-9_q3vYt0aLm4Rb7Wk2Hs8Pd5Ng6Jc"
SIGNED = "1:MQ:1tX2aB:uZ-_x.y~z="
SEAT = "WzEsMCwxXQ:JC3t_Vd0-a9x"
"""A pulse token: what is signed, and the signature."""
PUBLIC = (converters.IntConverter, converters.SlugConverter)
"""Converters that let nothing through that could be a secret."""
PUBLIC_NAMES = {"mailbox:mail", "mailbox:html"}
"""Addresses of files in the mail folder of a site on one's own machine; the staff alone reads them."""


def parameterized(resolver: URLResolver, space: str = "", before: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Yield name and route of each address outside the admin that has a parameter which could be a secret."""
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from parameterized(pattern, f"{pattern.namespace}:" if pattern.namespace else space, route)
            continue
        found: dict[str, Any] = getattr(pattern.pattern, "converters", {})
        is_public = all(type(one) is TableCode or isinstance(one, PUBLIC) for one in found.values())
        if not is_public or "(?P<" in str(pattern.pattern):
            yield f"{space}{pattern.name}", route, pattern


def test_each_address_with_a_secret_part_is_registered() -> None:
    found = {name for name, _route, _pattern in parameterized(get_resolver())} - PUBLIC_NAMES
    assert found == secret_parts.NAMES


def test_a_new_secret_converter_is_found_before_it_is_registered() -> None:
    class BoardKey(TableCode):
        regex = "[a-z]{20}"

    register_converter(BoardKey, "board-key")
    board = path("board/<board-key:key>/", server_error, name="board")
    resolver = URLResolver(get_resolver().pattern, [board])
    assert [name for name, _route, _pattern in parameterized(resolver)] == ["board"]


def test_each_registered_secret_follows_its_fixed_part_of_the_route() -> None:
    routes = {name: route for name, route, _pattern in parameterized(get_resolver())}
    for part in SECRET_PARTS:
        for name in part.names:
            assert part.before in routes[name].replace("^", ""), name


@pytest.mark.parametrize("part", SECRET_PARTS, ids=lambda part: part.before)
@pytest.mark.parametrize("secret", [SECRET, SIGNED])
@pytest.mark.parametrize(
    "text",
    [
        "GET /{} HTTP/1.1",
        "https://dig.example/es/{}?x=1",
        "'/{}'",
        "/accounts/login/?next=/{}&x=1",
        "Not Found: /t/x/{}",
    ],
)
def test_mask_hides_each_registered_secret(part: secret_parts.SecretPart, secret: str, text: str) -> None:
    line = text.format(f"{part.before}{secret}/3")
    assert mask(line) == text.format(f"{part.before}***/3")
    assert list(secrets_in(line)) == [secret]


@pytest.mark.parametrize("part", SECRET_PARTS, ids=lambda part: part.before)
@pytest.mark.parametrize("slash", ["%2F", "%2f", "%252F"])
def test_mask_hides_a_secret_in_an_encoded_address(part: secret_parts.SecretPart, slash: str) -> None:
    encoded = f"?next=/{part.before}{SECRET}/3".replace("/", slash)
    assert mask(encoded) == f"?next=/{part.before}***/3".replace("/", slash)


def test_mask_hides_the_path_of_a_device_at_its_push_service() -> None:
    line = f"POST https://fcm.googleapis.com/fcm/send/{SECRET}:{SECRET} failed; https://a.push.apple.com/{SECRET}"
    assert mask(line) == "POST https://fcm.googleapis.com/*** failed; https://a.push.apple.com/***"


@pytest.mark.parametrize(
    "text", ["GET /t/abc/beat?v=3&n=1&{} HTTP/1.1", "/t/abc/beat?{}&v=3", "?next=/t/abc/beat%3F{}"]
)
def test_mask_hides_a_secret_in_a_query(text: str) -> None:
    assert mask(text.format(f"s={SEAT}")) == text.format("s=***")


@pytest.mark.django_db
def test_no_address_on_a_page_shows_a_pulse_token_once_it_is_masked() -> None:
    people = UserFactory.create_batch(3)
    for game in (tables.open_game(people, wanted=4), tables.running_game(people, code="runs")):
        seat = tables.seats_of(game)[0]
        token = pulse.token(game.pk, seat.number, seat.user_id)
        page = tables.browser_of(seat.user).get(f"/t/{game.code}/").content.decode()
        found = [address for address in re.findall(r'="(/[^"]+)"', page) if token in address]
        assert found
        assert [address for address in found if token in mask(html.unescape(address))] == []


def proxy_masks() -> dict[str, Callable[[str], str]]:
    """What the log of each proxy of `deploy` makes of an address."""
    nginx, caddy = ((settings.BASE_DIR / "deploy" / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    rules = re.findall(r'^ +"~\*(\^.+\$)" "\$before\*\*\*\$after";$', nginx, re.MULTILINE)
    expression = re.findall(r'request>uri regexp "(.+)" "\$1\*\*\*"', caddy)[0]

    def of_nginx(address: str) -> str:
        for rule in rules:  # the first that fits
            found = re.match(rule.replace("(?<", "(?P<"), address, re.IGNORECASE)
            if found:
                return f"{found['before']}***{found['after']}"
        return address

    return {"nginx": of_nginx, "caddy": lambda address: re.sub(expression, r"\1***", address)}


@pytest.mark.parametrize("proxy", ["nginx", "caddy"])
def test_the_logs_of_proxies_hide_each_registered_secret(proxy: str) -> None:
    hides = proxy_masks()[proxy]
    for part in SECRET_PARTS:
        assert hides(f"/es/{part.before}{SECRET}/3?x=1") == f"/es/{part.before}***/3?x=1"
        encoded = f"{part.before}{SECRET}".replace("/", "%2F")
        assert SECRET not in hides(f"/accounts/login/?next=%2F{encoded}%2F3")
    assert hides(f"/t/abc/beat?v=3&s={SEAT}&n=1") == "/t/abc/beat?v=3&s=***&n=1"
    assert hides("/t/abc/seats?v=3") == "/t/abc/seats?v=3"


@pytest.mark.parametrize(
    "line",
    [
        "/t/abc/join",
        "/t/abc/seats",
        "/join/",
        "the seat of Ann",
        "rejoin/abc",
        "https://example.com/a/b",
        "/?guess=3",
        "",
    ],
)
def test_mask_leaves_public_text_as_it_is(line: str) -> None:
    assert mask(line) == line


def addresses() -> dict[str, str]:
    """An address that leads nowhere for each kind of secret that is fetched by a person or a program."""
    return {
        "games:calendar": f"/feeds/{SECRET}/calendar.ics",
        "games:door": f"/join/{SECRET[:32]}/",
        "games:seat": f"/seat/{SECRET[:32]}/",
        "games:shared-step": f"/replay/{SECRET[:32]}/1/2",
        "games:picture-png": f"/picture/{SIGNED[:-1].replace('~', '')}/picture.png",
        "accounts:off": f"/me/off/{SIGNED}/",
        "account_confirm_email": "/accounts/confirm-email/MQ:1tX2aB:uZ/",
        "account_reset_password_from_key": "/accounts/password/reset/key/3-abc/",
        "games:pulse": f"/t/abcdefabcdef/pulse/{SIGNED[:-1].replace('~', '')}",
    }


@pytest.mark.parametrize("name", sorted(addresses()))
def test_secret_address_sets_a_policy_of_no_referrer(name: str, db: None) -> None:
    response = Client().get(addresses()[name], headers={"Sec-Fetch-Site": "none"})
    assert response["Referrer-Policy"] == "no-referrer"
    assert Client().get(addresses()[name])["Referrer-Policy"] == "same-origin"


def test_other_addresses_keep_the_referrer_policy_of_the_site(db: None) -> None:
    assert Client().get("/", headers={"Sec-Fetch-Site": "none"})["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("site", "token", "status"),
    [("same-origin", True, 302), ("same-origin", False, 403), ("cross-site", True, 403), (None, True, 403)],
)
def test_form_without_origin_is_accepted_only_from_this_site(
    site: str | None, token: bool, status: int, db: None
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/login/")
    sent = {"language": "es"} | ({"csrfmiddlewaretoken": browser.cookies["csrftoken"].value} if token else {})
    headers = {"Origin": "null"} | ({"Sec-Fetch-Site": site} if site else {})
    assert browser.post("/me/language/", sent, headers=headers).status_code == status


@pytest.mark.parametrize("name", sorted(set(addresses()) & secret_parts.COUNTED))
def test_guesses_at_a_secret_are_rate_limited_by_network(name: str, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("secret", name):
        if kind in rates.RATES:
            monkeypatch.setitem(rates.RATES, kind, Rate(2, 60))
    address = addresses()[name]
    answers = [Client().get(address).status_code for _ in range(3)]
    assert 429 not in answers[:2]
    assert answers[2] == 429
    assert Client().get(address, REMOTE_ADDR="203.0.113.9").status_code != 429
