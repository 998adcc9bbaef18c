"""Accounts: django-allauth with a name and a password, an optional address, and optional second factors."""

from urllib.parse import urlsplit

from saboteur_site.configuration.addresses import SITE_URL
from saboteur_site.configuration.environment import env
from saboteur_site.configuration.storage import DATABASE_URL

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
ACCOUNT_DEFAULT_HTTP_PROTOCOL = urlsplit(SITE_URL).scheme
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
