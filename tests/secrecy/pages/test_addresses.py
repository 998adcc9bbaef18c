"""Every address of the site is looked at in two worlds, by everybody, in every outfit: nowhere do they differ (R94).

The fixed set has a third of the addresses, by the seed, and one group of people; the soak has all.
"""

from random import Random

import pytest

from accounts.channels import registry
from accounts.forms.notices import NoticesForm
from accounts.forms.profile import ProfileForm
from accounts.models import User
from tests.secrecy.pages.addresses import ADDRESSES
from tests.secrecy.pages.compare import Plan, differences
from tests.secrecy.pages.pairs import rich_pair
from tests.secrecy.pages.wardrobe import CHOICES, any_outfit
from tests.security.scene import ROUTES

GROUPS = (
    ("player", "spectator", "stranger", "anonymous"),
    ("staff", "superuser"),
    ("staff_seated", "superuser_seated"),
    ("scraper",),
)
CHOSEN_AS = {"quiet_from": "quiet", "quiet_until": "quiet", "days": "free_days"}
"""Fields of forms that have another name in the wardrobe."""


def test_every_address_of_the_site_stands_in_the_table() -> None:
    assert {address.name for address in ADDRESSES} == set(ROUTES)


def test_wardrobe_has_every_user_setting() -> None:
    fields = {*ProfileForm(instance=User()).fields, *NoticesForm(channels=registry.personal()).fields}
    chosen_as = CHOSEN_AS | dict.fromkeys(registry.registered(), "muted")
    assert {chosen_as.get(name, name) for name in fields} | {"asks_for", "declined_at"} == set(CHOICES)


@pytest.mark.examples(1)
@pytest.mark.django_db
@pytest.mark.usefixtures("third_of_the_addresses")
@pytest.mark.parametrize("watchers", GROUPS)
def test_r94_no_address_tells_anybody_a_secret(watchers: tuple[str, ...], chance: Random) -> None:
    pair = rich_pair(chance, 5, 9)
    plan = Plan(watchers, everywhere=True, thorough=1, outfit=any_outfit(chance))
    assert list(differences(pair, plan)) == []
