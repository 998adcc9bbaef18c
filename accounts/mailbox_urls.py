"""Addresses of the mailbox, mounted at /mailbox/."""

from django.urls import path

from accounts import mailbox_views

app_name = "mailbox"

urlpatterns = [
    path("", mailbox_views.mails, name="mails"),
    path("<str:name>/", mailbox_views.mail, name="mail"),
    path("<str:name>/html", mailbox_views.html, name="html"),
]
