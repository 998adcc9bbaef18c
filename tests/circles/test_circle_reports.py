"""Reports of the names of circles: who may send them, who decides, and what becomes of the name."""

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from accounts.models import Event, User
from circles.models import Circle
from circles.services import membership
from circles.services import reports as circle_reports
from games.admin.desk import _complaints
from games.models import Complaint, Measure, Notice, Reported, Ruling
from games.selectors import reports
from games.services import moderation
from saboteur_site.web.declined import DeclinedError
from tests.circles.scene import circle_of
from tests.factories import UserFactory
from tests.games.staff import permitted
from tests.games.tables import browser_of

pytestmark = pytest.mark.django_db

WHY = "That name hurts people."
QUEUE = reverse("admin:games_complaint_changelist")


class Site:
    """Ann and Cy belong to Bo's circle, and Ann reports its name; Mo is a moderator."""

    def __init__(self) -> None:
        self.bo, self.ann, self.cy = (UserFactory.create(username=name) for name in ("Bo", "Ann", "Cy"))
        self.mo = permitted(UserFactory.create(username="Mo"), "view_complaint", "change_complaint")
        self.circle = circle_of([self.bo, self.ann, self.cy], name="Rude dwarves")

    def report(self, by: User | None = None) -> Complaint:
        circle_reports.report_name(user=by or self.ann, code=self.circle.code, reason="It is rude.")
        return Complaint.objects.latest("pk")

    def decide(self, complaint: Complaint, act: Measure, **more: object) -> Ruling:
        return moderation.decide(by=self.mo, complaint=complaint.pk, act=act, reason=WHY, **more)  # type: ignore[arg-type]

    def name(self) -> str:
        self.circle.refresh_from_db()
        return self.circle.name


@pytest.fixture
def site() -> Site:
    return Site()


def address(site: Site) -> str:
    return reverse("circles:report", args=[site.circle.code])


def test_member_reports_the_name_from_the_page_of_the_circle(site: Site) -> None:
    browser = browser_of(site.ann)
    assert address(site) in browser.get(reverse("circles:circle", args=[site.circle.code])).content.decode()
    assert "Rude dwarves" in browser.get(address(site)).content.decode()
    assert browser.post(address(site), {"what": "name", "reason": "It is rude."}).status_code == 302
    found = Complaint.objects.get()
    assert (found.kind, found.words, found.about, found.by) == (Reported.CIRCLE, "Rude dwarves", site.bo, site.ann)
    assert "Rude dwarves" in browser.get(reverse("games:decisions")).content.decode()


def test_report_without_a_reason_is_refused_in_a_sentence(site: Site) -> None:
    answer = browser_of(site.ann).post(address(site), {"what": "name", "reason": " "})
    assert answer.status_code == 422
    assert "Tell us in a few words" in answer.content.decode()
    assert not Complaint.objects.exists()


def test_host_stranger_and_former_member_cannot_report_the_name(site: Site) -> None:
    membership.leave(user=site.cy, code=site.circle.code)
    for person in (site.bo, site.cy, UserFactory.create()):
        assert browser_of(person).get(address(site)).status_code == 404
        with pytest.raises(Http404):
            site.report(person)
    assert address(site) not in browser_of(site.bo).get(f"/circles/{site.circle.code}/").content.decode()
    assert Client().get(address(site)).status_code == 302


def test_report_of_the_name_sent_twice_is_one(site: Site) -> None:
    site.report()
    site.report()
    assert Complaint.objects.count() == 1


def test_reports_of_two_circles_of_one_host_are_decided_apart(site: Site) -> None:
    first = site.report()
    other = circle_of([site.bo, site.ann], name="Other dwarves")
    circle_reports.report_name(user=site.ann, code=other.code, reason="Rude too.")
    assert len(_complaints(site.mo.pk)) == 2
    site.decide(first, Measure.DISMISS)
    assert [one.words for one in Complaint.objects.filter(settled_at=None)] == ["Other dwarves"]
    assert [(one.is_settled, one.dismissal) for one in reports.reports_by(site.ann)] == [(False, ""), (True, WHY)]


def test_repeats_stand_in_the_queue_once_and_are_settled_together(site: Site) -> None:
    complaint = site.report()
    site.report(site.cy)
    assert [getattr(one, "repeats", 0) for one in _complaints(site.mo.pk)] == [2]
    site.decide(complaint, Measure.DISMISS)
    assert not Complaint.objects.filter(settled_at=None).exists()
    told = Notice.objects.filter(kind=Event.DECISION).values_list("user__username", flat=True)
    assert set(told) == {"Ann", "Bo", "Cy"}


def test_name_is_replaced_and_both_sides_read_why(site: Site) -> None:
    decision = site.decide(site.report(), Measure.RENAME, name="Kind dwarves")
    assert (site.name(), site.circle.options["name"]) == ("Kind dwarves", "Kind dwarves")
    assert User.objects.get(pk=site.bo.pk).username == "Bo"
    page = browser_of(site.bo).get(reverse("games:decisions")).content.decode()
    assert WHY in page
    assert "A moderator has changed this name." in page
    assert "Ann" not in page.split("<main")[1].split("</main>")[0]
    assert "did something about it" in browser_of(site.ann).get(reverse("games:decisions")).content.decode()
    moderation.answer(user=site.bo, decision=decision.pk, text="Sorry.")


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_new_name_that_does_not_fit_changes_nothing(site: Site, name: str) -> None:
    complaint = site.report()
    with pytest.raises(DeclinedError):
        site.decide(complaint, Measure.RENAME, name=name)
    complaint.refresh_from_db()
    assert (site.name(), complaint.settled_at) == ("Rude dwarves", None)


def test_name_of_a_deleted_circle_cannot_be_changed_but_is_dismissed(site: Site) -> None:
    complaint = site.report()
    Circle.objects.all().delete()
    with pytest.raises(DeclinedError, match="gone"):
        site.decide(complaint, Measure.RENAME, name="Kind dwarves")
    assert site.decide(complaint, Measure.DISMISS).act == Measure.DISMISS


def test_moderator_of_the_circle_neither_sees_nor_decides(site: Site) -> None:
    complaint = site.report()
    member = permitted(site.cy, "view_complaint", "change_complaint")
    decide = reverse("admin:games_complaint_decide", args=[complaint.pk])
    for person, sees in ((site.mo, True), (member, False)):
        browser = browser_of(person)
        assert ("Rude dwarves" in browser.get(QUEUE).content.decode()) is sees
        assert ("Rude dwarves" in browser.get("/admin/").content.decode()) is sees
        assert browser.get(decide).status_code == (200 if sees else 404)
    with pytest.raises(Http404):
        moderation.decide(by=member, complaint=complaint.pk, act=Measure.DISMISS, reason=WHY)
    membership.leave(user=member, code=site.circle.code)
    assert browser_of(member).get(decide).status_code == 200
