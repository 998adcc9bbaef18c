import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='mail_trouble',
            field=models.CharField(blank=True, choices=[('refused', 'the mail server does not accept your address'), ('busy', 'your mail server put it off again and again'), ('away', 'the mail server could not be reached'), ('fault', 'something went wrong here')], default='', editable=False, max_length=10, verbose_name='trouble with mail'),
        ),
        migrations.CreateModel(
            name='Muted',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=10, verbose_name='channel')),
                ('event', models.CharField(max_length=20, verbose_name='event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'channel', 'event'), name='muted_once')],
            },
        ),
    ]
