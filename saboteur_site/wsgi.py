"""The WSGI application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from saboteur_site.databases import patience

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

application = get_wsgi_application()
patience.limit_statements()
