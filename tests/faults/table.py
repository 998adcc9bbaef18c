"""`python -m tests.faults.table`: Ann is on turn at tables of bots, in the database of the site; tells their codes."""

import django

NAME, PASSWORD = "Ann", "a lamp, a cart and a pickaxe"
TABLES = 12
"""More than there are tests: each has one without a move."""


def main() -> str:
    """Make her and the tables; their codes."""
    from accounts.models import User
    from tests.games.tables import in_position

    ann = User.objects.create_user(NAME, password=PASSWORD)
    bots = [User.objects.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    return " ".join(in_position([ann, *bots], first="A").code for _ in range(TABLES))


if __name__ == "__main__":
    django.setup()
    print(main())
