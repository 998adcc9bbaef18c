"""URLs of the mailbox, mounted at /mailbox/."""

from django.urls import path

from accounts.views.mailbox import html, mail, mails

app_name = "mailbox"

urlpatterns = [
    path("", mails, name="mails"),
    path("<str:name>/", mail, name="mail"),
    path("<str:name>/html", html, name="html"),
]
