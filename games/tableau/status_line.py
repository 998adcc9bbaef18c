"""The one status line of a table: what is most urgent for its reader, and what else there is to read about it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.tableau.table import Panel, TablePage
from games.wording import uncited


class StatusLine(NamedTuple):
    """The status line. `kind` is how it looks: `bad`, `good`, `ask`, `chosen`, `turn`, `own` or `wait`.

    `lead` is its bold beginning, `words` the rest; `picture` stands before them. `pill` is the one button beside them:
    `votes`, `since` or "". `details` are the sentences and panels that are read on a sheet; empty if the line says all.
    """

    kind: str
    lead: str
    words: str
    picture: str = ""
    pill: str = ""
    details: tuple[Panel, ...] = ()


LONG = 72
"""From so many characters on, a line may be cut on a phone, so its text is also on the sheet of details."""


def status_line(
    table: TablePage,
    *,
    notes: Sequence[str] = (),
    asked: str = "",
    votes: int = 0,
    hint: str = "",
    due: str = "",
    planned: Sequence[str] = (),
) -> StatusLine:
    """Return the line: the first of these that applies.

    1. why nothing was played; 2. `notes`, what the last form did; 3. a question that stops the table; 4. the choice
    that is being made; 5. `planned`, the plan that is being made, in order; 6. the reader's turn, with news for them
    alone; 7. such news; 8. a vote that is not answered; 9. who is waited for.

    `asked` is the question of the first of so many open `votes`; `hint` is what a lesson asks for; `due` says when the
    plan of the reader is played.
    """
    whole = _first(table, notes, asked if votes else "", hint, due, planned)
    line = whole._replace(lead=uncited(whole.lead), words=uncited(whole.words))
    pill = "" if table.choosing else "votes" if votes else "since" if table.recent else ""
    return line._replace(pill=pill, details=_details(table, line, hint, due))


def _first(
    table: TablePage, notes: Sequence[str], asked: str, hint: str, due: str, planned: Sequence[str]
) -> StatusLine:
    bar = table.bar
    news = next((panel for panel in table.panels if panel.kind == "private"), None)
    for panel in table.panels:
        if panel.kind == "bad":
            return StatusLine("bad", "", panel.words)
    if notes:
        return StatusLine("good", "", " ".join(notes))
    if table.mine_to_move and not table.plays_cards:
        return StatusLine("ask", _announced(table), bar.prompt)
    if table.choosing:
        return StatusLine("chosen", bar.lead, " ".join(filter(None, [bar.prompt, bar.why])))
    if planned:
        steps = " ".join(f"{number}. {words}" for number, words in enumerate(planned, start=1))
        return StatusLine("own", _("Your plan:"), steps)
    if table.mine_to_move:
        words = due or hint or " ".join(filter(None, [news.line if news else "", bar.prompt]))
        return StatusLine("turn", bar.lead, words, news.picture if news and not due else "")
    if news:
        return StatusLine("own", "", news.line, news.picture)
    if asked:
        return StatusLine("ask", "", asked)
    info = next((panel for panel in table.panels if panel.line), None)
    if info:
        return StatusLine("wait", info.line, bar.prompt, info.picture)
    return StatusLine("wait", bar.lead, " ".join(filter(None, [bar.prompt, bar.why])))


def _announced(table: TablePage) -> str:
    """Return the command that others may still stop; "" for none."""
    return next((panel.line for panel in table.panels if panel.kind == "info" and panel.picture), "")


def _details(table: TablePage, line: StatusLine, hint: str, due: str) -> tuple[Panel, ...]:
    """Return what the line cuts or leaves out."""
    bar, shown = table.bar, f"{line.lead} {line.words}".strip()
    asked = Panel("", " ".join(filter(None, [bar.lead, bar.prompt, bar.why])))
    others = [*table.panels, *(Panel("", words) for words in (due, hint) if words)]
    left = [panel for panel in others if panel.words != shown or panel.href]
    if left or len(shown) > LONG or asked.words != shown:
        return tuple(panel for panel in (asked, *left) if panel.words)
    return ()
