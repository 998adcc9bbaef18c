"""The site's settings with sweeps as often as the chaos wants them."""

import os

from saboteur_site.settings import *  # noqa: F403

SWEEP_SECONDS = float(os.environ["CHAOS_SWEEP_SECONDS"])
