"""URLs of django-allauth, mounted at /accounts/, whose views treat guests differently.

Those of passkeys, second factors and sessions are all here: of the ones that django-allauth has, the site needs fewer.
"""

from allauth.account import views
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp import views as app
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path, reverse_lazy

from accounts.access import for_newcomers, with_account
from accounts.views.entrance import ConfirmView, email, log_in
from accounts.views.sign_in_methods import (
    AddPasskeyView,
    NewRecoveryCodesView,
    RecoveryCodesView,
    by_passkey,
    signed_in_at,
)

_new_codes = with_account(NewRecoveryCodesView.as_view())
_remove_passkey = passkeys.RemoveWebAuthnView.as_view(success_url=reverse_lazy("mfa_index"))

urlpatterns = [
    path("signup/", for_newcomers(views.signup), name="account_signup"),
    path("login/", log_in, name="account_login"),
    path("login/passkey/", by_passkey, name="mfa_login_webauthn"),
    path("login/code/", for_newcomers(second_factor.authenticate), name="mfa_authenticate"),
    path("email/", email, name="account_email"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", ConfirmView.as_view(), name="account_confirm_email"),
    path("password/change/", with_account(views.password_change), name="account_change_password"),
    path("password/set/", with_account(views.password_set), name="account_set_password"),
    path("reauthenticate/", with_account(views.reauthenticate), name="account_reauthenticate"),
    path("reauthenticate/code/", with_account(second_factor.reauthenticate), name="mfa_reauthenticate"),
    path("reauthenticate/passkey/", with_account(passkeys.reauthenticate_webauthn), name="mfa_reauthenticate_webauthn"),
    path("methods/", with_account(second_factor.index), name="mfa_index"),
    path("methods/passkeys/", with_account(AddPasskeyView.as_view()), name="mfa_add_webauthn"),
    path("methods/passkeys/<int:pk>/remove/", with_account(_remove_passkey), name="mfa_remove_webauthn"),
    path("methods/app/", with_account(app.activate_totp), name="mfa_activate_totp"),
    path("methods/app/remove/", with_account(app.deactivate_totp), name="mfa_deactivate_totp"),
    path("methods/codes/", with_account(RecoveryCodesView.as_view()), name="mfa_view_recovery_codes"),
    path("methods/codes/new/", _new_codes, name="mfa_generate_recovery_codes"),
    path("sessions/", signed_in_at, name="usersessions_list"),
]
