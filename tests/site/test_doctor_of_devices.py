"""The doctor's findings about notifications on devices: missing, wrong and lost keys."""

import pytest
from pytest_django.fixtures import Settings

from games.watch import doctor
from saboteur_site.operation import doctor as site_doctor
from saboteur_site.outgoing import webpush
from tests.factories import DeviceFactory
from tests.site.test_doctor import one


@pytest.mark.parametrize(
    ("keys", "verdict"),
    [("", "warning"), ("{0}", "ok"), ("{0}, {1}", "ok"), ("{0},{0}", "wrong"), ("{0},x", "wrong"), ("ü", "wrong")],
)
def test_missing_signing_key_is_reported_without_any_key(keys: str, verdict: str, settings: Settings) -> None:
    made = webpush.new_key(), webpush.new_key()
    settings.VAPID_KEY = keys.format(*made)
    verdict_found, text = one(site_doctor.push_key())
    assert verdict_found == verdict
    assert not [key for key in made if key in text]


@pytest.mark.django_db
def test_devices_with_a_lost_key_are_counted(settings: Settings) -> None:
    settings.VAPID_KEY = old = webpush.new_key()
    DeviceFactory.create_batch(2)
    assert one(doctor.devices()) == ("ok", "2 are told")
    settings.VAPID_KEY = webpush.new_key()
    verdict_found, text = one(doctor.devices())
    assert (verdict_found, text.split()[0]) == ("warning", "2")
    settings.VAPID_KEY += f",{old}"
    assert one(doctor.devices())[0] == "ok"
