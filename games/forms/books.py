"""Options of a table on which the printed rules of Saboteur 2 differ (R25, R34, R36)."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import presets
from games.rules.cards import CARDS, tunnel
from games.rules.ruleset import GAMES, NEXT_STARTERS

NEXT_STARTER_NAMES = {
    "layer": _("After the last tunnel"),
    "mover": _("After the last move"),
    "turn": _("Whose turn it would be"),
}
"""Short enough for a list on a phone; the help text says each in full, in this order."""


class BooksForm(forms.Form):
    """The fields of these options, for a form that has the field `rules`."""

    next_starter = forms.ChoiceField(
        label=_("Who starts the next round"),
        choices=[(name, NEXT_STARTER_NAMES[name]) for name in NEXT_STARTERS],
        help_text=_(
            "The player after the one who laid the last tunnel card, the player after the one who moved last, or the"
            " player whose turn it would have been. The printed rules differ on this."
        ),
        required=False,
    )
    own_doors = forms.BooleanField(
        label=_("Own-colour doors only"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("Blue diggers can’t lay green doors, and green diggers can’t lay blue ones."),
        required=False,
    )
    joined_ladders = forms.BooleanField(
        label=_("Ladders must be joined"),
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
        help_text=_("A ladder has to continue another tunnel. Touching one isn’t enough."),
        required=False,
    )

    @property
    def with_books(self) -> bool:
        """Whether the rules have doors and ladders, on which the printed rules differ (R25, R34, R36)."""
        rules = self["rules"].value()
        catalogue = GAMES[rules if rules in GAMES else "base"].catalogue
        return any(CARDS[card].is_tunnel and tunnel(card).door for card in catalogue)

    def switches_of_books(self) -> list[forms.BoundField]:
        """Return the options of this kind that are yes or no."""
        return [self[name] for name in presets.BY_BOOKS if isinstance(self.fields[name], forms.BooleanField)]
