"""What the host of a table does with its links for people without a seat."""

from django import forms

MAKE_BOARD, SWITCH_BOARD_OFF, RENEW_WATCH_LINK = "make-board", "board-off", "renew-watch"


class DeedForm(forms.Form):
    """The one thing that a button does."""

    deed = forms.ChoiceField(choices=[(deed, deed) for deed in (MAKE_BOARD, SWITCH_BOARD_OFF, RENEW_WATCH_LINK)])
