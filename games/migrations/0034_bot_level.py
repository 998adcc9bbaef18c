from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0033_chat_of_a_table'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='bot_level',
            field=models.CharField(choices=[('easy', 'Easy: they err like beginners'), ('normal', 'Normal'), ('strong', 'Strong: they forget nothing and keep calm')], db_default='normal', default='normal', max_length=6, verbose_name='level of bots'),
        ),
    ]
