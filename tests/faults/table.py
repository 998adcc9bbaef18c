"""`python -m tests.faults.table`: create tables with bots, at which Ann is on turn; print their codes."""

import django

NAME, PASSWORD = "Ann", "a lamp, a cart and a pickaxe"
TABLES = 12
"""More than there are tests: each has one without a move."""


def main() -> str:
    """Create Ann and her tables; return the codes of the tables."""
    from accounts.models import User
    from tests.games.tables import in_position

    ann = User.objects.create_user(NAME, password=PASSWORD)
    bots = [User.objects.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    return " ".join(in_position([ann, *bots], first="A").code for _ in range(TABLES))


if __name__ == "__main__":
    django.setup()
    print(main())
