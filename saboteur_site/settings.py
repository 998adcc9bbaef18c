"""All settings of the site, read from the environment once, when a process starts.

Without any variable set this is the embedded default: SQLite, a cache and a queue of tasks in files, outgoing mail in a
folder, everything below `.local/`. `DATABASE_URL` and `REDIS_URL` make it a production site.
"""

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from pythonjsonlogger.core import RESERVED_ATTRS

from saboteur_site.operation import private
from saboteur_site.operation.secret_key import read_or_make_secret_key
from saboteur_site.outgoing.webpush import new_key

#: Every variable the site reads, with what it is for. docs/operating.md shows the same table.
ENVIRONMENT: Final[dict[str, str]] = {
    "ALLOWED_HOSTS": "Host names the site answers to, with commas between, beside the host of SITE_URL.",
    "ARCHIVE_AFTER": "Days after its end when the log of a game is packed, at least 366; 0 unless said: never.",
    "BOT_ACCOUNTS": "Bot accounts that one person may have, 3 unless said; 0 turns them off (docs/bots.md).",
    "CIRCLES_A_PERSON": "Circles that one person may be in; 0 unless said: no limit but sixty.",
    "CONTACT": "Who runs the site and how to reach them, in one line; shown under About this site.",
    "DATABASE_POOL_SIZE": "Connections one process keeps to PostgreSQL, 10 unless said; 0 opens one for each request.",
    "DATABASE_URL": "PostgreSQL as postgresql://user:password@host:port/name; without it SQLite in LOCAL_DIR.",
    "DEBUG": "True shows tracebacks in the browser. Never where others can reach the site.",
    "DEFAULT_FROM_EMAIL": "The sender of outgoing mail.",
    "EMAIL_TIMEOUT": "Seconds that the mail server is given for each answer, 10 unless said.",
    "EMAIL_URL": "The mail server as smtp+tls://user:password@host:port; without it mail is written to LOCAL_DIR/mail.",
    "ERROR_HOOK": "A function of yours as module.name that is called with each error; see docs/operating.md.",
    "GUESTS": "False asks everyone to sign up; unless said, people play as guests after giving a name.",
    "INVITATIONS_A_DAY": "Invitations that one person may send in a day; 0 unless said: no limit but the hour's.",
    "LOCAL_DIR": "The folder of everything the embedded default keeps; unless said, .local beside manage.py.",
    "LOG_FORMAT": "`line`, or `json` for one JSON object a line; `line` unless said.",
    "METRICS_TOKEN": "The bearer token with which Prometheus is told at /metrics; without it that page is not there.",
    "NEWCOMER_HOURS": "Hours in which a new account cannot write to players who are not its friends, 0 unless said.",
    "OPEN_TABLES": "False offers no tables that everyone can join; they are offered unless said.",
    "OUTWARD_HTTP_HOSTS": "Your own hosts as host or host:port, commas between, that may be posted to without https.",
    "POLICY_DIR": "The folder of your terms, privacy notes and words that no name may have; see docs/operating.md.",
    "PUSH_HOSTS": "Push services of browsers, with commas between; a dot before a name means all that end with it.",
    "PUSH_TIMEOUT": "Seconds that a push service is given for each answer, 10 unless said.",
    "REDIS_URL": "Redis for cache and tasks as redis://host:port/0; without it both are files in LOCAL_DIR.",
    "SECRET_KEY": "Signs sessions and links; without it one is made at the first start and kept in LOCAL_DIR.",
    "SECRET_KEY_FALLBACKS": "Former values of SECRET_KEY, commas between: what they signed or encrypted is still read.",
    "SECURITY_CONTACT": "Where to report a hole, as mailto:… or https://…; shown at /.well-known/security.txt.",
    "SIGN_UP": "`open`, `invitation` or `closed`: who can make an account; `open` unless said.",
    "SITE_NAME": "The name on every page and in every mail; Saboteur by web unless said.",
    "SITE_URL": "Where people reach the site; an https address makes cookies secure and redirects plain requests.",
    "STAFF_SECOND_FACTOR": "Whether the admin asks staff for a second factor; unless said, only with DATABASE_URL.",
    "STATIC_ROOT": "The folder collectstatic has filled; without it static files are served from where they lie.",
    "TABLES_A_PERSON": "Tables that one person may have waiting for players; 0 unless said: no limit.",
    "TRUSTED_PROXY_COUNT": "Reverse proxies before the site whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    "VAPID_KEY": "Signs notifications on devices; `manage.py vapidkey` makes one. Of several the newest comes first.",
}

BASE_DIR: Final = Path(__file__).resolve().parent.parent
env = environ.Env()

LOCAL_DIR: Final = Path(env.str("LOCAL_DIR", default=str(BASE_DIR / ".local")))


def local(name: str) -> Path:
    """Return a path below LOCAL_DIR, and create it on first use: a production site writes nothing to the disk."""
    private.make_folder(LOCAL_DIR)
    return LOCAL_DIR / name


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret_key(local("secret_key"))
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# Addresses

SITE_NAME = env.str("SITE_NAME", default="Saboteur by web")
SITE_URL = env.str("SITE_URL", default="http://localhost:8000").rstrip("/")
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
_site = urlsplit(SITE_URL)
_secure = _site.scheme == "https"

ALLOWED_HOSTS = [_site.hostname or "localhost", *env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
SECURE_SSL_REDIRECT = _secure
# Monitoring requests these directly, without the proxy.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _secure
if _secure:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _secure else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF],
        "object-src": [NONE],
    },
}

# Applications, middleware, templates

INSTALLED_APPS = [
    "saboteur_site.apps.SiteConfig",
    "accounts.apps.AccountsConfig",
    "games",
    "circles.apps.CirclesConfig",
    "results",
    "handbook",
    "api.apps.ApiConfig",
    "personal.apps.PersonalConfig",
    "saboteur_site.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "accounts.apps.SessionsConfig",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "saboteur_site.web.statics.FilesMiddleware",
    "saboteur_site.web.packing.PackingMiddleware",
    "saboteur_site.web.middleware.no_store",
    "saboteur_site.web.middleware.isolate",
    "saboteur_site.web.release.name_release",
    "saboteur_site.web.middleware.known_methods",
    "csp.middleware.CSPMiddleware",
    "saboteur_site.languages.choice.LanguageMiddleware",
    "saboteur_site.web.middleware.StorageMiddleware",
    "saboteur_site.web.host_cookies.HandOverMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "saboteur_site.web.offline.mark_owner",
    "django.middleware.common.CommonMiddleware",
    "saboteur_site.web.secret_parts.ReferrerMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "saboteur_site.web.middleware.PersonMiddleware",
    "accounts.visits.VisitMiddleware",
    "accounts.suspension.SuspensionMiddleware",
    "accounts.terms.TermsMiddleware",
    "saboteur_site.web.errors.explain_errors",
    "games.views.corrupt.CorruptTableMiddleware",
    "saboteur_site.web.limits.LimitMiddleware",
]

ROOT_URLCONF = "saboteur_site.urls"
WSGI_APPLICATION = "saboteur_site.wsgi.application"
CSRF_FAILURE_VIEW = "saboteur_site.web.errors.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["saboteur_site.templating.indented.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "builtins": ["saboteur_site.templating.addresses", "saboteur_site.templating.cached_template"],
            "libraries": {"i18n": "saboteur_site.languages.sentences", "static": "saboteur_site.templating.files"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "saboteur_site.web.context.site",
                "games.views.waiting.waits_for_me",
            ],
        },
    },
]

# Database, cache, sessions

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

# Accounts: django-allauth with a name and a password, and an optional address

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.NameBackend",
    "accounts.backends.AccountBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "accounts.forms.strength.LikenessValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.email.AddEmailForm",
    "change_password": "accounts.forms.passwords.ChangePasswordForm",
    "login": "accounts.forms.login.LoginForm",
    "reauthenticate": "accounts.forms.login.ReauthenticateForm",
    "reset_password": "accounts.forms.passwords.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.passwords.ResetPasswordKeyForm",
    "set_password": "accounts.forms.passwords.SetPasswordForm",
    "signup": "accounts.forms.signup.SignupForm",
}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"  # a taken address is accepted in forms, but not transferred
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False  # saboteur_site/web/rates.py limits these pages too
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address that is not confirmed gives no power over an account here
MFA_FORMS = {
    "activate_totp": "accounts.forms.second_factor.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.second_factor.AddPasskeyForm",
    "authenticate": "accounts.forms.second_factor.AuthenticateForm",
    "authenticate_webauthn": "accounts.forms.second_factor.AuthenticatePasskeyForm",
    "login_webauthn": "accounts.forms.second_factor.LoginPasskeyForm",
    "reauthenticate": "accounts.forms.second_factor.ReauthenticateCodeForm",
    "reauthenticate_webauthn": "accounts.forms.second_factor.ReauthenticatePasskeyForm",
}
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=bool(DATABASE_URL))

# Mail

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
    if vars()["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        EMAIL_BACKEND = "saboteur_site.outgoing.smtp.EmailBackend"
else:
    EMAIL_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"
    EMAIL_FILE_PATH = str(local("mail"))
EMAIL_TIMEOUT = env.float("EMAIL_TIMEOUT", default=10.0)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <saboteur@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Requests to hosts that users enter (saboteur_site/outgoing/outward.py)

OUTWARD_HTTP_HOSTS = env.list("OUTWARD_HTTP_HOSTS", default=[])

# Notifications on devices

#: The push services of current browsers. Nothing is sent to other hosts, whatever a browser reports.
PUSH_SERVICES = [
    "fcm.googleapis.com",
    "jmt17.google.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
]
PUSH_HOSTS = env.list("PUSH_HOSTS", default=PUSH_SERVICES)
PUSH_TIMEOUT = env.float("PUSH_TIMEOUT", default=10.0)
# Machines that share a database would each generate another one, so there it has to be set.
VAPID_KEY = env.str("VAPID_KEY", default="")
if not (VAPID_KEY or DATABASE_URL):
    VAPID_KEY = read_or_make_secret_key(local("vapid_key"), new_key)

# The policy of the site (saboteur_site/policy.py)

SIGN_UP = env.str("SIGN_UP", default="open", choices=("open", "invitation", "closed"))
GUESTS = env.bool("GUESTS", default=True)
OPEN_TABLES = env.bool("OPEN_TABLES", default=True)
CIRCLES_A_PERSON = env.int("CIRCLES_A_PERSON", default=0)
TABLES_A_PERSON = env.int("TABLES_A_PERSON", default=0)
ARCHIVE_AFTER = env.int("ARCHIVE_AFTER", default=0)
INVITATIONS_A_DAY = env.int("INVITATIONS_A_DAY", default=0)
NEWCOMER_HOURS = env.int("NEWCOMER_HOURS", default=0)
POLICY_DIR = env.str("POLICY_DIR", default="")
CONTACT = env.str("CONTACT", default="")

# The API (api/)

BOT_ACCOUNTS = env.int("BOT_ACCOUNTS", default=3)
#: Answers are compared with the schema in tests alone (tests/settings.py).
DMR_SETTINGS = {"validate_responses": False}

# Monitoring

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGES = [
    ("en", _("English")),
    ("es", _("Spanish")),
    ("uk", _("Ukrainian")),
    ("lv", _("Latvian")),
    ("bg", _("Bulgarian")),
    ("de", _("German")),
    ("fr", _("French")),
    ("pl", _("Polish")),
]
# Marked in the choice, and not picked from a browser's wish, until their core is translated; see
# saboteur_site/languages/progress.py.
LANGUAGES_IN_PROGRESS: list[str] = []
# Compiled beside their sources, else in LOCAL_DIR; see saboteur_site/languages/catalogues.py.
LOCALE_PATHS = [LOCAL_DIR / "locale", BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["saboteur_site.languages.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "saboteur_site.web.bundles.BundleFinder",
]
STATIC_ROOT = env.str("STATIC_ROOT", default="") or None
_static_storage = "saboteur_site.web.statics.Storage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": _static_storage if STATIC_ROOT else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_AUTOREFRESH = DEBUG

# Logs and reports of failures

# These libraries of templates replace Django's on purpose (`TEMPLATES`); a test names all that are replaced.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
ERROR_HOOK = env.str("ERROR_HOOK", default="")
DEFAULT_EXCEPTION_REPORTER = "saboteur_site.operation.reports.Reporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "saboteur_site.operation.reports.NamesOnlyFilter"
_handlers = ["console", "hook"] if ERROR_HOOK else ["console"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        # These responses are logged in one line each (errors.py).
        "ours": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda told: told.__dict__.get("status_code") != 503,
        }
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "saboteur_site.operation.reports.JsonFormatter",
            "fmt": "{levelname}{name}{message}",
            "style": "{",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "timestamp": True,
            "reserved_attrs": [*RESERVED_ATTRS, "request", "status_code"],
        },
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT if LOG_FORMAT == "json" else "line"},
        "hook": {"class": "saboteur_site.operation.reports.HookHandler", "level": "ERROR", "hook": ERROR_HOOK},
    },
    "root": {"handlers": _handlers, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": _handlers, "level": "WARNING", "propagate": False},
        # Requests with status 404 are not logged.
        "django.request": {"level": "ERROR", "filters": ["ours"]},
        "api": {"level": "INFO"},
        "personal": {"level": "INFO"},
        "games": {"level": "INFO"},
        "handbook": {"level": "INFO"},
        "circles": {"level": "INFO"},
        "results": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "saboteur_site": {"level": "INFO"},
    },
}
