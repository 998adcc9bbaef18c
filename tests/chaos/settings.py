"""The site's settings with sweeps as often as the chaos wants them, and with shorter waits."""

import os

from saboteur_site.settings import *  # noqa: F403
from saboteur_site.settings import INSTALLED_APPS as INSTALLED

SWEEP_SECONDS = float(os.environ["CHAOS_SWEEP_SECONDS"])
INSTALLED_APPS = [*INSTALLED, "tests.chaos.hurry.Hurry"]
