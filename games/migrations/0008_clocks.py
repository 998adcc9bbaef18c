from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_mail")]
    operations = [
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="bank_hours",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="hours in a full bank of time"),
        ),
        migrations.AddField(
            model_name="game",
            name="turn_hours",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="hours that every decision adds"),
        ),
        migrations.AddField(
            model_name="game",
            name="outage_met",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="stuck_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="its clock fails since"),
        ),
        migrations.AddField(
            model_name="seat",
            name="due_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="time until"),
        ),
        migrations.AddField(model_name="seat", name="spent", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="seat", name="missed", field=models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(model_name="seat", name="forgiven", field=models.BooleanField(default=False)),
    ]
