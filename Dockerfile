# The site as an image: one for web, worker, beat and for bringing the database up to date.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 STATIC_ROOT=/srv/static LOCAL_DIR=/var/lib/saboteur HOST=0.0.0.0
WORKDIR /srv/saboteur
RUN useradd --system --no-create-home --uid 10001 saboteur \
    && install --directory --owner saboteur --group saboteur --mode 700 /var/lib/saboteur

COPY requirements/app.txt requirements/app.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/app.txt

COPY manage.py Procfile ./
COPY saboteur_site saboteur_site
COPY accounts accounts
COPY games games
COPY circles circles
COPY results results
COPY personal personal
COPY handbook handbook
COPY api api
COPY templates templates
COPY static static
COPY locale locale
# The key of this one command signs nothing that lasts.
RUN SECRET_KEY=while-building LOCAL_DIR=/tmp/building DATABASE_URL=sqlite:////tmp/building.sqlite3 \
    python manage.py compilecatalogues \
    && SECRET_KEY=while-building LOCAL_DIR=/tmp/building DATABASE_URL=sqlite:////tmp/building.sqlite3 \
    python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/building*

# What the embedded default stores: the one volume of the one container.
VOLUME /var/lib/saboteur
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8000/healthz', timeout=5)"]
CMD ["gunicorn", "saboteur_site.wsgi", "--bind", "0.0.0.0:8000", "--workers", "2", "--threads", "8", "--max-requests", "10000", "--max-requests-jitter", "1000", "--no-control-socket"]
