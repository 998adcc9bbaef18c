"""Compression of pages: the encodings of the browser, and padding that hides the length."""

import gzip

import brotli  # type: ignore[import-untyped]
import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from saboteur_site.web.packing import PADDING, PackingMiddleware, packed

PAGE = b"<p>Bo looked at the goal in lane M.</p>" * 40


def packed_answer(takes: str, response: HttpResponseBase | None = None) -> HttpResponseBase:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = takes
    return PackingMiddleware(lambda _request: HttpResponse()).process_response(request, response or HttpResponse(PAGE))


@pytest.mark.parametrize("takes", ["br", "gzip, deflate, br, zstd", "gzip;q=0.5,br;q=0.1", "br;q=1.0", "br , gzip"])
def test_a_browser_that_takes_brotli_gets_it(takes: str) -> None:
    answer = packed_answer(takes, HttpResponse(PAGE, headers={"ETag": '"v7"'}))

    assert answer["Content-Encoding"] == "br"
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["ETag"] == 'W/"v7"'
    assert int(answer["Content-Length"]) == len(answer.getvalue()) < len(PAGE)
    assert brotli.decompress(answer.getvalue()) == PAGE


@pytest.mark.parametrize("takes", ["gzip", "gzip, br;q=0", "br;q=0.0, gzip", "gzip, brother"])
def test_browser_without_brotli_gets_gzip(takes: str) -> None:
    answer = packed_answer(takes)

    assert answer["Content-Encoding"] == "gzip"
    assert answer["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.getvalue()) == PAGE


@pytest.mark.parametrize("takes", ["", "br;q=0", "identity"])
def test_client_without_brotli_and_gzip_gets_the_plain_page(takes: str) -> None:
    assert packed_answer(takes).getvalue() == PAGE


def test_short_streamed_or_packed_answers_are_left_alone() -> None:
    as_it_is = [
        HttpResponse(b"short"),
        HttpResponse(bytes(PAGE[:150]) + bytes(range(49)), headers={"Content-Encoding": "br"}),
    ]
    for response in as_it_is:
        assert packed_answer("br", response).getvalue() == response.getvalue()
    assert "Content-Encoding" not in packed_answer("br", StreamingHttpResponse([PAGE]))
    assert "Content-Encoding" not in packed_answer("br", HttpResponse(bytes(range(256))))


@pytest.mark.parametrize("takes", ["br", "gzip"])
def test_packed_length_of_the_same_page_varies(takes: str) -> None:
    lengths = [len(packed_answer(takes).getvalue()) for _ in range(40)]

    assert len(set(lengths)) > 10
    assert max(lengths) - min(lengths) < PADDING


def test_padding_has_the_requested_length_and_is_never_read() -> None:
    lengths = {padding: len(packed(PAGE, padding)) for padding in range(1, 257)}

    assert {length - padding for padding, length in lengths.items()} == {lengths[1] - 1}
    assert {brotli.decompress(packed(PAGE, padding)) for padding in lengths} == {PAGE}
