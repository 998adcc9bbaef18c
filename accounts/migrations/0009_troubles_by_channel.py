"""Trouble is kept for each channel; what there was is trouble with e-mail."""

from django.db import migrations, models


def keep_what_there_was(apps, schema_editor):
    """Few people have any: a statement for each kind of trouble."""
    people = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for trouble in ("refused", "busy", "away", "fault"):
        people.filter(mail_trouble=trouble).update(troubles={"email": trouble})


def take_it_back(apps, schema_editor):
    """Let the column of before have it again."""
    people = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    for trouble in ("refused", "busy", "away", "fault"):
        people.filter(troubles__email=trouble).update(mail_trouble=trouble)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0008_channels_that_rest'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='troubles',
            field=models.JSONField(default=dict, editable=False, verbose_name='trouble with channels'),
        ),
        migrations.RunPython(keep_what_there_was, take_it_back),
        migrations.RemoveField(
            model_name='user',
            name='mail_trouble',
        ),
    ]
