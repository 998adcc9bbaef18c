"""People who come while the site is shaken: they sign up, set up tables, join each other's, start, go and come back.

Whatever they do they do until there is an answer. What the site has said to be done is written down and must be there.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from tests.games.pages import Page
from tests.visitors import Answer, Unanswered, Visitor

PASSWORD = "a lamp, a cart and a pickaxe"
AGAIN = 0.3
PAUSE = 3.0
"""Seconds between two of them: no more may sign up from one place."""


class Came(NamedTuple):
    """What the site said to two newcomers: that they have their names, that the first set up a table, that the second
    sits there, that its game has begun, that the first is in again."""

    host: str
    guest: str
    table: str = ""
    joined: bool = False
    begun: bool = False
    back: bool = False


class Newcomers:
    """A thread in which pairs of people come one after the other; `came` is what they were told."""

    def __init__(self, address: str) -> None:
        self.came: list[Came] = []
        self.faults: list[str] = []
        self._lately: deque[str] = deque(maxlen=12)
        self._address, self._over = address, threading.Event()
        self._thread = threading.Thread(target=self._come, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Come back when the last of them have done what they came for."""
        self._over.set()
        self._thread.join(120)
        if self._thread.is_alive():
            self.faults.append("a newcomer waits for an answer for ever")

    def _come(self) -> None:
        number = 0
        while not self._over.is_set():
            host, guest = f"Newcomer {number}", f"Newcomer {number + 1}"
            number += 2
            try:
                self.came.append(self._one_pair(host, guest))
            except AssertionError as wrong:
                self.faults.append(f"{host} and {guest}: {wrong}; before: {', '.join(self._lately)}")
            self._over.wait(PAUSE)

    def _one_pair(self, host: str, guest: str) -> Came:
        first, second = self._signed_up(host), self._signed_up(guest)
        came = Came(host, guest, table=self._set_up(first))
        joined = self._until(lambda: self._press(second, f"/t/{came.table}/join"), 200, 302)
        begun = self._until(lambda: self._press(first, f"/t/{came.table}/start"), 200, 302)
        self._until(lambda: self._press(first, "/accounts/logout/"), 302)
        self._log_in(first, host)
        # The previous release has no page of the deal.
        self._until(lambda: self._press(first, f"/t/{came.table}/deal/", round="1"), 303, 404)
        back = self._until(lambda: first.get(f"/t/{came.table}/"), 200)
        first.leave()
        second.leave()
        return came._replace(joined=bool(joined), begun=bool(begun), back=host in back.content.decode())

    def _until(self, question: Callable[[], Answer], *good: int) -> Answer:
        """The first good answer; others than 5xx and 429 are a fault."""
        while True:
            try:
                answer = question()
            except Unanswered as none:
                self._lately.append(type(none).__name__)
                time.sleep(AGAIN)
                continue
            self._lately.append(f"{answer.status_code} {answer.goes_to}".strip())
            if answer.status_code in good:
                return answer
            if answer.status_code == 500:
                self.faults.append(f"a newcomer is answered 500 {Page(answer).words[:200]!r}")
            if answer.status_code < 500 and answer.status_code != 429:
                raise AssertionError(f"{answer.status_code} {answer.goes_to} {Page(answer).words[:200]!r}")
            time.sleep(AGAIN)

    @staticmethod
    def _asked(visitor: Visitor, path: str) -> Answer:
        answer = visitor.get(path)
        if "/accounts/login/" in answer.goes_to:
            again = visitor.get(path)
            raise AssertionError(f"{path} leads to {answer.goes_to} with {visitor.cookies}, then {again.status_code}")
        return answer

    @staticmethod
    def _press(visitor: Visitor, path: str, **values: str) -> Answer:
        answer = visitor.post(path, values)
        assert "/accounts/login/" not in answer.goes_to, f"{path} leads to {answer.goes_to} with {visitor.cookies}"
        return answer

    def _signed_up(self, name: str) -> Visitor:
        """A newcomer, every other one with an address; a name that is taken was taken by them."""
        visitor = Visitor(self._address)
        email = f"{name.lower().replace(' ', '-')}@new.example" if int(name[-1]) % 2 else ""
        self._until(lambda: visitor.get("/accounts/signup/"), 200)
        form = {"username": name, "password1": PASSWORD, "email": email}
        answer = self._until(lambda: visitor.post("/accounts/signup/", form), 302, 200, 422)
        # A form sent again while the first one is still being worked on is led back to the page.
        if answer.status_code != 302 or answer.goes_to == "/accounts/signup/":
            self._log_in(visitor, name)
        return visitor

    def _log_in(self, visitor: Visitor, name: str) -> None:
        self._until(lambda: visitor.get("/accounts/login/"), 200, 302)
        self._until(lambda: visitor.post("/accounts/login/", {"login": name, "password": PASSWORD}), 302)

    def _set_up(self, visitor: Visitor) -> str:
        """The code of an open table, at which bots take the free seats."""
        page = Page(self._until(lambda: self._asked(visitor, "/new/"), 200))
        (ticket,) = [one["value"] for form in page.forms.values() for one in form.fields if one["name"] == "ticket"]
        form = {
            "name": "A new mine", "seats": "4", "rounds": "1", "joining": "anyone", "bots_fill": "on", "rules": "base",
            "gold_draft": "auto", "chests": "corners", "veto_window": "0", "pace": "days", "ticket": ticket,
        }  # fmt: skip
        made = self._until(lambda: visitor.post("/new/", form), 302)
        return made.goes_to.strip("/").rpartition("/")[2]
