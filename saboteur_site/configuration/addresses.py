"""Addresses of the site: hosts, https, cookies, and the content security policy."""

from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from saboteur_site.configuration.environment import env

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
