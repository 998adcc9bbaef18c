"""The variables of the environment, with their descriptions, and the folders of the site."""

from pathlib import Path
from typing import Final

import environ

from saboteur_site.operation import private

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

BASE_DIR: Final = Path(__file__).resolve().parents[2]
env = environ.Env()

LOCAL_DIR: Final = Path(env.str("LOCAL_DIR", default=str(BASE_DIR / ".local")))


def local(name: str) -> Path:
    """Return a path below LOCAL_DIR, and create it on first use: a production site writes nothing to the disk."""
    private.make_folder(LOCAL_DIR)
    return LOCAL_DIR / name
