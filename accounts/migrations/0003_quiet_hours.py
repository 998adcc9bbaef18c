from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_mail")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet from"),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_until",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet until"),
        ),
        migrations.AddField(
            model_name="user",
            name="free_days",
            field=models.CharField(blank=True, default="", max_length=2, verbose_name="free days"),
        ),
    ]
