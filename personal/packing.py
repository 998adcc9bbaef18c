"""Makes the archive of a person: JSON files and a README in a ZIP file.

Of a running game it holds what its page shows this person, and of a finished one the record that all its players can
fetch. Files have no date, so the same data gives the same bytes.
"""

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from api.shapes.log import entry_of
from api.shapes.seats import letter_of
from api.shapes.tables import own_of, state_of, table_of
from games.clocks import planned
from games.models import Seat, Status
from games.rows import store
from games.rows.corrupt import CorruptTable
from games.selectors import table as table_selectors
from games.services import archive
from personal.parts import PARTS

_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a ZIP file can name."""


def pack(user: User, goes_on: Callable[[int, int], None] = lambda _done, _of: None) -> bytes:
    """Return the archive of a user. `goes_on` is called after each table with the number packed, and that of all."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        with translation.override(user.language or settings.LANGUAGE_CODE):
            _write(packed, "README.txt", _readme())
        for part in PARTS:
            _write(packed, f"{part.name}.json", _json(part.read(user)))
        seats = list(Seat.objects.filter(user=user).select_related("game").order_by("pk"))
        for done, seat in enumerate(seats, 1):
            _write(packed, f"games/{seat.game.code}.json", _json(_table(user, seat)))
            goes_on(done, len(seats))
    return file.getvalue()


def _table(user: User, seat: Seat) -> Any:
    """Return the record of a finished game, or what the page of another table shows its player."""
    try:
        if seat.game.status == Status.OVER:
            return {"you": letter_of(seat.number), **archive.export(seat.game)}
        place = table_selectors.place_at(seat.game.code, user)
        game, people = place.game, table_selectors.people_at(place.game)
        if game.status != Status.RUNNING:
            return table_of(game, store.ruleset(game), people, [])
        view = table_selectors.view_of(place)
        own = None
        if place.seat is not None and view.own is not None:
            own = own_of(view, place.seat, planned.of(place.seat, view.own.turn_order))
        shown = table_of(game, store.ruleset(game), people, [], state=state_of(view), own=own)
        log = [entry_of(step) for step in reversed(table_selectors.log_between(place, 1, game.seq))]
    except CorruptTable:
        return {"code": seat.game.code, "unreadable": True}
    return {**msgspec.to_builtins(shown), "log": log}


def _write(packed: zipfile.ZipFile, name: str, text: str) -> None:
    packed.writestr(zipfile.ZipInfo(name, _DATE), text.encode(), zipfile.ZIP_DEFLATED)


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), indent=1, ensure_ascii=False)


def _readme() -> str:
    """Return what is in the archive, in the language that is active."""
    lines = [
        _("This is what this site keeps of you, as JSON: text that people and programs can read."),
        "",
        *(f"{part.name}.json  {part.what}" for part in PARTS),
        "games/  " + _("Your tables, one file each: the record of a finished game, and what you see of a running one."),
        "",
        _("Passwords, keys and secret links are left out, so this file lets no one in."),
        _("The records can be replayed and verified on any site like this one."),
    ]
    return "\n".join(lines) + "\n"
