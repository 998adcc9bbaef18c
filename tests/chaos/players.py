"""Players over HTTP who never give up a move: they send it again with the same key until there is an answer.

They lay tunnels, discard, answer whatever they are asked, plan, vote, press a button twice and come back to old forms.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tests.games.pages import Form, Page
from tests.visitors import Answer, Unanswered, Visitor

AGAIN = 0.2
"""Seconds before a player tries once more."""
UNSEEN = {"Sec-Purpose": "prefetch"}
"""A player who views a table gets no mail about it; these pages are never viewed."""
TWICE, OLD, PLANS, ASKS = 0.1, 0.1, 0.05, 0.01
"""How often a form is sent twice in the same moment, or long after; how often a player plans, or asks for a pause."""
GOOD = (200, 302, 303, 409, 422)


class Sent(NamedTuple):
    """A move that was sent until it was answered: with which status, after how many tries."""

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


class Group:
    """A thread that plays at one table after the other for all its people; `ledger` is all they sent."""

    def __init__(self, address: str, people: dict[str, str], tables: list[str], rng: Random) -> None:
        self.ledger: list[Sent] = []
        self.faults: list[str] = []
        self.answers: list[tuple[float, float]] = []
        """When a good answer was asked for, and when it came."""
        self.twice = self.old = self.plans = self.votes = 0
        self._people = {name: self._visitor(address, session) for name, session in people.items()}
        self._seconds = {name: self._visitor(address, session) for name, session in people.items()}
        self._tables, self._lot, self._over = iter(tables), rng, threading.Event()
        self._sent: deque[tuple[str, str, dict[str, str]]] = deque(maxlen=20)
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Come back when everybody has got the answer to their last move."""
        self._over.set()
        self._thread.join(60)
        if self._thread.is_alive():
            self.faults.append("a player waits for an answer for ever")

    @staticmethod
    def _visitor(address: str, session: str) -> Visitor:
        visitor = Visitor(address)
        visitor.cookies, visitor.headers = {"sessionid": session, "csrftoken": "c" * 32}, UNSEEN
        return visitor

    def _play(self) -> None:
        for table in self._tables:
            goes_on = True
            while goes_on and not self._over.is_set():
                turns = [self._one_move(name, table) for name in self._people]
                goes_on = any(turns)
            if self._over.is_set():
                break
        for visitor in (*self._people.values(), *self._seconds.values()):
            visitor.leave()

    def _one_move(self, name: str, table: str) -> bool:
        """Move if it is one's turn, else plan or vote now and then; whether the game goes on as far as one can see."""
        try:
            page = self._page(name, f"/t/{table}/?mode=discard")
            if page is None or 'id="said"' not in page.markup:
                return page is None
            form, values = self._choice(name, page)
            if form is not None:
                time.sleep(self._lot.uniform(0.0, 0.6))
                self._send(name, table, form.action, values)
            else:
                self._besides(name, table, page)
        except Unanswered:
            time.sleep(AGAIN)
        return True

    def _page(self, name: str, address: str) -> Page | None:
        """A page of a site that works; None, a while later, of one that does not, or that shows the end of a round."""
        answer = self._ask(lambda: self._people[name].get(address))
        if answer is not None and answer.status_code == 303:
            self._go_on(name, answer.goes_to)
            return None
        return Page(answer) if answer is not None else None

    def _go_on(self, name: str, address: str) -> None:
        """Look at the end of a round, and press the button that leads on."""
        answer = self._ask(lambda: self._people[name].get(address))
        forms = Page(answer).forms.values() if answer is not None else ()
        for form in forms:
            if form.action.endswith("/on"):
                self._press(name, form.action, {"round": form.buttons[0]["value"]})

    def _ask(self, question: Callable[[], Answer]) -> Answer | None:
        asked, answer = time.monotonic(), question()
        if answer.status_code == 500:
            self.faults.append(f"a player is answered 500 {Page(answer).words[:200]!r}")
        if answer.status_code >= 500 or answer.status_code == 429:
            time.sleep(AGAIN)
            return None
        if answer.status_code not in GOOD:
            self.faults.append(f"a player is answered {answer.status_code} {answer.goes_to}")
            return None
        self.answers.append((asked, time.monotonic()))
        return answer

    # -- what to do

    def _choice(self, name: str, page: Page) -> tuple[Form | None, dict[str, str]]:
        """A form and what is sent with it: an answer, a card to play or discard; None when it is not one's turn."""
        form, rng = page.forms.get("play"), self._lot
        answers = [one["value"] for one in form.fields if one["name"] == "answer"] if form else []
        if form is not None and answers:
            return form, form.values(answer=rng.choice(answers))
        # Where several cards may be discarded at once, they are ticked (R32).
        boxes = [one["value"] for one in form.fields if one["type"] == "checkbox"] if form else []
        if form is not None and boxes:
            return form, form.values(card=rng.choice(boxes))
        hand = [card["href"] for card in page.hand()]
        if not hand:
            return None, {}
        if rng.random() < 0.5:
            chosen = self._page(name, rng.choice(hand).replace("&mode=discard", ""))
            for _step in range(3):
                if chosen is not None and chosen.play:
                    return chosen.play, chosen.play.values()
                lit = chosen.lit() if chosen is not None else []
                chosen = self._page(name, rng.choice(lit)) if lit else None
        discard = self._page(name, rng.choice(hand))
        return (discard.play, discard.play.values()) if discard is not None and discard.play else (None, {})

    def _besides(self, name: str, table: str, page: Page) -> None:
        """What a player may do who is not on turn."""
        votes = [form for key, form in page.forms.items() if key.startswith("vote-")]
        if votes and self._lot.random() < 0.5:
            choices = [button["value"] for button in votes[0].buttons]
            self.votes += self._press(name, votes[0].action, votes[0].values(choice=self._lot.choice(choices)))
        elif "ask-pause" in page.forms and self._lot.random() < ASKS:
            form = page.forms["ask-pause"]
            self._press(name, form.action, form.values(days="1"))
        elif self._lot.random() < PLANS:
            self._plan(name, table)

    def _plan(self, name: str, table: str) -> None:
        """Plan to discard something, at once or a while later."""
        address = f"/t/{table}/plan/"
        planning = self._page(name, f"{address}?mode=discard")
        hand = planning.hand() if planning is not None else []
        chosen = self._page(name, self._lot.choice(hand)["href"]) if hand else None
        if chosen is None or chosen.play is None or chosen.play.action != address:
            return
        self.plans += self._press(name, address, chosen.play.values())
        if self._lot.random() < 0.5:
            self._press(name, address, {"deed": "wait", "minutes": "10"})

    def _press(self, name: str, address: str, values: dict[str, str]) -> int:
        """Send what may be lost; 1 if it was done."""
        answer = self._ask(lambda: self._people[name].post(address, values))
        return int(answer is not None and answer.status_code in (302, 303))

    # -- moves

    def _send(self, name: str, table: str, address: str, values: dict[str, str]) -> None:
        """Send a move until there is an answer; now and then twice at once, and an old one once more."""
        twin = None
        if self._lot.random() < TWICE:
            twin = threading.Thread(target=self._once, args=[self._seconds[name], address, values], daemon=True)
            twin.start()
        status, tries = self._until_answered(self._people[name], address, values)
        if twin is not None:
            twin.join(30)
            self.twice += 1
        self.ledger.append(Sent(table, name, values["key"], int(values["seq"]), status, tries))
        if status == 303:
            self._sent.append((name, address, values))
        if self._sent and self._lot.random() < OLD:
            self._come_back_to(*self._lot.choice(self._sent))

    def _until_answered(self, visitor: Visitor, address: str, values: dict[str, str]) -> tuple[int, int]:
        tries = 0
        while True:
            tries += 1
            try:
                answer = self._ask(lambda: visitor.post(address, values))
            except Unanswered:
                time.sleep(AGAIN)
                continue
            if answer is not None:
                return answer.status_code, tries

    def _once(self, visitor: Visitor, address: str, values: dict[str, str]) -> None:
        try:
            self._ask(lambda: visitor.post(address, values))
        except Unanswered:
            return

    def _come_back_to(self, name: str, address: str, values: dict[str, str]) -> None:
        """Send a move that was made once more: the answer is the same as then."""
        status, _tries = self._until_answered(self._seconds[name], address, values)
        self.old += 1
        if status != 303:
            self.faults.append(f"{name} is answered {status} to a move that was made")


def groups(address: str, known: list[dict[str, Any]], rng: Random) -> Iterator[Group]:
    """Let people play, those of each kind at their tables."""
    for group in known:
        yield Group(address, group["people"], group["tables"], Random(rng.random()))
