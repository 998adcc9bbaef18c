"""All settings of the site, read from the environment once, when a process starts. Parts are in `configuration`.

Without any variable set this is the embedded default: SQLite, a cache and a queue of tasks in files, outgoing mail in a
folder, everything below `.local/`. `DATABASE_URL` and `REDIS_URL` make it a production site.
"""

from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from saboteur_site.configuration.addresses import *  # noqa: F403
from saboteur_site.configuration.addresses import SITE_NAME, SITE_URL
from saboteur_site.configuration.environment import *  # noqa: F403
from saboteur_site.configuration.environment import BASE_DIR, LOCAL_DIR, env, local
from saboteur_site.configuration.logs import *  # noqa: F403
from saboteur_site.configuration.sign_in import *  # noqa: F403
from saboteur_site.configuration.storage import *  # noqa: F403
from saboteur_site.configuration.storage import DATABASE_URL
from saboteur_site.operation.secret_key import read_or_make_secret_key
from saboteur_site.outgoing.webpush import new_key

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret_key(local("secret_key"))
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

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

# Mail

if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
    if vars()["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend":
        EMAIL_BACKEND = "saboteur_site.outgoing.smtp.EmailBackend"
else:
    EMAIL_BACKEND = "saboteur_site.outgoing.mailfolder.EmailBackend"
    EMAIL_FILE_PATH = str(local("mail"))
EMAIL_TIMEOUT = env.float("EMAIL_TIMEOUT", default=10.0)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <saboteur@{urlsplit(SITE_URL).hostname}>")
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

# System checks

# These libraries of templates replace Django's on purpose (`TEMPLATES`); a test names all that are replaced.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]
