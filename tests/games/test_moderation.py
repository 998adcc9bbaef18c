"""Reports of messages, names, players and tables; decisions of moderators, their effects, and who reads what."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Event, Unheard, User
from accounts.services import guests
from circles.services import reports as circle_reports
from games.forms.talk import plain
from games.models import Complaint, Game, Joining, Measure, Notice, Reported, Ruling, Word
from games.selectors import reports
from games.services import lobby, moderation, talk
from saboteur_site.web.declined import DeclinedError, TooLateError
from tests.circles.scene import circle_of
from tests.factories import UserFactory
from tests.games.staff import permitted
from tests.games.tables import browser_of, open_game, running_game

pytestmark = pytest.mark.django_db

DECISIONS = reverse("games:decisions")
WHY = "Not here."


class Site:
    """Ann reports Bo at their table; Mo is a moderator."""

    def __init__(self) -> None:
        self.ann, self.bo, self.cy = (UserFactory.create(username=name) for name in ("Ann", "Bo", "Cy"))
        self.mo = permitted(UserFactory.create(username="Mo"), "view_complaint", "change_complaint")
        self.game = running_game([self.bo, self.ann, self.cy], name="Rude mine")

    def say(self, user: User, text: str) -> Word:
        talk.say(user=user, code=self.game.code, text=text, after=Word.objects.count())
        return Word.objects.latest("number")

    def report_word(self, text: str = "Rude words.", by: User | None = None) -> Complaint:
        word = self.say(self.bo, text)
        talk.complain(user=by or self.ann, code=self.game.code, number=word.number, reason="It is rude.")
        return Complaint.objects.latest("pk")

    def report_player(self, *, of_name: bool = False) -> Complaint:
        moderation.report_person(user=self.ann, person=self.bo.pk, of_name=of_name, reason="He is rude.")
        return Complaint.objects.latest("pk")

    def report_table(self, *, of_name: bool = False) -> Complaint:
        moderation.report_table(user=self.ann, code=self.game.code, of_name=of_name, reason="It is rude.")
        return Complaint.objects.latest("pk")

    def report_circle(self) -> Complaint:
        circle = circle_of([self.bo, self.ann], name="Rude dwarves")
        circle_reports.report_name(user=self.ann, code=circle.code, reason="It is rude.")
        return Complaint.objects.latest("pk")

    def decide(self, complaint: Complaint, act: Measure, **more: object) -> Ruling:
        return moderation.decide(by=self.mo, complaint=complaint.pk, act=act, reason=WHY, **more)  # type: ignore[arg-type]

    def again(self) -> User:
        """Bo, as a request reads him."""
        return User.objects.get(pk=self.bo.pk)


@pytest.fixture
def site() -> Site:
    return Site()


# -- reports


def test_report_names_the_player_and_the_table(site: Site) -> None:
    reports = [site.report_word(), site.report_player(), site.report_player(of_name=True), site.report_table()]
    assert [one.kind for one in reports] == ["message", "person", "name", "table"]
    assert {one.about for one in reports} == {site.bo}
    assert [one.where for one in reports] == [site.game, None, None, site.game]
    assert [one.words for one in reports] == ["Rude words.", "Bo", "Bo", "Rude mine"]


def test_report_sent_twice_is_one(site: Site) -> None:
    for _again in range(2):
        site.report_player()
        site.report_table(of_name=True)
    assert Complaint.objects.count() == 2


def test_strangers_bots_and_oneself_cannot_be_reported(site: Site) -> None:
    bot, stranger = UserFactory.create(is_bot=True), UserFactory.create()
    for person in (bot, stranger, site.ann):
        with pytest.raises(Http404):
            moderation.person_to_report(site.ann, person.pk)
    for person in (stranger, site.bo):
        with pytest.raises(Http404):
            moderation.table_to_report(person, site.game.code)


# -- what a moderator reads


def test_moderator_reads_ten_messages_as_the_reporter_can(site: Site) -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        for number in range(12):
            site.say(site.ann if number % 2 else site.bo, f"line {number}")
            now.shift(60)
        site.say(site.cy, "from one who is muted by Ann")
        complaint = site.report_word()
        now.shift(60)
        site.say(site.ann, "after it")
    Unheard.objects.create(user=site.ann, other=site.cy)
    assert [word.text for word in reports.messages_before(complaint)] == [f"line {number}" for number in range(2, 12)]
    page = browser_of(site.mo).get(reverse("admin:games_complaint_decide", args=[complaint.pk])).content.decode()
    assert all(text in page for text in ("line 2", "line 11", "Rude words.", "It is rude."))
    assert not any(text in page for text in ("line 1<", "after it", "muted by Ann"))
    assert reports.messages_before(site.report_player()) == []


def test_moderator_reads_earlier_reports_and_decisions_about_both(site: Site) -> None:
    first = site.report_player()
    site.decide(first, Measure.MUTE, days=2)
    later = site.report_table()
    page = browser_of(site.mo).get(reverse("admin:games_complaint_decide", args=[later.pk])).content.decode()
    assert "He is rude." in page
    assert WHY in page


# -- who decides


def test_permissions_of_deciding(site: Site) -> None:
    complaint = site.report_word()
    address = reverse("admin:games_complaint_decide", args=[complaint.pk])
    seated = permitted(site.cy, "view_complaint", "change_complaint")
    table = {
        Client(): 302,
        browser_of(UserFactory.create()): 302,
        browser_of(permitted(UserFactory.create(), "view_complaint")): 403,
        browser_of(seated): 404,
        browser_of(permitted(site.ann, "change_complaint", "view_complaint")): 404,
        browser_of(permitted(site.bo, "change_complaint", "view_complaint")): 404,
        browser_of(site.mo): 200,
    }
    assert [client.get(address).status_code for client in table] == [*table.values()]
    for by, error in ((seated, Http404), (UserFactory.create(), PermissionDenied)):
        with pytest.raises(error):
            moderation.decide(by=by, complaint=complaint.pk, act=Measure.DISMISS, reason=WHY)
    assert not Ruling.objects.exists()


def test_moderator_does_not_decide_about_staff_but_an_administrator_does(site: Site) -> None:
    complaint = site.report_player()
    User.objects.filter(pk=site.bo.pk).update(is_staff=True)
    with pytest.raises(DeclinedError):
        site.decide(complaint, Measure.CLOSE)
    head = UserFactory.create(is_staff=True, is_superuser=True)
    moderation.decide(by=head, complaint=complaint.pk, act=Measure.CLOSE, reason=WHY)
    assert site.again().is_suspended


@pytest.mark.parametrize("act", Measure)
@pytest.mark.parametrize("kind", Reported)
def test_act_fits_the_report_or_changes_nothing(site: Site, kind: Reported, act: Measure) -> None:
    make = {
        Reported.MESSAGE: site.report_word,
        Reported.NAME: lambda: site.report_player(of_name=True),
        Reported.PERSON: site.report_player,
        Reported.TABLE: site.report_table,
        Reported.CIRCLE: site.report_circle,
    }
    complaint = make[kind]()
    if act in moderation.FITTING[kind]:
        assert site.decide(complaint, act, days=3, name="Bob").act == act
        complaint.refresh_from_db()
        assert complaint.settled_at is not None
        with pytest.raises(TooLateError):
            site.decide(complaint, Measure.DISMISS)
    else:
        with pytest.raises(DeclinedError):
            site.decide(complaint, act, days=3, name="Bob")
        assert not Ruling.objects.exists()


@pytest.mark.parametrize(("days", "reason"), [(0, WHY), (-1, WHY), (366, WHY), (3, ""), (3, "x" * 501)])
def test_decision_without_days_or_reason_is_declined(site: Site, days: int, reason: str) -> None:
    with pytest.raises(DeclinedError):
        moderation.decide(by=site.mo, complaint=site.report_player().pk, act=Measure.MUTE, reason=reason, days=days)
    assert not site.again().is_muted


# -- effects


def test_muted_player_writes_again_after_the_days(site: Site) -> None:
    site.decide(site.report_player(), Measure.MUTE, days=3)
    for send in (lambda: site.say(site.again(), "Hi!"), lambda: talk.say_quick(
        user=site.again(), code=site.game.code, word="hello"
    )):  # fmt: skip
        with pytest.raises(DeclinedError, match="muted you until"):
            send()
    with time_machine.travel(timezone.now() + timedelta(days=3, seconds=5)):
        site.say(site.again(), "Hi!")


def test_suspended_player_reads_the_reason_and_answers_once(site: Site) -> None:
    browser = browser_of(site.bo)
    decision = site.decide(site.report_player(), Measure.SUSPEND, days=3)
    for address in ("/", reverse("games:table", args=[site.game.code]), "/me/"):
        assert browser.get(address).status_code == 403
    assert browser.post(reverse("games:say", args=[site.game.code]), {"text": "Hi!"}).status_code == 403
    page = browser.get(DECISIONS).content.decode()
    assert WHY in page
    assert "Mo" not in page.split("<main")[1].split("</main>")[0]
    said = {"decision": decision.pk, "answer": "I’m <sorry>."}
    assert browser.post(DECISIONS, said).status_code == 302
    assert browser.post(DECISIONS, said | {"answer": "Again"}).status_code == 409
    assert "I’m &lt;sorry&gt;." in browser.get(DECISIONS).content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=3, seconds=5)):
        assert browser.get("/me/").status_code == 200


def test_closed_account_stays_closed(site: Site) -> None:
    site.decide(site.report_player(), Measure.CLOSE)
    with time_machine.travel(timezone.now() + timedelta(days=4000)):
        assert browser_of(site.bo).get("/").status_code == 403


def test_tables_of_a_secluded_host_are_closed_to_strangers(site: Site) -> None:
    mine = open_game([site.bo], wanted=3, joining=Joining.ANYONE)
    stranger = UserFactory.create()
    assert lobby.may_join(user=stranger, game=mine)
    site.decide(site.report_table(), Measure.SECLUDE)
    mine = Game.objects.get(pk=mine.pk)
    assert not lobby.may_join(user=stranger, game=mine)
    link = lobby.make_link(host=site.again(), code=mine.code)
    assert lobby.may_join(user=stranger, game=mine, token=link.token)


def test_names_of_players_and_tables_are_changed(site: Site) -> None:
    with pytest.raises(DeclinedError):
        site.decide(site.report_player(of_name=True), Measure.RENAME, name="Ann")
    site.decide(Complaint.objects.latest("pk"), Measure.RENAME, name="Bert")
    site.decide(site.report_table(of_name=True), Measure.RENAME, name="Quiet mine")
    site.game.refresh_from_db()
    assert (site.again().username, site.game.name) == ("Bert", "Quiet mine")


def test_message_is_removed_and_all_its_reports_are_settled(site: Site) -> None:
    complaint = site.report_word()
    assert complaint.word is not None
    talk.complain(user=site.cy, code=site.game.code, number=complaint.word.number, reason="Me too.")
    site.decide(complaint, Measure.REMOVE)
    assert not Complaint.objects.filter(settled_at=None).exists()
    assert Word.objects.get(pk=complaint.word.pk).text == ""
    notified = set(Notice.objects.filter(kind=Event.DECISION).values_list("user__username", flat=True))
    assert notified == {"Ann", "Bo", "Cy"}


def test_dismissal_notifies_both_without_the_name_of_the_reporter(site: Site) -> None:
    decision = site.decide(site.report_player(), Measure.DISMISS)
    notices = Notice.objects.filter(kind=Event.DECISION)
    assert set(notices.values_list("user__username", flat=True)) == {"Ann", "Bo"}
    assert not notices.exclude(by=None).exists()
    assert WHY in browser_of(site.ann).get(DECISIONS).content.decode()
    page = browser_of(site.bo).get(DECISIONS).content.decode()
    assert WHY in page
    assert "did nothing" in page
    assert "Ann" not in page
    assert "It is rude." not in page
    moderation.answer(user=site.bo, decision=decision.pk, text="Thanks.")


def test_dismissal_of_another_thing_at_the_same_moment_is_not_shown(site: Site) -> None:
    dismissed, punished = site.report_player(), site.report_word()
    now = site.decide(dismissed, Measure.DISMISS).at
    site.decide(punished, Measure.MUTE, days=1)
    other = site.report_table()
    Complaint.objects.filter(pk=other.pk).update(settled_at=now, kind=dismissed.kind)
    Complaint.objects.filter(pk=punished.pk).update(settled_at=now)
    assert [one.dismissal for one in reports.reports_by(site.ann)] == ["", "", WHY]


def test_dismissal_is_read_by_all_who_reported_the_same(site: Site) -> None:
    complaint = site.report_word()
    assert complaint.word is not None
    talk.complain(user=site.cy, code=site.game.code, number=complaint.word.number, reason="Me too.")
    site.decide(complaint, Measure.DISMISS)
    assert [one.dismissal for user in (site.ann, site.cy) for one in reports.reports_by(user)] == [WHY, WHY]


def test_answer_to_a_decision_about_another_player_is_not_found(site: Site) -> None:
    decision = site.decide(site.report_player(), Measure.MUTE, days=1)
    with pytest.raises(Http404):
        moderation.answer(user=site.ann, decision=decision.pk, text="No")


# -- hostile texts

PIECES = [
    "<script>alert(1)</script>", "' OR 1=1 --", "{{ settings }}", "{% now 'Y' %}", "%s%d%n", "\u202egnp", "a\x00b",
    "\u200b\u200b", "e" + "\u0301" * 40, "\U0001f3f4\u200d\u2620", "\ufffd\ufffe", "<img src=x onerror=alert(1)>",
    "javascript:alert(1)", "]]>", "-->", "&amp;lt;", "\r\nSet-Cookie: a=b", "https://evil.example", "\u2066x\u2069",
    "x" * 500,
]  # fmt: skip
HOSTILE = [f"{before}{piece}"[:500] for before in ("", "Bo ", "\n\t") for piece in PIECES]


def test_sixty_hostile_texts_are_inert_in_reports_decisions_and_names(site: Site) -> None:
    assert len(HOSTILE) == 60
    reader, moderator, bo = browser_of(site.ann), browser_of(site.mo), browser_of(site.bo)
    report = reverse("games:report-player", args=[site.bo.pk])
    for number, text in enumerate(HOSTILE):
        caches["limits"].clear()  # Redis counts by its own clock
        with time_machine.travel(timezone.now() + timedelta(hours=2 * number)):
            answer = reader.post(report, {"what": "whole", "reason": text})
            if not plain(text):
                assert answer.status_code == 422
                continue
            assert answer.status_code == 302, text
            complaint = Complaint.objects.latest("pk")
            assert complaint.reason == plain(text)
            address = reverse("admin:games_complaint_decide", args=[complaint.pk])
            shown = moderator.get(address).content.decode()
            renamed = moderator.post(address, {"act": "rename", "name": text, "reason": text})
            assert renamed.status_code in (302, 409, 422), text
            moderator.post(address, {"act": "mute", "days": 1, "reason": text})
            for page in (shown, renamed.content.decode(), bo.get(DECISIONS).content.decode()):
                assert "<script>alert(1)" not in page
                assert "<img src=x" not in page
            assert site.again().username.isprintable()


def test_guest_can_report_a_player_of_their_table() -> None:
    host, guest = UserFactory.create(), guests.come(name="Gus")
    running_game([host, guest, UserFactory.create()])
    assert browser_of(guest).get(reverse("games:report-player", args=[host.pk])).status_code == 200
