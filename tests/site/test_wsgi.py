"""What reaches Django of a request."""

from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest

from saboteur_site.wsgi import application

FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b"
pytestmark = pytest.mark.django_db


def status(method: str, kind: str, *, query: str = "a=%E9") -> int:
    """The answer to a client with a cookie that sends a form of a kind."""
    body, answers = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n', list[str]()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/accounts/login/",
        "QUERY_STRING": query,
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "REMOTE_ADDR": "192.0.2.7",
        "HTTP_COOKIE": f"csrftoken={'c' * 32}",
        "HTTP_X_CSRFTOKEN": "c" * 32,
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    b"".join(application(environ, lambda status, *_: answers.append(status)))
    return int(answers[0].split()[0])


@pytest.mark.parametrize("kind", [FORM, PARTS, "text/plain"])
@pytest.mark.parametrize("charset", ["rot13", "zlib", "idna", "undefined", "utf-16", "latin-1", "klingon", ""])
def test_a_form_in_another_charset_makes_no_sense_here(kind: str, charset: str) -> None:
    assert status("POST", f"{kind}; charset={charset}") == 400


@pytest.mark.parametrize("charset", ["rot13", "undefined"])
def test_a_page_is_shown_whatever_charset_comes_with_the_question(charset: str) -> None:
    assert status("GET", f"{FORM}; charset={charset}") == 200


@pytest.mark.parametrize("kind", [FORM, PARTS])
@pytest.mark.parametrize("charset", ["", "; charset=utf-8", ";charset=UTF-8", '; charset="utf-8"'])
def test_a_form_as_browsers_send_it_is_read(kind: str, charset: str) -> None:
    assert status("POST", kind + charset) == 200
