"""The tables of games as 0001 to 0046 leave them, for a database that has none of these; others run what they lack.

On PostgreSQL triggers refuse changes of moves, private acts and peeks. Moves and private acts are deleted in one case
only: after the row of their table, in the same transaction. That row can be deleted if a guest had the table set up,
the game is not running, no administrator has looked into it, and each seat and each line of the log belongs to a bot
or to a guest whose account is closed (a barred guest's is not). A table does not become a guest's later.
"""

from collections.abc import Callable

import django.db.models.deletion
import django.utils.timezone
import games.clock
import games.models.tables
import games.models.telling
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from saboteur_site.database.concurrently import BuildIndex

MAKE = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
CREATE FUNCTION games_refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM games_game WHERE id = OLD.game_id) THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
CREATE FUNCTION games_refuse_to_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM games_move WHERE game_id = OLD.id)
        AND NOT EXISTS (SELECT FROM games_privateact WHERE game_id = OLD.id)
    THEN
        RETURN OLD;
    END IF;
    IF NOT OLD.of_guests OR OLD.status NOT IN ('over', 'cancelled')
        OR EXISTS (SELECT FROM games_peek WHERE game_id = OLD.id)
        OR EXISTS (
            SELECT FROM accounts_user WHERE NOT is_bot AND (is_active OR NOT is_guest OR username NOT LIKE 'Former player ' || id || '%') AND id IN (
                SELECT user_id FROM games_seat WHERE game_id = OLD.id
                UNION SELECT user_id FROM games_move WHERE game_id = OLD.id
            )
        )
    THEN
        RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER moves_stay BEFORE UPDATE OF game_id, seq, seat, events, command, key, at ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER moves_go_last BEFORE DELETE ON games_move
    FOR EACH ROW EXECUTE FUNCTION games_refuse_removal();
CREATE TRIGGER moves_stay_all BEFORE TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER private_acts_stay BEFORE UPDATE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER private_acts_go_last BEFORE DELETE ON games_privateact
    FOR EACH ROW EXECUTE FUNCTION games_refuse_removal();
CREATE TRIGGER private_acts_stay_all BEFORE TRUNCATE ON games_privateact
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER peeks_stay BEFORE UPDATE OR DELETE ON games_peek
    FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER peeks_stay_all BEFORE TRUNCATE ON games_peek
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER games_stay BEFORE DELETE ON games_game
    FOR EACH ROW EXECUTE FUNCTION games_refuse_to_go();
CREATE TRIGGER games_stay_what_they_are BEFORE UPDATE OF of_guests ON games_game
    FOR EACH ROW WHEN (NEW.of_guests AND NOT OLD.of_guests) EXECUTE FUNCTION games_refuse_change();
"""
DROP = "DROP FUNCTION games_refuse_change, games_refuse_removal, games_refuse_to_go CASCADE"


def _on_postgresql(sql: str) -> Callable[[StateApps, BaseDatabaseSchemaEditor], None]:
    def run(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(sql, params=None)

    return run


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_tables"),
        ("games", "0002_moves_stay"),
        ("games", "0003_repairs"),
        ("games", "0004_private_acts"),
        ("games", "0005_keys_count_once"),
        ("games", "0006_names_of_columns"),
        ("games", "0007_mail"),
        ("games", "0008_clocks"),
        ("games", "0009_motions_and_gentle_clocks"),
        ("games", "0010_seats_for_somebody_new"),
        ("games", "0011_seats_with_a_plan"),
        ("games", "0012_seats_left_to_bots"),
        ("games", "0013_chance_of_lucky_words"),
        ("games", "0014_keeps"),
        ("games", "0015_choices_of_bots"),
        ("games", "0016_rows_that_stay"),
        ("games", "0017_what_is_usual"),
        ("games", "0018_deliveries"),
        ("games", "0019_deliveries_by_email"),
        ("games", "0020_notices_without_tries"),
        ("games", "0021_words"),
        ("games", "0022_guests"),
        ("games", "0023_setting_up"),
        ("games", "0024_ceremony"),
        ("games", "0025_tables_that_fail"),
        ("games", "0026_barred_guests"),
        ("games", "0027_talk"),
        ("games", "0028_notes"),
        ("games", "0029_shared"),
        ("games", "0030_wants"),
        ("games", "0031_paces"),
        ("games", "0032_live"),
        ("games", "0033_chat_of_a_table"),
        ("games", "0034_bot_level"),
        ("games", "0035_looked"),
        ("games", "0036_ready"),
        ("games", "0037_faster_pace"),
        ("games", "0038_tests_of_table_chats"),
        ("games", "0039_weekly_reminders"),
        ("games", "0040_complete_tables"),
        ("games", "0041_tables_complete_now"),
        ("games", "0042_chores"),
        ("games", "0043_tallies"),
        ("games", "0044_indexes_of_lists"),
        ("games", "0045_options_version"),
        ("games", "0046_breakers"),
    ]

    initial = True

    dependencies = [("accounts", "0001_squashed_0023_sign_in_links")]

    operations = [
        migrations.CreateModel(
            name="Chore",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("day", models.DateField()),
                ("after", models.BigIntegerField(default=0)),
                ("is_done", models.BooleanField(default=False)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("gaps", models.CharField(blank=True, default="", max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Pace",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="pace", serialize=False, to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("turns", models.PositiveSmallIntegerField(verbose_name="turns counted")),
                ("quick", models.PositiveIntegerField()),
                ("typical", models.PositiveIntegerField()),
                ("slow", models.PositiveIntegerField()),
                ("lately", models.PositiveSmallIntegerField(default=0)),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("counted_at", models.DateTimeField(verbose_name="counted")),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("value", models.BigIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=games.models.tables.table_code, editable=False, max_length=16, unique=True, verbose_name="code")),
                ("host", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="hosted", to=settings.AUTH_USER_MODEL, verbose_name="host")),
                ("status", models.CharField(choices=[("open", "Seats open"), ("running", "Running"), ("over", "Over"), ("cancelled", "Cancelled")], default="open", max_length=10, verbose_name="status")),
                ("name", models.CharField(max_length=40, verbose_name="table name")),
                ("ruleset", models.TextField()),
                ("seats_wanted", models.PositiveSmallIntegerField(default=5, verbose_name="seats")),
                ("joining", models.CharField(choices=[("friends", "Friends and people I invite"), ("link", "Whoever has the link"), ("anyone", "Anyone on this site")], default="friends", max_length=10, verbose_name="who may join")),
                ("bots_fill", models.BooleanField(default=False, verbose_name="bots take empty seats")),
                (
                    "bot_level",
                    models.CharField(
                        choices=[("easy", "Easy: they err like beginners"), ("normal", "Normal"), ("strong", "Strong: they forget nothing and keep calm")], db_default="normal", default="normal", max_length=6, verbose_name="level of bots"
                    ),
                ),
                ("guests_welcome", models.BooleanField(db_default=False, default=False, verbose_name="guests may sit down")),
                (
                    "talk",
                    models.CharField(choices=[("on", "Words, quick words and claims"), ("quick", "Quick words and claims only"), ("off", "Nothing: the table is silent")], db_default="on", default="on", max_length=5, verbose_name="talk"),
                ),
                ("bank_hours", models.PositiveSmallIntegerField(default=0, verbose_name="hours in a full bank of time")),
                ("turn_hours", models.PositiveSmallIntegerField(default=0, verbose_name="hours that every decision adds")),
                ("ladder", models.CharField(choices=[("clock", "The game goes on without whoever is late"), ("friends", "Players are reminded, and decide what happens")], default="clock", max_length=10, verbose_name="when time runs out")),
                ("vacations", models.BooleanField(default=True, verbose_name="vacation days count")),
                ("aids", models.BooleanField(db_default=True, default=True, verbose_name="aids")),
                ("by_sun", models.BooleanField(db_default=False, default=False, verbose_name="seats in the order of the sun")),
                ("options_version", models.PositiveSmallIntegerField(db_column="terms", db_default=0, default=0)),
                ("practice", models.BooleanField(db_default=False, default=False, verbose_name="practice table")),
                ("of_guests", models.BooleanField(db_default=False, default=False, editable=False, verbose_name="table of a guest")),
                ("commitment", models.CharField(max_length=64)),
                ("scheme", models.PositiveSmallIntegerField(db_default=1, default=2)),
                ("bots", models.CharField(blank=True, db_default="", default="", max_length=12)),
                ("public", models.TextField(blank=True, default="")),
                ("schema", models.PositiveSmallIntegerField(default=1, verbose_name="schema")),
                ("rules_version", models.CharField(default="", max_length=20, verbose_name="version of the rules")),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="move")),
                ("version", models.PositiveIntegerField(default=0)),
                ("next_pace", models.CharField(blank=True, db_default="", default="", editable=False, max_length=10)),
                ("words", models.PositiveIntegerField(db_default=0, default=0, verbose_name="words")),
                ("given_hours", models.PositiveSmallIntegerField(default=0, verbose_name="hours the host has given")),
                ("pause_days", models.PositiveSmallIntegerField(default=14, verbose_name="days of pause that are left")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused since")),
                ("paused_until", models.DateTimeField(blank=True, null=True, verbose_name="paused until")),
                ("live_since", models.DateTimeField(blank=True, null=True, verbose_name="played live since")),
                ("deadline", models.DateTimeField(blank=True, null=True, verbose_name="deadline")),
                ("ordered", models.BooleanField(db_default=False, default=False, editable=False)),
                ("outage_met", models.PositiveIntegerField(default=0)),
                ("hour_given_at", models.DateTimeField(blank=True, null=True)),
                ("stuck_at", models.DateTimeField(blank=True, null=True, verbose_name="its clock fails since")),
                ("host_seen_at", models.DateTimeField(default=games.clock.now, editable=False, null=True)),
                ("start_open_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("host_reminded_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("created_at", models.DateTimeField(default=games.clock.now, verbose_name="set up")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="begun")),
                ("moved_at", models.DateTimeField(blank=True, null=True, verbose_name="last move")),
                ("over_at", models.DateTimeField(blank=True, null=True, verbose_name="over")),
                ("shared", models.CharField(blank=True, db_default="", default="", editable=False, max_length=32)),
                ("again", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.game", verbose_name="played on at")),
            ],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "permissions": (("repair_game", "Can step in at a running game with a reason"),),
                "indexes": [
                    models.Index(fields=["status", "joining", "created_at"], name="open_tables"),
                    models.Index(condition=models.Q(("status", "running")), fields=["deadline"], name="running_by_deadline"),
                    models.Index(condition=models.Q(("status", "running"), ("stuck_at__isnull", False)), fields=["stuck_at"], name="running_that_fail"),
                    models.Index(fields=["created_at"], name="tables_by_age"),
                    models.Index(fields=["status", "created_at"], name="tables_by_status"),
                    models.Index(condition=models.Q(("deadline__isnull", False), ("status", "running")), fields=["outage_met", "deadline"], name="running_by_outage"),
                    models.Index(condition=models.Q(("paused_at__isnull", False), ("status", "running")), fields=["paused_at"], name="running_that_pause"),
                ],
                "constraints": [models.UniqueConstraint(condition=models.Q(("shared", ""), _negated=True), fields=("shared",), name="one_game_an_address")],
            },
        ),
        migrations.CreateModel(
            name="Disclosure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="disclosures", to="games.game")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("game", "user"), name="one_disclosure_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="games.game")),
                ("round", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("state", models.TextField()),
                ("rules_version", models.CharField(db_default="1", default="1", max_length=20)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("game", "round"), name="one_deal_a_round")],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="games.game", verbose_name="table")),
                ("token", models.CharField(default=games.models.telling.link_token, editable=False, max_length=32, unique=True)),
                ("to", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to=settings.AUTH_USER_MODEL, verbose_name="to")),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="by")),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("created_at", models.DateTimeField(default=games.clock.now, verbose_name="made")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "indexes": [models.Index(fields=["expires_at"], name="invitations_by_expiry"), models.Index(fields=["created_at"], name="invitations_by_age")],
                "constraints": [models.UniqueConstraint(fields=("game", "to"), name="one_invitation_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Motion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="motions", to="games.game", verbose_name="table")),
                (
                    "matter",
                    models.CharField(
                        choices=[("pause", "a pause"), ("end", "ending the game"), ("live", "playing live for an hour"), ("pace", "a faster pace"), ("absent", "what becomes of a seat whose player does not come")],
                        max_length=10,
                        verbose_name="matter",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
                ("by", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="asked by")),
                ("days", models.PositiveSmallIntegerField(default=0, verbose_name="days")),
                ("pace", models.CharField(blank=True, db_default="", default="", max_length=10, verbose_name="pace")),
                ("opened_at", models.DateTimeField(default=games.clock.now, verbose_name="opened")),
                ("closes_at", models.DateTimeField(verbose_name="closes")),
                ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided")),
                ("outcome", models.CharField(blank=True, default="", max_length=10, verbose_name="outcome")),
            ],
            options={
                "verbose_name": "motion",
                "verbose_name_plural": "motions",
                "indexes": [models.Index(condition=models.Q(("decided_at", None)), fields=["closes_at"], name="open_motions_by_end"), models.Index(fields=["opened_at"], name="motions_by_age")],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("decided_at", None), ("seat", None)), fields=("game", "matter"), name="one_open_motion_a_matter"),
                    models.UniqueConstraint(condition=models.Q(("decided_at", None)), fields=("game", "matter", "seat"), name="one_open_motion_a_seat"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ballot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("motion", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="ballots", to="games.motion")),
                ("seat", models.PositiveSmallIntegerField()),
                ("choice", models.CharField(max_length=10)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("motion", "seat"), name="one_ballot_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="moves", to="games.game", verbose_name="table")),
                ("seq", models.PositiveIntegerField(verbose_name="move")),
                ("seat", models.PositiveSmallIntegerField(null=True, verbose_name="seat")),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("events", models.TextField()),
                ("command", models.TextField()),
                ("among", models.TextField(blank=True, db_default="", default="")),
                ("key", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField(default=games.clock.now, verbose_name="at")),
            ],
            options={
                "verbose_name": "move",
                "verbose_name_plural": "moves",
                "ordering": ("game", "seq"),
                "constraints": [models.UniqueConstraint(fields=("game", "seq"), name="one_move_a_number"), models.UniqueConstraint(condition=models.Q(("key", ""), _negated=True), fields=("game", "seat", "key"), name="one_move_a_key")],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="games.game")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("about", models.PositiveSmallIntegerField()),
                ("text", models.TextField()),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("game", "user", "about"), name="one_note_about_each")],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="games.game", verbose_name="table")),
                ("by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="by")),
                ("kind", models.CharField(max_length=20, verbose_name="kind")),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="move")),
                ("dedupe", models.CharField(max_length=80, unique=True)),
                ("created_at", models.DateTimeField(default=games.clock.now, verbose_name="made")),
                ("due_at", models.DateTimeField(default=games.clock.now, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done")),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("sent", "sent"), ("seen", "seen at the table before"), ("obsolete", "not true any more"), ("unwanted", "not wanted"), ("no-channel", "no way to tell them"), ("dead", "given up")],
                        default="",
                        max_length=20,
                        verbose_name="outcome",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "indexes": [
                    models.Index(condition=models.Q(("done_at", None)), fields=["due_at"], name="notices_due"),
                    models.Index(condition=models.Q(("done_at", None), _negated=True), fields=["done_at"], name="notices_settled"),
                    models.Index(fields=["created_at"], name="notices_by_age"),
                    models.Index(condition=models.Q(("outcome", "dead")), fields=["id"], name="notices_given_up"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("notice", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="games.notice")),
                ("channel", models.CharField(max_length=10)),
                ("due_at", models.DateTimeField(default=games.clock.now, verbose_name="next try")),
                ("ready_at", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        choices=[("sent", "sent"), ("seen", "seen at the table before"), ("obsolete", "not true any more"), ("unwanted", "not wanted"), ("no-channel", "no way to tell them"), ("dead", "given up")], default="", max_length=20
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("trouble", models.CharField(default="", max_length=10, verbose_name="trouble")),
                ("reply", models.CharField(default="", max_length=20, verbose_name="reply")),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(condition=models.Q(("done_at", None)), fields=["due_at"], name="deliveries_due"), models.Index(condition=models.Q(("outcome", "dead")), fields=["notice"], name="deliveries_given_up")],
                "constraints": [models.UniqueConstraint(fields=("notice", "channel"), name="one_delivery_a_channel")],
            },
        ),
        migrations.CreateModel(
            name="Peek",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="peeks", to="games.game", verbose_name="table")),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="by")),
                ("reason", models.TextField(verbose_name="reason")),
                ("seq", models.PositiveIntegerField(default=0, verbose_name="move")),
                ("at", models.DateTimeField(default=games.clock.now, verbose_name="at")),
            ],
            options={
                "verbose_name": "peek",
                "verbose_name_plural": "peeks",
                "permissions": (("open_closed_game", "Can open what is closed of a running game"),),
                "indexes": [models.Index(fields=["at"], name="peeks_by_age")],
            },
        ),
        migrations.CreateModel(
            name="PrivateAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="private_acts", to="games.game")),
                ("seat", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("command", models.TextField()),
                ("at", models.DateTimeField(default=games.clock.now)),
            ],
            options={
                "ordering": ("game", "seq", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game", verbose_name="table")),
                ("number", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seats", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("share", models.CharField(blank=True, default="", max_length=64)),
                ("word_place", models.PositiveSmallIntegerField(null=True)),
                ("agreed", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("role", models.CharField(blank=True, default="", max_length=20)),
                ("hand", models.TextField(blank=True, default="")),
                ("memory", models.TextField(blank=True, default="")),
                ("awaited_for", models.CharField(blank=True, default="", max_length=20, verbose_name="awaited for")),
                ("awaited_since", models.DateTimeField(blank=True, null=True, verbose_name="awaited since")),
                ("answered", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="time until")),
                ("spent", models.PositiveIntegerField(default=0)),
                ("remind_at", models.DateTimeField(blank=True, null=True)),
                ("plan", models.TextField(blank=True, default="")),
                ("plan_minutes", models.PositiveSmallIntegerField(default=0)),
                ("choice", models.TextField(blank=True, db_default="", default="")),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("forgiven", models.BooleanField(default=False)),
                ("seen_seq", models.IntegerField(default=-1)),
                ("heard", models.PositiveIntegerField(db_default=0, default=0)),
                ("seen_round", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("shares", models.BooleanField(db_default=False, default=False, editable=False)),
                ("resting", models.CharField(blank=True, default="", max_length=10, verbose_name="resting")),
                ("wants", models.CharField(blank=True, choices=[("", "Everything that I have chosen in my notifications"), ("turn", "My turn and nothing else"), ("nothing", "Nothing")], db_default="", default="", max_length=8)),
                ("joined_at", models.DateTimeField(default=games.clock.now, verbose_name="joined")),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ("game", "number"),
                "indexes": [
                    models.Index(fields=["user", "awaited_since"], name="seats_of_a_person"),
                    models.Index(condition=models.Q(("remind_at", None), _negated=True), fields=["remind_at"], name="seats_to_remind"),
                    models.Index(condition=models.Q(("plan", ""), _negated=True), fields=["awaited_since"], name="seats_with_a_plan"),
                    models.Index(condition=models.Q(("resting", "bot")), fields=["awaited_since"], name="seats_left_to_bots"),
                    models.Index(condition=models.Q(("awaited_since", None), _negated=True), fields=["awaited_since"], name="seats_awaited"),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="one_seat_a_number"), models.UniqueConstraint(fields=("game", "user"), name="one_seat_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Suspicion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="suspicions", to="games.game")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("seat", models.PositiveSmallIntegerField()),
                ("about", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("move", models.PositiveIntegerField()),
                ("guess", models.CharField(max_length=20)),
            ],
            options={
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("game", "user", "about", "seq"), name="one_suspicion_a_move")],
            },
        ),
        migrations.CreateModel(
            name="TableChat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("failed_tries", models.PositiveSmallIntegerField(db_column="vain", db_default=0, default=0)),
                ("open_until", models.DateTimeField(db_column="rests_until", null=True)),
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
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="chat", to="games.game", verbose_name="table")),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="host")),
                ("seq", models.PositiveIntegerField(verbose_name="posted up to move")),
                ("due_at", models.DateTimeField(default=games.clock.now, verbose_name="next try")),
            ],
            options={
                "verbose_name": "chat of a table",
                "verbose_name_plural": "chats of tables",
                "indexes": [
                    models.Index(condition=models.Q(("paused_at", None)), fields=["due_at"], name="table_chats_due"),
                    models.Index(fields=["server"], name="table_chats_of_a_server"),
                    models.Index(condition=models.Q(("test_due_at", None), _negated=True), fields=["test_due_at"], name="table_chats_to_be_tested"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableSecret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="secret", to="games.game")),
                ("seed", models.CharField(max_length=64)),
                ("state", models.TextField(blank=True, default="")),
            ],
        ),
        migrations.CreateModel(
            name="Whisper",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="whispers", to="games.game")),
                ("seat", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("event", models.TextField()),
            ],
            options={
                "indexes": [models.Index(fields=["game", "seat", "seq"], name="whispers_to_a_seat")],
            },
        ),
        migrations.CreateModel(
            name="Word",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="said", to="games.game", verbose_name="table")),
                ("number", models.PositiveIntegerField(verbose_name="word")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="player")),
                ("at", models.DateTimeField(default=games.clock.now, verbose_name="at")),
                ("seq", models.PositiveIntegerField(verbose_name="move")),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("kind", models.CharField(choices=[("text", "written"), ("quick", "a quick word"), ("claim", "a claim")], max_length=5, verbose_name="how")),
                ("text", models.CharField(blank=True, max_length=500, verbose_name="words")),
                ("subject", models.CharField(blank=True, db_default="", default="", max_length=20)),
                ("stands", models.BooleanField(db_default=False, default=False)),
                ("after", models.PositiveIntegerField()),
                ("removed_at", models.DateTimeField(blank=True, null=True, verbose_name="removed")),
            ],
            options={
                "verbose_name": "word",
                "verbose_name_plural": "words",
                "ordering": ("game", "number"),
                "indexes": [models.Index(condition=models.Q(("stands", True)), fields=["game", "round"], name="claims_that_stand")],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_word_a_number"),
                    models.UniqueConstraint(condition=models.Q(("removed_at", None), models.Q(("kind", "claim"), _negated=True)), fields=("game", "user", "after", "kind", "text"), name="one_word_a_sending"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Complaint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="complaints", to="games.word", verbose_name="word")),
                ("by", models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="by")),
                ("words", models.CharField(max_length=500, verbose_name="words")),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("at", models.DateTimeField(default=games.clock.now, verbose_name="at")),
                ("settled_at", models.DateTimeField(blank=True, null=True, verbose_name="settled")),
            ],
            options={
                "verbose_name": "complaint",
                "verbose_name_plural": "complaints",
                "ordering": ("-at",),
                "indexes": [models.Index(fields=["at"], name="complaints_by_age"), models.Index(condition=models.Q(("settled_at", None)), fields=["at"], name="complaints_open")],
                "constraints": [models.UniqueConstraint(fields=("word", "by"), name="one_complaint_a_person")],
            },
        ),
        BuildIndex(name="tables_by_name", on='games_game ((lower(name) COLLATE "C"))'),
        migrations.RunPython(_on_postgresql(MAKE), _on_postgresql(DROP)),
    ]
