#!/usr/bin/env python3
"""Django's command line for this site; `./run manage ...` calls it inside the prepared environment."""

import os
import sys


def main() -> None:
    """Run one management command from the arguments of the process."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
