"""A key that stands in an address gets into no log and no report, and guesses are rate limited."""

import io
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path, reverse
from django.utils.log import AdminEmailHandler
from gunicorn.config import Config  # type: ignore[import-untyped]
from gunicorn.glogging import Logger  # type: ignore[import-untyped]

from accounts.models import User
from saboteur_site.operation.reports import Reporter
from saboteur_site.urls import urlpatterns as site_urls
from saboteur_site.web import rates
from saboteur_site.web.rates import Rate
from saboteur_site.web.secret_parts import mask
from tests.factories import FeedKeyFactory, UserFactory
from tests.games.comparing import without_address

KEY = "Zx-9_q3vYt0aLm4Rb7Wk2Hs8Pd5Ng6Jc"
ADDRESS = f"/feeds/{KEY}/calendar.ics"


def fall_over(request: HttpRequest, secret: str) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [path("feeds/<str:secret>/fall-over", fall_over), *site_urls]


class Collector(logging.Handler):
    """Keeps what would be written, as a log in a file has it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.text = ""
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


@pytest.fixture
def collected() -> Iterator[Collector]:
    """All that the loggers of Django and of the site say, whatever other tests have done to them."""
    collector = Collector()
    loggers = [logging.getLogger(name) for name in ("django", "django.request", "saboteur_site", "games", "accounts")]
    before = [(logger, logger.level, logger.propagate, logger.disabled, logger.filters) for logger in loggers]
    for logger in loggers:
        logger.disabled, logger.propagate, logger.filters = False, False, []
        logger.setLevel(logging.DEBUG)
        logger.addHandler(collector)
    yield collector
    for logger, level, propagates, disabled, filters in before:
        logger.removeHandler(collector)
        logger.setLevel(level)
        logger.propagate, logger.disabled, logger.filters = propagates, disabled, filters


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (f"GET {ADDRESS} HTTP/1.1", "GET /feeds/***/calendar.ics HTTP/1.1"),
        (f"https://dig.example/feeds/{KEY}/tables.atom?x=1", "https://dig.example/feeds/***/tables.atom?x=1"),
        (f"/FEEDS/{KEY}", "/FEEDS/***"),
        (f"?next=%2Ffeeds%2F{KEY}%2Fcalendar.ics", "?next=%2Ffeeds%2F***%2Fcalendar.ics"),
        ("/me/told/feeds/", "/me/told/feeds/"),
        ("the feeds of Ann", "the feeds of Ann"),
    ],
)
def test_keys_are_taken_out_of_addresses_and_nothing_else_is(words: str, text: str) -> None:
    assert mask(words) == text


@pytest.mark.parametrize("address", [ADDRESS, f"/feeds/{KEY}/tables.atom", f"/feeds/{KEY}/", f"/feeds/{KEY}/x/y"])
def test_the_log_of_an_address_that_leads_nowhere_holds_no_key(address: str, collected: Collector, db: None) -> None:
    assert Client().get(address).status_code == 404
    assert "/feeds/***/" in collected.text
    assert KEY not in collected.text


@override_settings(ROOT_URLCONF=__name__)
def test_the_log_of_a_fault_holds_no_key(collected: Collector, db: None) -> None:
    assert Client(raise_request_exception=False).get(f"/feeds/{KEY}/fall-over").status_code == 500
    assert "/feeds/***/fall-over" in collected.text
    assert "ZeroDivisionError" in collected.text
    assert KEY not in collected.text


@override_settings(ROOT_URLCONF=__name__, ADMINS=[("Una", "una@mail.example")])
def test_a_mail_about_a_fault_holds_no_key(rf: RequestFactory, mailoutbox: list[Any]) -> None:
    request = rf.get(f"/feeds/{KEY}/fall-over", headers={"Referer": f"https://dig.example{ADDRESS}"})
    request.META["RAW_URI"] = request.META["REQUEST_URI"] = f"/feeds/{KEY}/fall-over"
    record = logging.getLogRecordFactory()(
        "django.request", logging.ERROR, __file__, 1, "Internal Server Error: %s", (request.path,), None
    )
    record.request, record.status_code = request, 500
    AdminEmailHandler(include_html=True).emit(record)
    (mail,) = mailoutbox
    text = "".join((mail.subject, mail.body, *(content for content, _kind in mail.alternatives)))
    assert "/feeds/***/fall-over" in text
    assert KEY not in text


def test_a_report_leaves_the_request_as_it_is(rf: RequestFactory) -> None:
    request = rf.get(ADDRESS)
    Reporter(request, None, None, None).get_traceback_text()
    assert (request.path, request.path_info, request.META["PATH_INFO"]) == (ADDRESS, ADDRESS, ADDRESS)


def test_the_web_server_writes_no_key_into_its_logs() -> None:
    config = Config()
    config.set("accesslog", "-")
    log = Logger(config)
    written = io.StringIO()
    for logger in (log.access_log, log.error_log):
        logger.handlers = [logging.StreamHandler(written)]
    environ = {"REQUEST_METHOD": "GET", "RAW_URI": ADDRESS, "SERVER_PROTOCOL": "HTTP/1.1", "PATH_INFO": ADDRESS}
    answer = type("Answer", (), {"status": "200 OK", "sent": 10, "headers": []})
    request = type("Asked", (), {"headers": [("REFERER", f"https://dig.example{ADDRESS}")]})
    log.access(answer, request, environ, timedelta(seconds=1))
    log.exception("Error handling request %s", ADDRESS)
    assert written.getvalue().count("/feeds/***/calendar.ics") >= 2
    assert KEY not in written.getvalue()


ANSWERS = ("calendar", "atom")


@pytest.fixture
def ann(db: None) -> User:
    return FeedKeyFactory.create(user=UserFactory.create(username="Ann"), key=KEY).user


@pytest.mark.parametrize("name", ANSWERS)
def test_a_wrong_an_old_and_a_shut_key_are_answered_alike(name: str, ann: User) -> None:
    def answer(key: str, **headers: str) -> tuple[int, bytes, list[tuple[str, str]]]:
        address = reverse(f"games:{name}", args=[key])
        response = Client().get(address, headers=headers)
        page = without_address(response.content, address)
        length = [("Content-Length", str(len(page)))] if response.status_code == 404 else []
        return response.status_code, page, sorted({**response.headers, **dict(length)}.items())

    nothing = answer("never-was")
    assert nothing[0] == 404
    assert answer(KEY)[0] == 200
    for column, value in (("is_active", False), ("is_guest", True), ("is_bot", True)):
        before = getattr(ann, column)
        User.objects.filter(pk=ann.pk).update(**{column: value})
        assert answer(KEY) == nothing
        User.objects.filter(pk=ann.pk).update(**{column: before})
    for forged in (KEY[:-1], KEY + "A", KEY.swapcase(), KEY[::-1], "A" * 64, "-", "_"):
        assert answer(forged) == nothing
    ann.feed_key.delete()
    assert answer(KEY) == nothing


@pytest.mark.parametrize("name", ANSWERS)
def test_answer_is_not_stored_listed_or_referred(name: str, ann: User) -> None:
    response = Client().get(reverse(f"games:{name}", args=[KEY]))
    assert {"private", "no-store"} <= set(response["Cache-Control"].split(", "))
    assert "noindex" in response["X-Robots-Tag"]
    assert response["Referrer-Policy"] == "same-origin"
    assert not {"ETag", "Last-Modified", "Set-Cookie"} & set(response.headers)


@pytest.mark.parametrize("name", ANSWERS)
def test_secret_address_ignores_the_session(name: str, ann: User) -> None:
    address = reverse(f"games:{name}", args=[KEY])
    browser = Client()
    browser.force_login(UserFactory.create(username="Bo", language="es"), backend="accounts.backends.NameBackend")
    one, other = Client().get(address), browser.get(address)
    assert (one.content, sorted(one.items())) == (other.content, sorted(other.items()))


@pytest.mark.parametrize("name", ANSWERS)
def test_feed_reader_over_the_limit_waits_with_any_key(name: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.RATES, f"games:{name}", Rate(3, 60))
    address = reverse(f"games:{name}", args=[KEY])
    wrong = reverse(f"games:{name}", args=["never-was"])
    assert [Client().get(one).status_code for one in (wrong, address, wrong)] == [404, 200, 404]
    for one in (wrong, address):
        response = Client().get(one)
        assert response.status_code == 429
        assert 0 < int(response["Retry-After"]) <= 60
    elsewhere = Client().get(address, headers={"X-Forwarded-For": "203.0.113.9"}, REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 200
