"""Addresses of a table's page: every choice is one of them, and none says which card it is about."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from games.rules.notation import letter
from games.tableau.choice import Choice
from games.tokens import card_token
from games.wording import square_name


class Links(NamedTuple):
    """Makes the addresses of the table `code` for the player with the id `person`."""

    code: str
    person: int

    @property
    def table(self) -> str:
        """The table with nothing chosen."""
        return reverse("games:table", args=[self.code])

    @property
    def move(self) -> str:
        """Where moves are posted to."""
        return reverse("games:move", args=[self.code])

    def card(
        self, card: str, *, at: str = "", turned: bool = False, who: int | None = None, tool: str = "", mode: str = ""
    ) -> str:
        """The table with a card chosen, and perhaps what it is played on."""
        return f"{self.table}?{urlencode(self._chosen(card, at, turned, who, tool, mode))}"

    def token(self, card: str) -> str:
        """What stands for a card in addresses and forms."""
        return card_token(self.code, self.person, card)

    def round(self, number: int) -> str:
        """The page of a finished round."""
        return reverse("games:round", args=[self.code, number])

    def discard(self) -> str:
        """The table while a card to discard is chosen."""
        return f"{self.table}?mode=discard"

    def choice(self, choice: Choice) -> str:
        """What stands behind the question mark of a choice's address."""
        mode = "discard" if choice.discard else ""
        return urlencode(self._chosen(choice.card, choice.at, bool(choice.turned), choice.who, choice.tool, mode))

    def _chosen(self, card: str, at: str, turned: bool, who: int | None, tool: str, mode: str) -> dict[str, str]:
        fields = {
            "card": self.token(card) if card else "",
            "at": square_name(at) if at else "",
            "flip": "1" if turned else "",
            "who": letter(who) if who is not None else "",
            "tool": tool,
            "mode": mode,
        }
        return {name: value for name, value in fields.items() if value}
