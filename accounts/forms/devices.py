"""The push subscription that a browser sends."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from saboteur_site.outgoing.webpush import LONGEST_ENDPOINT, Subscription, has

BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("ChromeOS", r"CrOS"),
    ("macOS", r"Macintosh"),
    ("Linux", r"Linux|X11"),
)
"""Product names with the token in the user agent; the first match counts."""


class DeviceForm(forms.Form):
    """A push subscription, filled in by a script."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=40, widget=forms.HiddenInput)
    key = forms.CharField(max_length=100, widget=forms.HiddenInput)

    def clean_key(self) -> str:
        """The key of the site that the subscription was made with; ValidationError if the site has no such key."""
        key: str = self.cleaned_data["key"]
        if not has(key):
            raise forms.ValidationError(_("This page was out of date. Try again."), code="old")
        return key

    @property
    def subscription(self) -> Subscription:
        """The subscription of a valid form."""
        said: dict[str, Any] = self.cleaned_data
        return Subscription(said["endpoint"], said["p256dh"], said["auth"], said["key"])


def name_of(agent: str) -> str:
    """The browser and system of a user agent.

    >>> name_of("Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0")
    'Firefox, Android'
    """
    found = [_first(BROWSERS, agent), _first(SYSTEMS, agent)]
    return ", ".join(name for name in found if name) or _("A browser")


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, sign in names if re.search(sign, agent)), "")
