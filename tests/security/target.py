"""`python -m tests.security.target`: fill the database of a site with users and tables for an attack.

Prints JSON: the sessions of users by kind, and every address of the site with its form.
"""

import json
import sys
from typing import Any

import django

PEOPLE, SUPERUSERS = 20, 40
"""How many users there are beside those of the scene, because each has a rate limit."""
NOT_ASKED = ("games:ready",)
"""It responds with 503 if no sweep runs."""


def target() -> dict[str, Any]:
    """Build the scene; return its sessions and addresses."""
    from tests.factories import UserFactory
    from tests.games.tables import browser_of
    from tests.security.scene import CODES, ROUTES, built

    scene = built()
    sessions = {kind: browser.cookies["sessionid"].value for kind, browser in scene.browsers.items() if browser.cookies}
    superusers = UserFactory.create_batch(SUPERUSERS, is_staff=True, is_superuser=True)
    for person in (*UserFactory.create_batch(PEOPLE), *superusers):
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
