"""The copy of a table for times without a network says when it was seen, as the site writes moments."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.conftest import PHONE, Complaints, session_of
from tests.games.tables import in_position

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

SEEN = datetime(2026, 9, 4, 18, 5, tzinfo=UTC)
TOLD = """async (path) => {
  const copy = await caches.open("kept").then((kept) => kept.match(path)).then((found) => found?.text());
  return new DOMParser().parseFromString(copy ?? "", "text/html").querySelector("#old time")?.textContent ?? "";
}"""


@pytest.mark.soak
def test_a_copy_says_when_it_was_seen_as_its_language_writes_it(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, complaints: Complaints
) -> None:
    game = in_position(3, hands={"A": ["EW"]}, first="A")
    context = new_context(base_url=live_server.url, timezone_id="UTC", **PHONE)
    context.add_cookies([{"name": "sessionid", "value": session_of("Ann"), "url": live_server.url}])
    complaints.listen(context)
    page = context.new_page()
    page.clock.set_fixed_time(SEEN)
    page.goto("/me/told/devices/")
    page.get_by_role("button", name="Read my tables offline on this device").click()
    expect(page.get_by_text("From now on, you can read the tables you open on this device offline")).to_be_visible()
    path, seen, written = f"/t/{game.code}/", {}, {}
    for language, _name in settings.LANGUAGES:
        User.objects.filter(username="Ann").update(language=language)
        page.goto(path)
        page.wait_for_function(f"async (path) => Boolean(await ({TOLD})(path))", arg=path)
        seen[language] = page.evaluate(TOLD, path).replace("\u00a0", " ")
        page.evaluate("caches.delete('kept')")
        with translation.override(language):
            written[language] = date_format(SEEN, "DATETIME_FORMAT")
    assert seen == written
