"""The roles of the base game (R10)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.art.roles import ANGRY, CROSSED, LAMP, dwarf, role
from games.sheets.sheet import Clause, EntrySheet, RoleSheet

ROLES = (
    RoleSheet(
        name="digger",
        title=_("Digger"),
        goal=(Clause("wins", "gold", _("You win when the gold is reached, no matter who reaches it.")),),
        question=_("Are you a digger?"),
        asked=_("%(other)s, are you a digger?"),
        wins=_("The diggers win this round."),
        winners=pgettext_lazy("winners", "diggers"),
        picture=role(dwarf("go", "br", LAMP)),
        page=EntrySheet(
            what=_(
                "An honest dwarf, like most. When the gold is reached, every digger at the table gets a share, no "
                "matter who did the digging."
            ),
            rules=(10, 22),
            see=("role-saboteur", "gold-cards"),
            also=("tournament",),
        ),
    ),
    RoleSheet(
        name="saboteur",
        title=_("Saboteur"),
        goal=(Clause("wins", "no-gold", _("You win when the round ends and nobody has reached the gold.")),),
        question=_("Are you a saboteur?"),
        asked=_("%(other)s, are you a saboteur?"),
        wins=_("The saboteurs win this round."),
        winners=pgettext_lazy("winners", "saboteurs"),
        picture=role(dwarf("sb", "sb2", CROSSED, brows=ANGRY, brow=4), wall="r3"),
        page=EntrySheet(
            what=_(
                "Looks like a digger, talks like a digger, and mustn’t let anyone reach the gold. Saboteurs don’t "
                "know each other either."
            ),
            rules=(10, 23, 46),
            see=("role-digger", "dead-ends"),
            also=(
                "saboteur2",
                "tournament",
            ),
        ),
        harms=True,
    ),
)
