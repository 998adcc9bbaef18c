"""`python -m tests.faults.table`: Ann is on turn at a table of bots, in the database of the site; tells its code."""

import django

NAME, PASSWORD = "Ann", "a lamp, a cart and a pickaxe"


def main() -> str:
    """Make her and the table; its code."""
    from accounts.models import User
    from tests.games.tables import in_position

    ann = User.objects.create_user(NAME, password=PASSWORD)
    bots = [User.objects.create(username=name, is_bot=True) for name in ("Bot Flint", "Bot Amber")]
    return in_position([ann, *bots], first="A").code


if __name__ == "__main__":
    django.setup()
    print(main())
