"""URLs of django-allauth, mounted at /accounts/, whose views treat guests differently."""

from allauth.account import views
from django.urls import path, re_path

from accounts.doors import for_newcomers, with_account
from accounts.views.entrance import ConfirmView, email, log_in

urlpatterns = [
    path("signup/", for_newcomers(views.signup), name="account_signup"),
    path("login/", log_in, name="account_login"),
    path("email/", email, name="account_email"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", ConfirmView.as_view(), name="account_confirm_email"),
    path("password/change/", with_account(views.password_change), name="account_change_password"),
    path("password/set/", with_account(views.password_set), name="account_set_password"),
    path("reauthenticate/", with_account(views.reauthenticate), name="account_reauthenticate"),
]
