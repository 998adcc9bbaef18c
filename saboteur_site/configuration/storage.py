"""Database, caches, sessions, and the queue of tasks.

Without `DATABASE_URL` and `REDIS_URL` all of it is in files below LOCAL_DIR.
"""

from typing import Any

from saboteur_site.configuration.environment import env, local

DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


#: Timeouts for a server that does not acknowledge packets; not for local sockets.
GONE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms
}

#: PostgreSQL plans repeated statements once; an external connection pool would lose the plans.
PREPARED_STATEMENTS: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 3}


def database_settings(url: str) -> dict[str, Any]:
    """Return Django's settings for the database at `url`, with the options that each kind of database needs here."""
    settings: dict[str, Any] = env.db_url_config(url)
    options = settings.setdefault("OPTIONS", {})
    settings["ENGINE"] = settings["ENGINE"].replace("django.db.backends.", "saboteur_site.database.")
    if settings["ENGINE"].endswith("sqlite3"):
        settings["CONN_MAX_AGE"] = 60
        # A transaction takes the write lock at its start, so two moves wait for each other instead of failing later.
        options.update(
            transaction_mode="IMMEDIATE",
            timeout=20,
            init_command="PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
        )
        return settings
    settings["OPTIONS"] = options = {**GONE, **options}
    pool_size = env.int("DATABASE_POOL_SIZE", default=10)
    if pool_size:
        # Requests wait for a restart; after a longer outage the next request has the pool reconnect at once.
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": 3, "reconnect_timeout": 3}
        options.update(PREPARED_STATEMENTS)
    else:
        settings["DISABLE_SERVER_SIDE_CURSORS"] = True  # they outlive a transaction too
    return settings


DATABASES = {"default": database_settings(DATABASE_URL or f"sqlite:///{local('saboteur.sqlite3')}")}


def cache_settings(redis_url: str) -> dict[str, dict[str, Any]]:
    """Return Django's caches: `default`, `sessions` for copies of rows, and `limits` for the counters of rate limits.

    Redis may fail at any time. Then the first two are empty; counting continues in a table of the database.
    """
    if not redis_url:
        files = "saboteur_site.cache.files.FoldedCache"
        return {
            "default": {"BACKEND": files, "LOCATION": local("cache"), "OPTIONS": {"MAX_ENTRIES": 10_000}},
            "sessions": {"BACKEND": files, "LOCATION": local("sessions"), "OPTIONS": {"MAX_ENTRIES": 10_000}},
            "limits": {"BACKEND": "saboteur_site.cache.counters.MemoryCounter", "OPTIONS": {"MAX_ENTRIES": 100_000}},
        }
    soft = {"BACKEND": "saboteur_site.cache.redis.SoftRedisCache", "LOCATION": redis_url}
    return {
        "default": soft | {"KEY_PREFIX": "site"},
        "sessions": soft | {"KEY_PREFIX": "session", "LONGEST": 300},
        "limits": soft | {"KEY_PREFIX": "site", "FALLBACK": "database"},
        "database": {"BACKEND": "saboteur_site.cache.counters.TableCounter", "LOCATION": "cache_while_redis_is_away"},
    }


CACHES = cache_settings(REDIS_URL)
SESSION_ENGINE = "saboteur_site.cache.sessions"
SESSION_CACHE_ALIAS = "sessions"
SESSION_COOKIE_AGE = 90 * 24 * 3600

# Celery, read by saboteur_site/celery.py

#: The interval of the sweeps: after a lost task its work is done within a minute.
SWEEP_SECONDS = 30.0
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "global_keyprefix": "celery:",
        "socket_timeout": 5,
        "socket_connect_timeout": 1,
        "visibility_timeout": 600,
    }
else:
    _queue = local("queue")
    _queue.mkdir(exist_ok=True)
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue),
        "data_folder_out": str(_queue),
        "polling_interval": 0.2,
    }
