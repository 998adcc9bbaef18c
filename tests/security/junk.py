"""Values that nobody sends in good faith, as they stand percent-encoded in an address or a form."""

from urllib.parse import quote

JUNK = (
    "%00", "a%00b", "%ED%A0%80", "%FF%FE", "%C3%28", "9" * 31, "-1", "1e999", "NaN", "-Infinity", "0x10", "1_000",
    "%D9%A3", "%E2%91%A0", "1%0A2", "%0D%0ASet-Cookie:%20x=1", "%20", "", "null", "true", "[]", quote('{"a": [1]}'),
    "%5B" * 2000, quote("../../etc/passwd"), quote("' OR 1=1 --"), quote("%s%n{0}{{7*7}}"), quote("\u202eabc\u200b"),
    quote("e" + "\u0301" * 500), quote("\U0001f48e" * 50), "A" * 1_000_000, "%", "%zz", "A;B", "2026-99-99T99:99",
)  # fmt: skip

FORMS = {
    "games:new": (
        "name",
        "seats",
        "rounds",
        "joining",
        "gold_draft",
        "bots_fill",
        "rules",
        "modules",
        "ticket",
    ),
    "games:summary": ("name", "seats", "rounds", "joining", "gold_draft", "rules", "modules"),
    "games:join": ("lucky_word",),
    "games:word": ("lucky_word",),
    "games:door": ("lucky_word",),
    "games:remove": ("name",),
    "games:invite": ("name",),
    "games:move": ("seq", "key", "card", "at", "flip", "who", "tool", "mode", "answer"),
    "accounts:profile": ("language", "time_zone", "theme", "layout", "single_keys", "confirm_tunnels"),
    "accounts:ask": ("name",),
    "accounts:accept": ("name",),
    "accounts:remove": ("name",),
    "accounts:block": ("name",),
    "accounts:unblock": ("name",),
    "account_login": ("login", "password", "next"),
    "account_signup": ("username", "email", "password1", "time_zone", "next"),
    "account_reset_password": ("email",),
    "account_email": ("email",),
    "account_set_password": ("password1", "password2"),
    "admin:login": ("username", "password", "next"),
    "admin:games_game_open": ("reason",),
    "admin:games_game_repair": ("reason", "what", "seat"),
    "admin:accounts_user_add": ("username", "password1", "password2", "usable_password"),
    "admin:accounts_user_change": ("username", "email", "language", "time_zone", "groups", "user_permissions"),
    "admin:accounts_user_changelist": ("action", "_selected_action", "select_across", "index"),
}
"""The fields of forms, by the name of the address they are sent to."""

QUERIES = {
    "games:home": ("turn", "waiting", "open", "over"),
    "games:table": ("card", "at", "flip", "who", "tool", "mode"),
    "games:log": ("before",),
    "games:pulse": ("v", "n", "card", "at"),
    "games:beat": ("s", "v", "n"),
    "account_login": ("next",),
    "account_signup": ("next",),
    "admin:login": ("next",),
    "admin:games_game_changelist": (
        "q",
        "p",
        "o",
        "e",
        "all",
        "status__exact",
        "moved_at__gte",
        "created_at__year",
        "stuck",
        "x",
    ),
    "admin:games_seat_changelist": (
        "q",
        "game",
        "game__id__exact",
        "awaited_since__isempty",
        "hand",
        "user__is_bot__exact",
    ),
    "admin:games_move_changelist": ("q", "seat__isempty", "at__day", "command__contains"),
    "admin:accounts_user_changelist": ("q", "is_active__exact", "password__startswith", "date_joined__month"),
    "admin:autocomplete": ("term", "app_label", "model_name", "field_name"),
}
"""What addresses are asked with."""
