"""`python -m tests.security.target`: fill the database of a site with everybody and everything that can be attacked.

Told as JSON: the sessions of people by kind, and every address of the site with the form that belongs there.
"""

import json
import sys
from typing import Any

import django

PEOPLE, SUPERUSERS = 20, 40
"""How many there are beside those of the scene: each may send only so much within a minute."""
NOT_ASKED = ("games:ready",)
"""It says 503 by itself when no clock ticks."""


def target() -> dict[str, Any]:
    """Make the scene, and tell where its people can go."""
    from tests.factories import UserFactory
    from tests.games.tables import browser_of
    from tests.security.scene import CODES, ROUTES, built

    scene = built()
    sessions = {kind: browser.cookies["sessionid"].value for kind, browser in scene.browsers.items() if browser.cookies}
    mighty = UserFactory.create_batch(SUPERUSERS, is_staff=True, is_superuser=True)
    for person in (*UserFactory.create_batch(PEOPLE), *mighty):
        sessions[person.username] = browser_of(person).cookies["sessionid"].value
    places = [
        [scene.address(name, code, kind), scene.form(name, code, kind)]
        for name, given in ROUTES.items()
        for code in (CODES if "code" in given else ("runs",))
        for kind in ("turn", "superuser")
        if name not in NOT_ASKED
    ]
    return {"sessions": list(sessions.values()), "places": places}


if __name__ == "__main__":
    django.setup()
    json.dump(target(), sys.stdout)
