"""2023, the detour (R67)."""

from django.utils.translation import gettext_lazy as _

from games.art import icons
from games.art.cards import action
from games.rules.events import Detoured
from games.sheets.sheet import ActionSheet, Aim, Done, EntrySheet, ModuleSheet, Question

SHEET = ModuleSheet(
    name="detour",
    title=_("Detour 2023"),
    line=_("Moves the tunnel card that was laid last."),
    adds=(
        _("One more card in the pile. It moves the last tunnel card to another square."),
        _("That can open a way, block one, or cut off everything behind the card."),
    ),
    rules=(67,),
    icon=icons.DETOUR,
    settled=(_("You can’t make a detour with a broken tool (R67)."),),
    actions=(
        ActionSheet(
            name="detour",
            title=_("Detour"),
            aim=Aim.ROOM,
            question=Question(_("Move the last tunnel card to %(square)s?")),
            done=Done(
                mine=_("You moved the last tunnel card to %(square)s."),
                theirs=_("%(name)s moved the last tunnel card to %(square)s."),
            ),
            picture=action(icons.DETOUR),
            page=EntrySheet(
                what=_(
                    "Take the tunnel card that was laid last and lay it on another square, turned if you like. It "
                    "counts as laid by you, so your tools must be whole and you can’t be trapped."
                ),
                target=_("The tunnel card that was laid last, if it’s still there."),
                rules=(67,),
                see=("guide", "rockfall"),
            ),
            logged_by=Detoured,
        ),
    ),
)
