"""Players over HTTP who never give up a move: they send it again with the same key until somebody answers."""

import threading
import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from tests.chaos.scene import PASSWORD
from tests.games.pages import Form, Page
from tests.visitors import Answer, Unanswered, Visitor

AGAIN = 0.2
"""Seconds before somebody tries once more."""
HIDDEN = {"X-Page-Hidden": "1"}
"""Who looks at a table gets no mail about it; these pages are behind others."""


class Sent(NamedTuple):
    """A move that somebody sent until they were answered: with which status, after how many tries."""

    table: str
    name: str
    key: str
    seq: int
    status: int
    tries: int

    @property
    def acknowledged(self) -> bool:
        """Whether the site said that it was done."""
        return self.status == 303


class Players:
    """Threads that each play at one table after the other for all its people; `ledger` is all they sent."""

    def __init__(self, address: str, names: Iterable[str]) -> None:
        self.ledger: list[Sent] = []
        self.faults: list[str] = []
        self.good_answers: list[float] = []
        self.over = threading.Event()
        self._address = address
        self._cookies = {name: self._signed_in(name) for name in names}
        self._threads: list[threading.Thread] = []

    def _signed_in(self, name: str) -> dict[str, str]:
        visitor = Visitor(self._address, patience=30)
        visitor.log_in(name, PASSWORD)
        visitor.leave()
        return visitor.cookies

    def play(self, tables: Iterator[str], lot: Random) -> None:
        """Begin to play, at the next of these tables whenever a game is over."""
        thread = threading.Thread(target=self._play, args=[tables, lot], daemon=True)
        self._threads.append(thread)
        thread.start()

    def wait(self) -> None:
        """Come back when everybody has got the answer to their last move."""
        self.over.set()
        for thread in self._threads:
            thread.join(60)
            if thread.is_alive():
                self.faults.append("a player waits for an answer for ever")

    def _play(self, tables: Iterator[str], lot: Random) -> None:
        visitors = {name: Visitor(self._address) for name in self._cookies}
        for name, visitor in visitors.items():
            visitor.cookies, visitor.headers = dict(self._cookies[name]), HIDDEN
        for table in tables:
            goes_on = True
            while goes_on and not self.over.is_set():
                turns = [self._one_move(name, visitor, table, lot) for name, visitor in visitors.items()]
                goes_on = any(turns)
            if self.over.is_set():
                break
        for visitor in visitors.values():
            visitor.leave()

    def _one_move(self, name: str, visitor: Visitor, table: str, lot: Random) -> bool:
        """Move if it is one's turn; whether the game goes on as far as one can see."""
        try:
            page = self._good(visitor.get(f"/t/{table}/?mode=discard"))
            form = self._choice(visitor, page, lot) if page else None
        except Unanswered:
            time.sleep(AGAIN)
            return True
        if form is not None:
            time.sleep(lot.uniform(0.0, 0.6))
            self._send(name, visitor, table, form)
        return page is None or 'id="said"' in page.markup

    def _choice(self, visitor: Visitor, page: Page, lot: Random) -> Form | None:
        """A form that discards a card, now and then one that lays a tunnel; None when it is somebody else's turn."""
        hand = [card["href"] for card in page.hand()]
        if not hand:
            return None
        if lot.random() < 0.3:
            chosen = visitor.page(lot.choice(hand).replace("&mode=discard", ""))
            lit = [link["href"] for link in chosen.squares() if not link.text.endswith("why?")]
            if lit and (form := visitor.page(lot.choice(lit)).play):
                return form
        return visitor.page(lot.choice(hand)).play

    def _send(self, name: str, visitor: Visitor, table: str, form: Form) -> None:
        """Send a move until somebody answers."""
        values, tries = form.values(), 0
        while True:
            tries += 1
            try:
                answer = visitor.post(form.action, values)
            except Unanswered:
                time.sleep(AGAIN)
                continue
            if answer.status_code >= 500:
                time.sleep(AGAIN)
                continue
            break
        self._good(answer)
        self.ledger.append(Sent(table, name, values["key"], int(values["seq"]), answer.status_code, tries))

    def _good(self, answer: Answer) -> Page | None:
        """The page of a site that works; None, a while later, of one that does not."""
        if answer.status_code >= 500:
            time.sleep(AGAIN)
            return None
        if answer.status_code not in (200, 303, 409, 422):
            self.faults.append(f"somebody is answered {answer.status_code} {answer.goes_to}")
            return None
        self.good_answers.append(time.monotonic())
        return Page(answer)
