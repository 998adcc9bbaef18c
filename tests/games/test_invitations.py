"""Invitations to a table: of friends with one tap, of others by a link that leads through sign-up to the seat."""

import hashlib
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import friends
from games import clock
from games.models import Game, Invitation, Joining, Status, TableOptions
from games.rules.table import Ruleset
from games.services import beginning, lobby
from games.tableau.picture import as_png, picture_of_site
from saboteur_site.web.rates import RATES
from tests.factories import FriendshipFactory, UserFactory
from tests.games import tables

HX = {"HX-Request": "true", "HX-Target": "lobby"}


@pytest.fixture
def game(db: None) -> Game:
    return tables.open_game(2, wanted=4, joining=Joining.LINK, name="Sunday shift")


@pytest.fixture
def ann(game: Game) -> User:
    return tables.seat_of(game, "Ann").user


@pytest.fixture
def cy(ann: User) -> User:
    cy: User = UserFactory.create(username="Cy")
    FriendshipFactory.create(asked_by=ann, other=cy)
    return cy


@pytest.fixture
def zed(db: None) -> User:
    return UserFactory.create(username="Zed")


@pytest.fixture
def door(game: Game, ann: User) -> str:
    return reverse("games:door", args=[lobby.make_link(host=ann, code=game.code).token])


def press(who: User | str, button: str, game: Game, headers: dict[str, str] | None = None, **fields: str) -> Any:
    return tables.browser_of(who).post(reverse(f"games:{button}", args=[game.code]), fields, headers=headers or {})


def page(who: User | str, game: Game) -> str:
    return tables.browser_of(who).get(reverse("games:table", args=[game.code])).content.decode()


def names(game: Game) -> list[str]:
    return [seat.user.username for seat in tables.seats_of(game)]


# -- friends


def test_a_friend_is_invited_with_one_tap_and_may_sit_down(game: Game, cy: User) -> None:
    assert "Invite Cy" not in page("Ann", game)
    sheet = tables.browser_of("Ann").get(reverse("games:table", args=[game.code]), {"ask": "invite"}).content.decode()
    assert "Who gets this seat?" in sheet
    assert "Invite Cy" in sheet
    assert tables.browser_of(cy).get(reverse("games:table", args=[game.code])).status_code == 404
    fragment = press("Ann", "invite", game, HX, name="Cy", ask="invite").content.decode()
    assert "You’ve invited Cy." in fragment
    assert "Who gets this seat?" in fragment
    assert "Invited" in fragment
    assert "Invite Cy" not in fragment
    assert "Ann invites you to this table." in page(cy, game)
    assert press(cy, "join", game).status_code == 302
    assert names(game) == ["Ann", "Bo", "Cy"]
    assert "hasn’t answered yet" not in page("Ann", game)


def test_without_javascript_inviting_leads_back_to_the_table(game: Game, cy: User) -> None:
    response = press("Ann", "invite", game, name="Cy")
    assert (response.status_code, response["Location"]) == (302, reverse("games:table", args=[game.code]))


def test_repeated_invitation_or_one_to_a_player_changes_nothing(game: Game, cy: User) -> None:
    for name in ("Cy", "Cy", "Bo"):
        assert press("Ann", "invite", game, name=name).status_code == 302
    assert [invitation.to for invitation in Invitation.objects.all()] == [cy]


def test_player_invites_their_own_friends_alone(game: Game, cy: User, zed: User) -> None:
    FriendshipFactory.create(asked_by=zed, other=User.objects.get(username="Bo"))
    assert press("Bo", "invite", game, name="Zed").status_code == 302
    for headers in ({}, HX):
        response = press("Bo", "invite", game, headers, name="Cy")
        assert (response.status_code, "You can invite your friends here" in response.content.decode()) == (422, True)
    assert press(zed, "invite", game, name="Cy").status_code == 404
    assert [invitation.to for invitation in Invitation.objects.all()] == [zed]


@pytest.mark.parametrize("name", ["", "Nobody", "A\0", "x" * 100_000, "<script>"])
def test_invitation_to_no_player_gets_a_sentence(game: Game, ann: User, name: str) -> None:
    response = press(ann, "invite", game, name=name)
    assert (response.status_code, 'class="notice bad"' in response.content.decode()) == (422, True)
    assert not Invitation.objects.exists()


def test_declining_ends_the_invitation_and_pressing_twice_does_no_harm(game: Game, cy: User) -> None:
    press("Ann", "invite", game, name="Cy")
    answers = [press(cy, "decline", game) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * 2
    assert press(cy, "decline", game, HX)["HX-Redirect"] == "/"
    assert tables.browser_of(cy).get(reverse("games:table", args=[game.code])).status_code == 404
    assert press(cy, "join", game).status_code == 404


def test_an_invitation_that_has_run_out_opens_nothing(game: Game, ann: User, cy: User) -> None:
    lobby.invite(by=ann, code=game.code, user=cy)
    Invitation.objects.update(expires_at=clock.now() - timedelta(minutes=1))
    assert press(cy, "join", game).status_code == 404
    assert "Sunday shift" not in tables.browser_of(cy).get("/").content.decode()
    lobby.invite(by=ann, code=game.code, user=cy)
    assert press(cy, "join", game).status_code == 302


@pytest.mark.parametrize("who_blocks", ["the host", "the guest"])
def test_after_a_block_an_invitation_opens_nothing(game: Game, ann: User, cy: User, who_blocks: str) -> None:
    lobby.invite(by=ann, code=game.code, user=cy)
    one, other = (ann, cy) if who_blocks == "the host" else (cy, ann)
    friends.block(blocker=one, other=other)
    assert press(cy, "join", game).status_code == 404
    assert names(game) == ["Ann", "Bo"]


def test_too_many_invitations_get_a_waiting_time(game: Game, ann: User) -> None:
    guests = [FriendshipFactory.create(asked_by=ann).other(ann) for _ in range(RATES["invitations"].most + 1)]
    for guest in guests[:-1]:
        lobby.invite(by=ann, code=game.code, user=guest)
    for headers in ({}, HX):
        response = press(ann, "invite", game, headers, name=guests[-1].username)
        assert (response.status_code, 3400 < int(response["Retry-After"]) <= 3600) == (429, True)
        assert "You’ve invited a lot of people within an hour" in response.content.decode()
    assert not Invitation.objects.filter(to=guests[-1]).exists()


# -- links


def test_new_table_has_a_link_from_the_first_second(ann: User) -> None:
    made = lobby.set_up(host=ann, options=TableOptions(name="Sunday", seats=4))
    token = Invitation.objects.get(game=made).token
    shown = page(ann, made)
    assert "Bring your friends" in shown
    assert f"/join/{token}/" in shown
    assert (
        f"mailto:?subject=Dig%20with%20me%3A%20Sunday&amp;body=http%3A%2F%2Flocalhost%3A8000%2Fjoin%2F{token}%2F"
        in shown
    )
    assert Client().get(f"/join/{token}/").status_code == 200


def test_form_without_htmx_leads_back_to_the_open_sheet(game: Game, ann: User, cy: User) -> None:
    answer = press(ann, "invite", game, name="Cy", ask="invite")
    assert answer["Location"] == reverse("games:table", args=[game.code]) + "?ask=invite"
    assert press(ann, "invite", game, name="Cy", ask="//evil")["Location"] == reverse("games:table", args=[game.code])


def test_the_host_makes_a_link_shows_it_and_takes_it_back(game: Game, ann: User) -> None:
    assert "Make a link" in page(ann, game)
    fragment = press(ann, "link", game, HX).content.decode()
    token = Invitation.objects.get().token
    assert f'id="link">http://localhost:8000/join/{token}/<' in fragment
    assert f"/join/{token}/" in page("Bo", game), "players may pass it on"
    assert f"/join/{token}/" not in press(ann, "unlink", game, HX).content.decode()
    assert Client().get(f"/join/{token}/").status_code == 410


def test_a_new_link_ends_the_one_before(game: Game, ann: User, door: str) -> None:
    press(ann, "link", game)
    assert Client().get(door).status_code == 410
    fresh = Invitation.objects.get(revoked_at=None)
    assert Client().get(reverse("games:door", args=[fresh.token])).status_code == 200


def test_invitation_counts_one_seat_as_one(db: None) -> None:
    alone = tables.open_game(1, wanted=6, joining=Joining.LINK)
    link = lobby.make_link(host=tables.seat_of(alone, "Ann").user, code=alone.code)
    shown = Client().get(reverse("games:door", args=[link.token])).content.decode()
    assert "In so far: Ann." in shown
    assert "5 seats are free." in shown


def test_a_newcomer_is_led_through_sign_up_straight_to_the_seat(game: Game, door: str) -> None:
    browser = Client()
    shown = browser.get(door).content.decode()
    assert "Ann invites you <em>to dig</em>" in shown
    assert "Sunday shift" in shown
    assert "In so far: Ann and Bo." in shown
    assert "2 seats are free." in shown
    assert game.commitment in shown
    links = re.findall(r'href="(/accounts/signup/\?next=[^"]+)"', shown)
    assert set(links) == {f"/accounts/signup/?next={door}"}
    assert f'value="{door}"' in browser.get(links[0]).content.decode()
    sent = {"username": "Newcomer", "password1": "six dwarves dig deep", "next": door}
    landed = browser.post("/accounts/signup/", sent)
    assert (landed.status_code, landed["Location"]) == (302, door)
    assert "Take a seat" in browser.get(door).content.decode()
    seated = browser.post(door, {"lucky_word": "first time"})
    assert (seated.status_code, seated["Location"]) == (302, reverse("games:seated", args=[game.code]))
    assert names(game) == ["Ann", "Bo", "Newcomer"]
    assert tables.seat_of(game, "Newcomer").share == hashlib.sha256(b"first time").hexdigest()[:32]


def test_known_user_returns_to_the_link_page_after_log_in(game: Game, door: str) -> None:
    UserFactory.create(username="Zed", password="six dwarves dig deep")
    browser = Client()
    assert f'href="/accounts/login/?next={door}"' in browser.get(door).content.decode()
    landed = browser.post(
        "/accounts/login/", {"login": "Zed", "password": "six dwarves dig deep", "next": door}, follow=True
    )
    assert landed.redirect_chain == [(door, 302)]
    assert "Take a seat" in landed.content.decode()


def test_sitting_down_without_being_signed_in_leads_to_log_in_and_back(game: Game, door: str) -> None:
    response = Client().post(door)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={door}")
    assert names(game) == ["Ann", "Bo"]


def test_double_press_takes_one_seat_and_then_leads_to_the_table(game: Game, door: str, zed: User) -> None:
    browser = tables.browser_of(zed)
    assert [browser.post(door).status_code for _ in range(2)] == [302, 302]
    assert names(game) == ["Ann", "Bo", "Zed"]
    response = browser.get(door)
    assert (response.status_code, response["Location"]) == (302, reverse("games:table", args=[game.code]))


def test_looking_at_the_invitation_takes_no_seat(game: Game, door: str, zed: User) -> None:
    assert tables.browser_of(zed).get(door).status_code == 200
    assert tables.browser_of(zed).put(door).status_code == 405
    assert names(game) == ["Ann", "Bo"]


def test_a_lucky_word_that_is_too_long_gets_a_sentence(game: Game, door: str, zed: User) -> None:
    response = tables.browser_of(zed).post(door, {"lucky_word": "x" * 61})
    assert (response.status_code, 'class="errorlist"' in response.content.decode()) == (422, True)
    assert names(game) == ["Ann", "Bo"]


def spoil(how: str, game: Game) -> str:
    """Make the link of a table worth nothing, and give what is said about it."""
    host = tables.seat_of(game, "Ann").user
    if how == "revoked":
        lobby.revoke_link(host=host, code=game.code)
        return "This invitation was withdrawn."
    if how == "run out":
        Invitation.objects.update(expires_at=clock.now() - timedelta(seconds=1))
        return "This invitation has expired."
    if how == "called off":
        lobby.call_off(host=host, code=game.code)
        return "The table you were invited to was cancelled."
    if how == "begun":
        Game.objects.filter(pk=game.pk).update(bots_fill=True)
        beginning.start(host=host, code=game.code)
        return "The game you were invited to has started without you."
    Game.objects.filter(pk=game.pk).update(seats_wanted=3)
    lobby.join(user=UserFactory.create(), code=game.code, token=Invitation.objects.get().token)
    return "All seats are taken. Ask Ann for the next game."


@pytest.mark.examples(2)
@pytest.mark.parametrize("how", ["revoked", "run out", "called off", "begun", "full"])
def test_dead_link_gets_a_friendly_sentence(game: Game, door: str, zed: User, how: str) -> None:
    said = spoil(how, game)
    seated = names(game)
    for browser in (Client(), tables.browser_of(zed)):
        response = browser.get(door)
        assert (response.status_code, said in response.content.decode()) == (410, True)
        assert "Sunday shift" not in response.content.decode()
    response = tables.browser_of(zed).post(door)
    assert (response.status_code, said in response.content.decode()) == (409, True)
    assert names(game) == seated


@pytest.mark.parametrize("token", ["x", "no-such-link-there-was-never-one", "A" * 32])
def test_a_link_that_never_was_is_like_any_page_that_never_was(game: Game, zed: User, token: str) -> None:
    def bytes_of(path: str) -> tuple[int, str]:
        response = tables.browser_of(zed).get(path)
        return response.status_code, re.sub(r'value="[A-Za-z0-9]{64}"', "", response.content.decode())

    assert bytes_of(f"/join/{token}/") == bytes_of("/nowhere/") == bytes_of("/t/nowhere/")
    assert Client().get(f"/join/{token}/").status_code == 404


def test_invitation_token_of_a_player_is_no_link(game: Game, ann: User, cy: User, zed: User) -> None:
    lobby.invite(by=ann, code=game.code, user=cy)
    token = Invitation.objects.get(to=cy).token
    for browser in (Client(), tables.browser_of(zed), tables.browser_of(cy)):
        assert browser.get(f"/join/{token}/").status_code == 404


def test_a_link_of_another_table_opens_nothing_here(game: Game, door: str, zed: User) -> None:
    other = tables.open_game(2, seed=8, wanted=4, joining=Joining.LINK)
    token = Invitation.objects.get().token
    assert lobby.may_join(user=zed, game=game, token=token)
    assert not lobby.may_join(user=zed, game=other, token=token)


@pytest.mark.parametrize("why", ["blocked", "removed"])
def test_unwanted_user_reads_the_text_of_a_withdrawn_link(
    game: Game, ann: User, door: str, zed: User, why: str
) -> None:
    browser = tables.browser_of(zed)
    if why == "blocked":
        friends.block(blocker=ann, other=zed)
    else:
        browser.post(door)
        lobby.remove(host=ann, code=game.code, user=zed)
    shown = browser.get(door)
    assert (shown.status_code, "This invitation was withdrawn." in shown.content.decode()) == (410, True)
    assert browser.post(door).status_code == 409
    assert names(game) == ["Ann", "Bo"]


def test_too_many_links_get_a_waiting_time(game: Game, ann: User) -> None:
    for _ in range(RATES["links"].most):
        lobby.make_link(host=ann, code=game.code)
    response = press(ann, "link", game)
    assert (response.status_code, 3400 < int(response["Retry-After"]) <= 3600) == (429, True)
    assert Invitation.objects.filter(revoked_at=None).count() == 1


def test_names_are_escaped_at_the_door(db: None) -> None:
    sly = UserFactory.create(username="<i>Sly</i>")
    game = tables.open_game([sly], wanted=4, name="<b>1</b>")
    token = lobby.make_link(host=sly, code=game.code).token
    shown = Client().get(f"/join/{token}/").content.decode()
    assert "&lt;i&gt;Sly&lt;/i&gt; invites you <em>to dig</em>" in shown
    assert "&lt;b&gt;1&lt;/b&gt;" in shown
    assert "<i>" not in shown
    assert "<b>1</b>" not in shown


def test_invitation_costs_two_statements_for_a_stranger(
    door: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2):
        Client().get(door)


def test_table_address_alone_does_not_open_a_closed_table(game: Game, door: str, zed: User) -> None:
    assert game.status == Status.OPEN
    assert tables.browser_of(zed).get(reverse("games:table", args=[game.code])).status_code == 404
    assert press(zed, "join", game, token=Invitation.objects.get().token).status_code == 404


# -- what the page of a link says


def door_of(host: User, **options: Any) -> str:
    game = tables.open_game([host], joining=Joining.LINK, **options)
    return reverse("games:door", args=[lobby.make_link(host=host, code=game.code).token])


@pytest.mark.parametrize(
    ("ruleset", "wanted", "against"),
    [
        (Ruleset(), 5, "one or two of you secretly try"),
        (Ruleset(), 6, "one or two of you secretly try"),
        (Ruleset(), 7, "while some of you secretly try"),
        (Ruleset(rules="saboteur2"), 4, "while some of you secretly try"),
    ],
)
def test_sentence_about_the_game_follows_its_rules(ruleset: Ruleset, wanted: int, against: str, db: None) -> None:
    door = door_of(UserFactory.create(), ruleset=ruleset, wanted=wanted)
    assert against in Client().get(door).content.decode()


def test_taken_name_gets_a_free_one_suggested(db: None) -> None:
    host = UserFactory.create(username="Lena")
    UserFactory.create(username="Lena 2")
    door = door_of(host, wanted=4, guests_welcome=True)
    refused = Client().post(door, {"name": "Lena"})
    assert refused.status_code == 422
    assert "Someone here already has that name. Try “Lena 3”." in refused.content.decode()
    assert Client().post(door, {"name": "Lena 3"}).status_code == 302


def test_longest_name_that_is_taken_gets_one_that_fits(db: None) -> None:
    host = UserFactory.create(username="L" * 24)
    refused = Client().post(door_of(host, wanted=4, guests_welcome=True), {"name": "L" * 24})
    assert f"Try “{'L' * 22} 2”." in refused.content.decode()


def test_preview_of_an_invitation_says_who_invites_and_ends_with_the_link(game: Game, door: str) -> None:
    head = Client().get(door).content.decode()
    picture = f"{door}picture.png"
    assert 'property="og:title" content="Ann invites you to dig"' in head
    assert "Sunday shift: 2 of 4 seats free." in head
    assert f'property="og:image" content="{settings.SITE_URL}{picture}"' in head
    answer = Client().get(picture)
    assert (answer["Content-Type"], answer["X-Robots-Tag"]) == ("image/png", "noindex")
    lobby.revoke_link(host=tables.seat_of(game, "Ann").user, code=game.code)
    assert "og:" not in Client().get(door).content.decode()
    assert Client().get(picture).content == as_png(picture_of_site()) != answer.content


def test_closed_invitation_leads_strangers_to_a_first_round(game: Game, door: str, zed: User) -> None:
    spoil("full", game)
    assert f'action="{reverse("games:try")}"' in Client().get(door).content.decode()
    assert "Go to your tables" in tables.browser_of(zed).get(door).content.decode()
