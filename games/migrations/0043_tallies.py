from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0042_chores"),
    ]

    operations = [
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('value', models.BigIntegerField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
    ]
