"""The tables of accounts as 0001 to 0023 leave them, for a database that has none of these; others run what they lack.

What follows needs tables of allauth, which need the user of this one.
"""

import accounts.clocks.zones
import accounts.models.feeds
import accounts.models.people
import accounts.names
import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_people"),
        ("accounts", "0002_mail"),
        ("accounts", "0003_quiet_hours"),
        ("accounts", "0004_reminders_and_vacations"),
        ("accounts", "0005_bots_are_found_by_an_index"),
        ("accounts", "0006_mails_and_one_limiter"),
        ("accounts", "0007_looks_of_names"),
        ("accounts", "0008_channels_that_rest"),
        ("accounts", "0009_troubles_by_channel"),
        ("accounts", "0010_words"),
        ("accounts", "0011_guests"),
        ("accounts", "0012_told"),
        ("accounts", "0013_unheard"),
        ("accounts", "0014_devices"),
        ("accounts", "0015_targets"),
        ("accounts", "0016_feeds"),
        ("accounts", "0017_digest"),
        ("accounts", "0018_shows_pace"),
        ("accounts", "0019_rests_of_devices"),
        ("accounts", "0020_guests_visit"),
        ("accounts", "0021_test_messages"),
        ("accounts", "0022_wanted_events"),
        ("accounts", "0023_sign_in_links"),
    ]

    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="Resting",
            fields=[
                ("vain", models.PositiveSmallIntegerField(default=1)),
                ("channel", models.CharField(max_length=100, primary_key=True, serialize=False)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                ("is_active", models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active")),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This name is taken, or looks too much like one that is."},
                        help_text="2 to 24 characters. Everybody at your tables sees it.",
                        max_length=24,
                        unique=True,
                        validators=[accounts.names.check_name],
                        verbose_name="name",
                    ),
                ),
                ("name_key", accounts.models.people.NameKeyField(editable=False, max_length=96, unique=True)),
                ("look", accounts.models.people.LookField(capitals=False, editable=False, max_length=500, null=True, unique=True)),
                ("look_in_capitals", accounts.models.people.LookField(capitals=True, editable=False, max_length=500, null=True, unique=True)),
                ("language", models.CharField(blank=True, choices=accounts.models.people.site_languages, default="", max_length=12, verbose_name="language")),
                ("time_zone", models.CharField(default="UTC", max_length=64, validators=[accounts.clocks.zones.check_zone], verbose_name="time zone")),
                ("theme", models.CharField(blank=True, choices=[("", "Same as my device"), ("light", "Light"), ("dark", "Dark")], default="", max_length=5, verbose_name="colours")),
                ("layout", models.CharField(blank=True, choices=[("", "Whatever fits my screen"), ("across", "Always from left to right"), ("down", "Always from top to bottom")], default="", max_length=6, verbose_name="the mine runs")),
                ("single_keys", models.BooleanField(default=True, help_text="Choose cards and squares at the table with single keys.", verbose_name="keyboard shortcuts")),
                ("confirm_tunnels", models.BooleanField(default=True, help_text="Ask before a tunnel card is laid. All other moves always ask.", verbose_name="confirm tunnels")),
                ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="quiet from")),
                ("quiet_until", models.TimeField(blank=True, null=True, verbose_name="quiet until")),
                ("free_days", models.CharField(blank=True, default="", max_length=2, verbose_name="free days")),
                ("reminders", models.CharField(blank=True, default="most,hour", max_length=20, verbose_name="reminders")),
                (
                    "digest",
                    models.CharField(blank=True, choices=[("", "No summary"), ("beside", "Beside single messages"), ("alone", "Instead of single messages")], db_default="", default="", max_length=6, verbose_name="summary of the day"),
                ),
                ("digest_hour", models.PositiveSmallIntegerField(db_default=18, default=18, verbose_name="its hour")),
                ("digest_at", models.DateTimeField(editable=False, null=True)),
                ("patient", models.BooleanField(db_default=False, default=False, verbose_name="mail after an hour")),
                ("vacations", models.BooleanField(default=True, help_text="Use a vacation day automatically when my time runs out.", verbose_name="vacation days")),
                ("shows_pace", models.BooleanField(db_default=False, default=False, help_text="Those who see you at a table read how soon you mostly answer, and how often you miss a turn.", verbose_name="show how fast I answer")),
                ("is_bot", models.BooleanField(default=False, editable=False, verbose_name="bot")),
                ("is_guest", models.BooleanField(db_default=False, default=False, editable=False, verbose_name="guest")),
                ("name_is_made_up", models.BooleanField(db_default=False, default=False, editable=False)),
                ("visited_at", models.DateTimeField(editable=False, null=True, verbose_name="last visit")),
                ("troubles", models.JSONField(default=dict, editable=False, verbose_name="trouble with channels")),
                ("declined_at", models.DateTimeField(editable=False, null=True, verbose_name="looks in without being told, since")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True, help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.", related_name="user_set", related_query_name="user", to="auth.group", verbose_name="groups"
                    ),
                ),
                ("user_permissions", models.ManyToManyField(blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions")),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "abstract": False,
                "indexes": [
                    models.Index(condition=models.Q(("is_bot", True)), fields=["is_bot"], name="bots_among_people"),
                    models.Index(condition=models.Q(("is_active", True), ("is_guest", True)), fields=["date_joined"], name="guests_by_their_coming"),
                    models.Index(condition=models.Q(("digest_at", None), _negated=True), fields=["digest_at"], name="digests_due"),
                ],
                "constraints": [
                    models.UniqueConstraint(django.db.models.functions.text.Lower("username"), name="one_name_whatever_its_case"),
                    models.UniqueConstraint(django.db.models.functions.text.Lower("email"), condition=models.Q(("email", ""), _negated=True), name="one_player_an_address"),
                    models.CheckConstraint(condition=models.Q(("is_bot", False), models.Q(("is_staff", False), ("is_superuser", False)), _connector="OR"), name="bots_have_no_power"),
                    models.CheckConstraint(condition=models.Q(("is_guest", False), models.Q(("is_bot", False), ("is_staff", False), ("is_superuser", False)), _connector="OR"), name="guests_have_no_power"),
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="AccountMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("confirm", "Confirm"), ("reset", "Reset"), ("sign-in", "Sign In")], max_length=10)),
                ("address", models.EmailField(max_length=254)),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("language", models.CharField(max_length=12)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("blocker", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocks_made", to=settings.AUTH_USER_MODEL, verbose_name="blocker")),
                ("blocked", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocks_met", to=settings.AUTH_USER_MODEL, verbose_name="blocked")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made at")),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "constraints": [models.UniqueConstraint(fields=("blocker", "blocked"), name="one_block_a_pair"), models.CheckConstraint(condition=models.Q(("blocker", models.F("blocked")), _negated=True), name="nobody_blocks_themselves")],
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("vain", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("rests_until", models.DateTimeField(null=True)),
                ("test_asked_at", models.DateTimeField(null=True)),
                ("test_language", models.CharField(db_default="", default="", max_length=12)),
                ("test_due_at", models.DateTimeField(null=True)),
                ("test_done_at", models.DateTimeField(null=True)),
                ("test_trouble", models.CharField(db_default="", default="", max_length=10)),
                ("test_reply", models.CharField(db_default="", default="", max_length=10)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=40)),
                ("key", models.CharField(max_length=100)),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(condition=models.Q(("test_due_at", None), _negated=True), fields=["test_due_at"], name="devices_to_be_tested")],
            },
        ),
        migrations.CreateModel(
            name="FeedKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="feed_key", to=settings.AUTH_USER_MODEL)),
                ("key", models.CharField(default=accounts.models.feeds.feed_key, editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Friendship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("low", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="friendships_as_low", to=settings.AUTH_USER_MODEL, verbose_name="one")),
                ("high", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="friendships_as_high", to=settings.AUTH_USER_MODEL, verbose_name="the other")),
                ("asked_by", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="friendships_asked", to=settings.AUTH_USER_MODEL, verbose_name="asked by")),
                ("state", models.CharField(choices=[("asked", "asked"), ("accepted", "accepted")], default="asked", max_length=8, verbose_name="state")),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                ("accepted_at", models.DateTimeField(blank=True, null=True, verbose_name="accepted at")),
            ],
            options={
                "verbose_name": "friendship",
                "verbose_name_plural": "friendships",
                "constraints": [
                    models.UniqueConstraint(fields=("low", "high"), name="one_friendship_a_pair"),
                    models.CheckConstraint(condition=models.Q(("low__lt", models.F("high"))), name="friendship_in_order"),
                    models.CheckConstraint(condition=models.Q(("asked_by", models.F("low")), ("asked_by", models.F("high")), _connector="OR"), name="friendship_asked_by_one_of_both"),
                    models.CheckConstraint(
                        condition=models.Q(models.Q(("accepted_at__isnull", False), ("state", "accepted")), models.Q(("accepted_at__isnull", True), ("state", "asked")), _connector="OR"), name="friendship_accepted_at_a_time"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Muted",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="muted", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("channel", models.CharField(max_length=10, verbose_name="channel")),
                ("event", models.CharField(max_length=20, verbose_name="event")),
                ("wanted", models.BooleanField(db_default=False, default=False, editable=False)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "channel", "event"), name="muted_once")],
            },
        ),
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="sign_in_links", to=settings.AUTH_USER_MODEL)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Target",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("vain", models.PositiveSmallIntegerField(default=0)),
                ("rests_until", models.DateTimeField(null=True)),
                ("test_asked_at", models.DateTimeField(null=True)),
                ("test_language", models.CharField(db_default="", default="", max_length=12)),
                ("test_due_at", models.DateTimeField(null=True)),
                ("test_done_at", models.DateTimeField(null=True)),
                ("test_trouble", models.CharField(db_default="", default="", max_length=10)),
                ("test_reply", models.CharField(db_default="", default="", max_length=10)),
                ("kind", models.CharField(max_length=10)),
                ("name", models.CharField(blank=True, default="", max_length=40)),
                ("fields", models.JSONField(default=dict)),
                ("server", models.CharField(max_length=260)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("last_trouble", models.CharField(blank=True, default="", max_length=10)),
                ("reply", models.CharField(blank=True, default="", max_length=10)),
                ("failing_since", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="targets", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(fields=["server"], name="targets_of_a_server"), models.Index(condition=models.Q(("test_due_at", None), _negated=True), fields=["test_due_at"], name="targets_to_be_tested")],
            },
        ),
        migrations.CreateModel(
            name="Unheard",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="unheard", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("other", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="whose words")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "other"), name="unheard_once")],
            },
        ),
        migrations.CreateModel(
            name="VacationDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="vacation_days", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("day", models.DateField(verbose_name="day")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "day"), name="a_vacation_day_once")],
            },
        ),
    ]
