"""Leaks of what players remember and write for themselves, planted on purpose: notes, suspicions, books.

Each is a function that plants one, and says in its first line what then leaks. In the second world others write.
"""

from typing import Any

import pytest

from games.models import Disclosure, Game, Note, Suspicion
from games.tableau import book
from tests.secrecy.pages.pairs import unlike
from tests.secrecy.pages.planting import at, change, goals, hidden, on_page, roles, shown_to, written_on
from tests.secrecy.pages.stage import CODE


@shown_to("player")
def notes_counted_on_the_table(leak: pytest.MonkeyPatch) -> None:
    """A table says how many notes were written there."""
    written_on(leak, "games:table", Note.objects.count)


@shown_to("player")
def page_as_long_as_all_notes(leak: pytest.MonkeyPatch) -> None:
    """A table is as much longer as all notes are long."""
    written_on(leak, "games:table", lambda: " " * sum(map(len, Note.objects.values_list("text", flat=True))))


@shown_to("player", at("table"))
def suspicions_before_the_end(leak: pytest.MonkeyPatch) -> None:
    """A book tells who is suspected of what while the game runs."""
    rows = Suspicion.objects.order_by("pk").values_list("about", "guess")
    written_on(leak, "games:book", lambda: list(rows.all()))


@shown_to("player")
def header_for_who_will_show_suspicions(leak: pytest.MonkeyPatch) -> None:
    """A header of a table tells how many will show their suspicions, or ever wrote one."""

    def tell(_request: Any, response: Any) -> None:
        response["X-Books"] = f"{Disclosure.objects.count()}/{Suspicion.objects.count()}"

    on_page(leak, "games:table", tell)


@shown_to("superuser", at("desk"))
def suspicions_in_the_admin(leak: pytest.MonkeyPatch) -> None:
    """The admin's list of tables counts suspicions and notes."""
    written_on(leak, "admin:games_game_changelist", lambda: Suspicion.objects.count() + Note.objects.count())


@shown_to("player", at("table"), unlike("roles"))
def roles_in_the_book(leak: pytest.MonkeyPatch) -> None:
    """A book knows the roles of all."""
    change(leak, book, "role_goal", lambda words, *_given, **_named: f"{words} {roles()}")


@shown_to("player", at("table"), unlike("gold"))
def goals_in_the_book(leak: pytest.MonkeyPatch) -> None:
    """A book knows what lies under goals that the player has not looked at."""
    written_on(leak, "games:book", goals)


@shown_to("player", at("table"), unlike("maps"))
def cards_counted_in_hands(leak: pytest.MonkeyPatch) -> None:
    """The aid counts what others hold too."""

    def counted(gone: Any, *_given: Any, **_named: Any) -> Any:
        held = sum(own.hand.count("map") for own in hidden().seats)
        return tuple(one._replace(gone=held) for one in gone)

    change(leak, book, "cards_gone", counted)


@shown_to("player")
def note_that_moves_the_table(leak: pytest.MonkeyPatch) -> None:
    """A table has another version for each note that was written there."""

    def tell(_request: Any, response: Any) -> None:
        game = Game.objects.get(code=CODE)
        response["X-Version"] = str(game.version + Note.objects.filter(game=game).count())

    on_page(leak, "games:table", tell)
