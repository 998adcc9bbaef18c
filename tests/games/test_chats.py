"""The chat of a table: named by its host alone, seen by all who sit there as far as they may, gone with its host."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.channels import sendings
from accounts.models import User
from accounts.services.farewell import delete_account
from games import clock
from games.mail import chats as posts
from games.models import Game, Status, TableChat
from games.rows import retention
from games.rules.table import Ruleset
from games.services import chats, leaving, lobby
from games.watch import doctor, metrics
from saboteur_site.web import rates
from saboteur_site.web.declined import TooLateError
from saboteur_site.web.rates import Rate
from tests.accounts.test_targets import BAD, GOOD
from tests.factories import TableChatFactory, UserFactory
from tests.games.chats import chat_at, game_of_three
from tests.games.clocks import pass_by, turnable
from tests.games.costs import statements
from tests.games.tables import browser_of, do, finished_game, open_game, play_to_the_end, running_game, seen_by_all
from tests.hostile_addresses import HOSTILE
from tests.sinks import says, sink

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(soak=True)]


@pytest.fixture
def game() -> Game:
    found = game_of_three()
    seen_by_all(found)
    return found


@pytest.fixture
def ann(game: Game) -> Client:
    return browser_of("Ann")


def page(game: Game) -> str:
    return reverse("games:chat", args=[game.code])


def shown(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def add(client: Client, game: Game, kind: str = "webhook", **more: str) -> TableChat:
    answer = client.post(page(game), {"kind": kind, **GOOD[kind], **more})
    assert (answer.status_code, answer["Location"]) == (302, page(game))
    return TableChat.objects.get(game=game)


def do_on_page(client: Client, game: Game, deed: str) -> str:
    """What the page says once a deed is done, and the worker has sent the test that was asked for, if any."""
    answer = client.post(page(game), {"deed": deed}, follow=True).content.decode()
    if deed != "test":
        return answer
    sendings.work([posts.trials()])
    return shown(client, page(game))


# -- naming one


@pytest.mark.examples(2)
@pytest.mark.parametrize("kind", GOOD)
def test_the_host_names_one_and_what_was_given_is_not_shown_again(game: Game, ann: Client, kind: str) -> None:
    row = add(ann, game, kind, called="Miners")
    assert (row.kind, row.name, row.by.username, row.seq) == (kind, "Miners", "Ann", game.seq)
    shown(ann, page(game))
    markup = shown(ann, page(game))
    assert "Miners" in markup
    hidden = [value for value in row.fields.values() if value and value != "https://ntfy.sh"]
    assert [value for value in hidden if value in markup] == []


def test_a_table_has_one_and_another_takes_its_place(game: Game, ann: Client) -> None:
    first = add(ann, game)
    do(game, "A lay EW 1,0")
    second = add(ann, game, "ntfy")
    assert TableChat.objects.count() == 1
    assert (second.pk == first.pk, second.kind, second.seq) == (False, "ntfy", game.seq)


@pytest.mark.examples(6)
@pytest.mark.parametrize(("kind", "field", "value"), BAD)
def test_invalid_target_gets_a_sentence_and_changes_nothing(
    game: Game, ann: Client, kind: str, field: str, value: str
) -> None:
    answer = ann.post(page(game), {"kind": kind, **GOOD[kind], field: value})
    assert answer.status_code == 422
    assert re.search(rf'name="{field}".*?<ul class="errorlist"', answer.content.decode(), re.DOTALL)
    assert not TableChat.objects.exists()


def test_hostile_addresses_are_refused_in_the_form(game: Game, ann: Client) -> None:
    # Space around an address is cut off by the form, and names are looked up when they are posted to.
    hostile = [address for address, why in HOSTILE.items() if why != "private" and address == address.strip()]
    assert len(hostile) > 40
    for address in hostile:
        answer = ann.post(page(game), {"kind": "webhook", "url": address})
        assert (answer.status_code, TableChat.objects.exists()) == (422, False), address


@pytest.mark.examples(2)
@pytest.mark.parametrize("form", [{"kind": "pigeon"}, {}, {"deed": "test"}, {"deed": "x"}])
def test_unknown_kind_and_action_are_a_404(game: Game, ann: Client, form: dict[str, str]) -> None:
    assert ann.post(page(game), form).status_code == 404
    add(ann, game)
    assert ann.post(page(game), {"deed": "x"}).status_code == 404


def test_table_chat_changes_are_rate_limited(game: Game, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, "chats", Rate(1, 3600))
    add(ann, game)
    assert ann.post(page(game), {"kind": "ntfy", **GOOD["ntfy"]}).status_code == 429
    assert TableChat.objects.get().kind == "webhook"


# -- the secret of a program


def secrets_on(markup: str) -> list[str]:
    return re.findall(r"<code>(whsec_[\w+/=]+)</code>", markup)


def test_webhook_secret_is_shown_once_and_can_be_renewed(game: Game, ann: Client) -> None:
    row = add(ann, game)
    assert secrets_on(shown(ann, page(game))) == [row.fields["secret"]]
    assert secrets_on(shown(ann, page(game))) == []
    (made,) = secrets_on(do_on_page(ann, game, "secret"))
    row.refresh_from_db()
    assert row.fields == {**GOOD["webhook"], "secret": made}
    assert secrets_on(shown(ann, page(game))) == []


# -- who sees what


def test_players_see_the_kind_of_chat_and_no_more(game: Game, ann: Client) -> None:
    words = "Everything public at this table is also posted to a shared chat (ntfy)."
    table = reverse("games:table", args=[game.code])
    bo = browser_of("Bo")
    assert words not in shown(bo, table)
    row = add(ann, game, "ntfy", called="Miners")
    for person in ("Ann", "Bo", "Cy"):
        markup = shown(browser_of(person), table)
        assert words in markup
        assert row.fields["topic"] not in markup
        assert "Miners" not in markup
        assert (page(game) in markup) == (person == "Ann")
    do_on_page(ann, game, "remove")
    assert words not in shown(bo, table)


@pytest.mark.examples(1)
@pytest.mark.parametrize("status", ["open", "running"])
def test_a_paused_one_says_so_at_the_table_and_leads_its_host_to_it(status: str) -> None:
    game = open_game(3) if status == "open" else running_game(3)
    seen_by_all(game)
    row = TableChatFactory.create(game=game, by=game.host, kind="ntfy")
    table, cost = reverse("games:table", args=[game.code]), {}
    goes_on = "is also posted to a shared chat (ntfy)."
    paused = "goes to a shared chat (ntfy), but that’s paused right now."
    for person in ("Ann", "Bo"):
        shown(browser_of(person), table)  # the first look is written down
        cost[person] = len(statements(browser_of(person), table))
    TableChat.objects.filter(pk=row.pk).update(paused_at=clock.now())
    for person in ("Ann", "Bo"):
        markup = shown(browser_of(person), table)
        assert (goes_on in markup, paused in markup) == (False, True)
        assert ("ntfy is paused because our messages don’t get through." in markup) == (person == "Ann")
        assert (f'<a href="{page(game)}">Look at it</a>' in markup) == (person == "Ann")
        assert len(statements(browser_of(person), table)) == cost[person]
    do_on_page(browser_of("Ann"), game, "go-on")
    assert goes_on in shown(browser_of("Bo"), table)


def test_the_link_to_a_seat_says_that_it_is_paused() -> None:
    game = open_game(2, wanted=3)
    link = lobby.make_link(host=User.objects.get(username="Ann"), code=game.code)
    TableChatFactory.create(game=game, by=game.host, kind="ntfy", paused_at=clock.now())
    door = shown(browser_of(UserFactory.create()), reverse("games:door", args=[link.token]))
    assert "but that’s paused right now." in door
    assert "Look at it" not in door


def test_open_pages_follow_the_new_chat(game: Game, ann: Client) -> None:
    before = Game.objects.get(pk=game.pk).version
    add(ann, game)
    do_on_page(ann, game, "remove")
    after = Game.objects.get(pk=game.pk)
    assert (after.version, after.seq) == (before + 2, game.seq)


def test_before_the_game_the_lobby_and_the_link_tell_of_it() -> None:
    game = open_game(2, wanted=3)
    link = lobby.make_link(host=User.objects.get(username="Ann"), code=game.code)
    add(browser_of("Ann"), game, "discord")
    words = "is also posted to a shared chat (Discord)."
    assert words in shown(browser_of("Bo"), reverse("games:table", args=[game.code]))
    assert page(game) in shown(browser_of("Ann"), reverse("games:table", args=[game.code]))
    assert words in shown(browser_of(UserFactory.create()), reverse("games:door", args=[link.token]))


@pytest.mark.parametrize("form", [{"kind": "webhook", **GOOD["webhook"]}, {"deed": "remove"}, {"deed": "test"}])
def test_only_the_host_sees_or_changes_the_chat(game: Game, form: dict[str, str]) -> None:
    TableChatFactory.create(game=game, by=game.host)
    before = TableChat.objects.values().get()
    for person, status in ((browser_of("Bo"), 403), (browser_of(UserFactory.create()), 404), (Client(), 302)):
        assert person.get(page(game)).status_code == status
        assert person.post(page(game), form).status_code == status
    assert TableChat.objects.values().get() == before


def test_after_the_end_nothing_can_be_named_any_more() -> None:
    game = finished_game(3)
    host = User.objects.get(username="Ann")
    ann = browser_of(host)
    assert ann.get(page(game)).status_code == 302
    answer = ann.post(page(game), {"kind": "webhook", **GOOD["webhook"]})
    assert (answer.status_code, TableChat.objects.exists()) == (409, False)
    assert "This table is over." in answer.content.decode()
    with pytest.raises(TooLateError):
        chats.put(host=host, code=game.code, kind="webhook", name="", fields=GOOD["webhook"])


# -- trying it out, letting it go on


def test_a_test_says_that_it_works_and_leads_to_the_table(game: Game, ann: Client, settings: Settings) -> None:
    with sink() as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        row = chat_at(
            game, server, name="Miners", failures=3, last_trouble="refused", reply="404", failed_at=clock.now()
        )
        assert "Last failure on" in shown(ann, page(game))
        assert "got through" in do_on_page(ann, game, "test")
    (heard,) = server.heard
    assert b'"types": ["test"]' in heard.body
    assert reverse("games:table", args=[game.code]).encode() in heard.body
    row.refresh_from_db()
    assert (row.failures, row.last_trouble, row.seq) == (0, "", game.seq)
    assert "Last failure on" not in shown(ann, page(game))


def test_a_test_that_is_refused_says_why_and_counts(game: Game, ann: Client, settings: Settings) -> None:
    with sink(says(404)) as server:
        settings.OUTWARD_HTTP_HOSTS = [server.host]
        row = chat_at(game, server)
        assert "didn’t get through: the chat is gone." in do_on_page(ann, game, "test")
    row.refresh_from_db()
    assert row.failures == 1
    assert "the chat is gone" in shown(ann, page(game))


def test_a_paused_one_says_so_and_goes_on(game: Game, ann: Client) -> None:
    row = TableChatFactory.create(game=game, by=game.host, paused_at=clock.now(), failures=5, due_at=clock.now())
    assert "Paused. We won’t write there until you say so." in shown(ann, page(game))
    assert "again." in do_on_page(ann, game, "go-on")
    row.refresh_from_db()
    assert (row.paused_at, row.failures) == (None, 0)


def test_removing_it_twice_does_no_more_than_once(game: Game, ann: Client) -> None:
    add(ann, game)
    assert "We won’t write to" in do_on_page(ann, game, "remove")
    assert not TableChat.objects.exists()
    chats.remove(host=User.objects.get(username="Ann"), code=game.code)


# -- when it goes


def test_it_goes_with_the_seat_of_its_host_and_the_next_host_names_another(game: Game) -> None:
    TableChatFactory.create(game=game, by=game.host)
    leaving.leave(user=User.objects.get(username="Bo"), code=game.code)
    assert TableChat.objects.exists()
    leaving.leave(user=User.objects.get(username="Ann"), code=game.code)
    assert not TableChat.objects.exists()
    assert add(browser_of("Cy"), game).by.username == "Cy"


@pytest.mark.parametrize("status", ["open", "running", "over"])
def test_it_goes_with_the_account_of_its_host(status: str) -> None:
    game = open_game(3) if status == Status.OPEN else running_game(3, ruleset=Ruleset(rounds=1))
    other = running_game([User.objects.get(username="Bo"), User.objects.get(username="Cy"), UserFactory.create()])
    if status == Status.OVER:
        play_to_the_end(game)
    TableChatFactory.create(game=game, by=game.host)
    stored = TableChatFactory.create(game=other, by=other.host)
    delete_account(User.objects.get(username="Ann"))
    assert list(TableChat.objects.all()) == [stored]


def test_it_goes_with_a_table_that_is_out_of_order_when_its_host_goes(game: Game) -> None:
    TableChatFactory.create(game=game, by=game.host)
    Game.objects.filter(pk=game.pk).update(public="{")
    delete_account(User.objects.get(username="Ann"))
    assert not TableChat.objects.exists()


def test_chat_is_stored_for_a_week_after_the_end() -> None:
    over, off, open_still = running_game(3, code="over"), open_game(3, code="off"), open_game(3, code="open")
    for game in (over, off, open_still):
        TableChatFactory.create(game=game, by=game.host)
    Game.objects.filter(pk=over.pk).update(status=Status.OVER, over_at=clock.now() - timedelta(days=6))
    lobby.call_off(host=User.objects.get(username="Ann"), code="off")
    retention.tidy(rest=lambda _seconds: None)
    assert TableChat.objects.count() == 3
    Game.objects.exclude(over_at=None).update(over_at=clock.now() - timedelta(days=8))
    retention.tidy(rest=lambda _seconds: None)
    assert [row.game.code for row in TableChat.objects.all()] == ["open"]


# -- what the operator is told


def test_doctor_and_metrics_count_those_that_are_late_and_paused(game: Game) -> None:
    row = TableChatFactory.create(game=game, by=game.host, seq=0, due_at=clock.now())
    do(game, "A lay EW 1,0")
    with turnable():
        pass_by(timedelta(minutes=11))
        (finding,) = doctor.table_chats()
        assert "1 of tables are more than ten minutes late" in str(finding)
        assert b"saboteur_table_chats_due 1.0" in metrics.exposition()[0]
    TableChat.objects.filter(pk=row.pk).update(paused_at=clock.now())
    (finding,) = doctor.table_chats()
    assert "none of a table is late" in str(finding)
    samples, _ = metrics.exposition()
    assert b"saboteur_table_chats_due 0.0" in samples
    assert b"saboteur_table_chats_paused 1.0" in samples


def test_the_admin_shows_how_it_fares_and_no_address_and_no_key(game: Game) -> None:
    row = TableChatFactory.create(
        game=game, by=game.host, last_trouble="refused", reply="410", failures=2, name="Geheim"
    )
    boss = browser_of(UserFactory.create(is_staff=True, is_superuser=True))
    for address in (
        reverse("admin:games_tablechat_changelist"),
        reverse("admin:games_tablechat_change", args=[row.pk]),
        reverse("admin:games_tablechat_history", args=[row.pk]),
    ):
        markup = shown(boss, address)
        for hidden in (row.fields["secret"], row.fields["url"], row.server, row.name):
            assert hidden not in markup
    markup = shown(boss, reverse("admin:games_tablechat_change", args=[row.pk]))
    assert "the chat is gone" in markup
