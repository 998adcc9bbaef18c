from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0011_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='declined_at',
            field=models.DateTimeField(editable=False, null=True, verbose_name='looks in without being told, since'),
        ),
    ]
