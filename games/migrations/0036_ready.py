from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0035_looked'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='ready_at',
            field=models.DateTimeField(null=True),
        ),
    ]
