"""Logging out."""

from django.test import Client
from django.urls import reverse

URL = reverse("account_logout")


def test_looking_at_the_page_does_not_log_out(as_ann: Client) -> None:
    assert "Your tables will wait for you" in as_ann.get(URL).content.decode()
    assert "_auth_user_id" in as_ann.session


def test_posting_logs_out(as_ann: Client) -> None:
    response = as_ann.post(URL)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert "_auth_user_id" not in as_ann.session


def test_every_page_has_the_button_as_a_form(as_ann: Client, stranger: Client) -> None:
    form = '<form method="post" action="/accounts/logout/">'
    assert form in as_ann.get("/me/").content.decode()
    assert form not in stranger.get("/accounts/login/").content.decode()
