"""What the site posts goes to hosts of the internet alone, in a given time, and nothing but a status comes back."""

import logging
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.utils import format_datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from saboteur_site.outgoing import outward
from saboteur_site.web import rates
from saboteur_site.web.rates import Rate
from tests import sinks
from tests.hostile_addresses import HOSTILE, INWARD
from tests.services import Missing, do_without, free_port
from tests.sinks import Sink, says, sink

URL = "https://hooks.example.org/services/T0/B0/secret"
PUBLIC = "9.9.9.9"


@pytest.fixture
def there(settings: Settings) -> Iterator[Sink]:
    """A server of the operator's own, who allows it."""
    with sink() as found:
        settings.OUTWARD_HTTP_HOSTS = [found.host]
        yield found


class Net:
    """What names mean, and which addresses were connected to; `leads` to a port of this machine."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {}
        self.asked: list[str] = []
        self.called: list[tuple[str, int]] = []
        self.leads: dict[str, int] = {}

    def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a name."""
        self.asked.append(host)
        return self.names.get(host, [PUBLIC])

    def connect(self, address: tuple[str, int], timeout: float) -> socket.socket:
        """A connection, if the address leads anywhere."""
        self.called.append(address)
        assert 0 < timeout <= outward.TO_CONNECT
        if address[0] not in self.leads:
            raise ConnectionRefusedError
        return self.dial(("127.0.0.1", self.leads[address[0]]), timeout)

    dial = staticmethod(socket.create_connection)


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Net:
    """A net of the test's own in place of the real one."""
    found = Net()
    monkeypatch.setattr(outward, "resolve", found.resolve)
    monkeypatch.setattr(outward.socket, "create_connection", found.connect)  # type: ignore[attr-defined]
    return found


def post(url: str = URL, **more: Any) -> outward.Reply:
    return outward.post(url, b'{"text": "hm"}', {"Content-Type": "application/json"}, **{"patience": 5.0, **more})


def refused(url: str) -> str:
    """Why something is never posted there."""
    with pytest.raises(outward.RefusedError) as found:
        post(url)
    return found.value.why


def away(url: str = URL, **more: Any) -> outward.AwayError:
    """That there was no answer."""
    with pytest.raises(outward.AwayError) as found:
        post(url, **more)
    return found.value


# -- what is posted, and what comes back


def test_host_receives_the_post_and_its_status_is_returned(there: Sink) -> None:
    assert post(there.url) == outward.Reply(204)
    (heard,) = there.heard
    assert heard.asked == "POST /take?this=1 HTTP/1.1"
    assert heard.body == b'{"text": "hm"}'
    assert heard.headers["host"] == there.host
    assert heard.headers["content-type"] == "application/json"
    assert heard.headers["user-agent"] == "saboteur-by-web (+http://localhost:8000)"
    assert "cookie" not in heard.headers


def test_another_method_may_be_asked_for(there: Sink) -> None:
    post(there.url, method="PUT")
    assert there.heard[0].asked.startswith("PUT ")


@pytest.mark.parametrize("status", [200, 204, 400, 401, 404, 410, 429, 500, 503])
def test_every_status_is_an_answer(there: Sink, status: int) -> None:
    there.answers = says(status, body=b"an unread body")
    assert post(there.url).status == status


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_http_client_follows_no_redirect(there: Sink, status: int) -> None:
    with sink() as other:
        there.answers = says(status, f"Location: {other.url}")
        assert post(there.url).status == status
        assert (there.calls, other.calls) == (1, 0)


def test_proxies_of_the_surroundings_are_not_asked(there: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    with sink() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://{proxy.host}")
        assert post(there.url).status == 204
        assert proxy.calls == 0


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("17", 17.0),
        ("0.65", 0.65),
        ("99999999", outward.LONGEST_WAIT),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("9" * 4000, None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 99 Oct 2015 07:28:00 GMT", None),
        ("Wed, 21 Oct 2015 07:28:00", None),
    ],
)
def test_retry_after_is_bounded(there: Sink, said: str, seconds: float | None) -> None:
    there.answers = says(429, f"Retry-After: {said}")
    assert post(there.url).retry_after == seconds


def test_when_to_come_back_may_be_a_date(there: Sink) -> None:
    there.answers = says(503, f"Retry-After: {format_datetime(timezone.now() + timedelta(minutes=2))}")
    assert 110 < (post(there.url).retry_after or 0) <= 120


# -- time and size


@pytest.mark.parametrize("answers", [sinks.hangs, sinks.trickles])
def test_waiting_ends_with_its_time_limit(there: Sink, answers: sinks.Answers) -> None:
    there.answers = answers
    begun = time.monotonic()
    assert away(there.url, patience=0.4).received
    assert 0.3 < time.monotonic() - begun < 1.5


def test_server_that_says_go_on_without_an_end_is_not_listened_to(there: Sink) -> None:
    there.answers = sinks.goes_on
    begun = time.monotonic()
    assert away(there.url, patience=20).received
    assert time.monotonic() - begun < 10


def test_a_server_that_takes_nothing_in_is_left_in_time(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        settings.OUTWARD_HTTP_HOSTS = [f"127.0.0.1:{port}"]
        begun = time.monotonic()
        with pytest.raises(outward.AwayError):
            outward.post(f"http://127.0.0.1:{port}/", b"x" * 30_000_000, {}, patience=0.4)
        assert time.monotonic() - begun < 1.5


def test_unresolvable_name_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "resolve", lambda _host, _port: time.sleep(3))
    begun = time.monotonic()
    assert not away(patience=0.3).received
    assert time.monotonic() - begun < 1.5


def test_an_answer_without_an_end_is_not_read(there: Sink) -> None:
    there.answers = sinks.talks
    assert post(there.url).status == 200


def test_a_head_without_an_end_is_no_answer(there: Sink) -> None:
    there.answers = sinks.boasts
    assert away(there.url).received


@pytest.mark.parametrize("words", [b"", b"\r\n", b"SSH-2.0-x\r\n", b"HTTP/1.1 2x0 Well\r\n\r\n", b"\xff" * 70_000])
def test_malformed_http_answer_counts_as_none(there: Sink, words: bytes) -> None:
    there.answers = lambda caller, _closed: caller.sendall(words)
    assert away(there.url).received


def test_missing_host_received_nothing(settings: Settings) -> None:
    port = free_port()
    settings.OUTWARD_HTTP_HOSTS = [f"127.0.0.1:{port}"]
    assert not away(f"http://127.0.0.1:{port}/").received


def test_a_host_is_left_alone_when_too_much_is_posted_there(
    there: Sink, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setitem(rates.RATES, "outward", Rate(2, 60))
    settings.OUTWARD_HTTP_HOSTS = [*settings.OUTWARD_HTTP_HOSTS, "localhost"]
    for _ in range(2):
        outward.permit(there.url)
    with pytest.raises(outward.AwayError) as found:
        outward.permit(there.url)
    assert not found.value.received
    assert 0 < (found.value.retry_after or 0) <= 60
    outward.permit(there.url.replace("127.0.0.1", "localhost"))


# -- who is never called


@pytest.mark.parametrize(("url", "why"), HOSTILE.items())
def test_none_of_the_hostile_addresses_is_connected_to(net: Net, url: str, why: str) -> None:
    net.names = {
        "localhost.localdomain": ["127.0.0.1"],
        "metadata.google.internal": ["169.254.169.254"],
        "127.0.0.1.nip.io": ["127.0.0.1"],
        "7f000001.nip.io": ["127.0.0.1"],
        "localtest.me": ["::1"],
        "six.example.org": ["fe80::1%eth0"],
        "mixed.example.org": [PUBLIC, "10.0.0.1"],
    }
    assert refused(url) == why
    assert net.called == []
    assert (net.asked == []) == (why != "private")


def test_there_are_forty_of_them_and_more() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize("address", INWARD.split())
def test_addresses_that_are_not_of_the_internet_are_not_public(net: Net, address: str) -> None:
    assert not outward.is_public(ip_address(address))
    net.names["hooks.example.org"] = [address]
    assert refused(URL) == "private"
    assert net.called == []


@pytest.mark.parametrize("address", ["9.9.9.9", "172.32.0.1", "162.159.128.233", "2606:4700::6810:84e5", "2620:fe::9"])
def test_addresses_of_the_internet_are(address: str) -> None:
    assert outward.is_public(ip_address(address))


@pytest.mark.parametrize("url", [URL, URL.replace(".org", ".org:443"), URL.replace(".org", ".org:8448"), URL.upper()])
def test_usual_addresses_are_called_by_their_number(net: Net, url: str) -> None:
    url = url.replace("HTTPS", "https")
    assert not away(url).received
    assert net.asked == ["hooks.example.org"]
    assert net.called == [(PUBLIC, 8448 if "8448" in url else 443)]


def test_each_address_of_a_host_is_tried(net: Net) -> None:
    net.names["hooks.example.org"] = [PUBLIC, "2620:fe::9", "149.112.112.112"]
    away()
    assert [address for address, _port in net.called] == net.names["hooks.example.org"]


def test_a_name_that_changes_its_mind_is_asked_once(net: Net, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [[PUBLIC], ["127.0.0.1"], ["10.0.0.1"]]
    asked: list[str] = []

    def rebinds(host: str, _port: int) -> list[str]:
        asked.append(host)
        return answers.pop(0)

    monkeypatch.setattr(outward, "resolve", rebinds)
    away()
    assert asked == ["hooks.example.org"]
    assert net.called == [(PUBLIC, 443)]
    assert refused(URL) == "private"
    assert len(net.called) == 1


@pytest.mark.parametrize("listed", ["127.0.0.1", "127.0.0.1:1", "localhost"])
def test_a_host_that_the_operator_lists_is_allowed_as_it_is_listed(
    there: Sink, settings: Settings, listed: str
) -> None:
    settings.OUTWARD_HTTP_HOSTS = [listed]
    if listed == "127.0.0.1":
        assert post(there.url).status == 204
    else:
        assert refused(there.url) == "scheme"
        assert there.calls == 0


def test_proxies_are_trusted_only_by_setting(settings: Settings) -> None:
    assert settings.OUTWARD_HTTP_HOSTS == []


# -- who answers


@pytest.fixture(scope="session")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Path]]:
    """Makes a certificate of a name that vouches for itself, and its key."""
    program = shutil.which("openssl")
    if program is None:
        do_without(Missing("openssl makes certificates for this test; install it"))
    folder = tmp_path_factory.mktemp("certificates")

    def make(name: str) -> tuple[Path, Path]:
        certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
        asked = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        named = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
        written = ["-keyout", str(key), "-out", str(certificate)]
        subprocess.run([str(program), *asked, *named, *written], check=True, capture_output=True)
        return certificate, key

    return make


@pytest.mark.parametrize(
    ("vouched", "shown", "good"),
    [
        ("hooks.example.org", "hooks.example.org", True),
        ("evil.example.org", "evil.example.org", False),
        ("evil.example.org", "hooks.example.org", False),
    ],
)
def test_certificate_must_match_the_name_at_any_address(
    net: Net,
    certified: Callable[[str], tuple[Path, Path]],
    monkeypatch: pytest.MonkeyPatch,
    vouched: str,
    shown: str,
    good: bool,
) -> None:
    certificate, key = certified(shown)
    usual = ssl.create_default_context(cafile=str(certificate if vouched == shown else certified(vouched)[0]))
    monkeypatch.setattr(outward, "tls", lambda: usual)
    with sink() as server:
        server.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.tls.load_cert_chain(certificate, key)
        asked: list[Any] = []
        server.tls.sni_callback = lambda _line, name, _context: asked.append(name)
        net.leads[PUBLIC] = server.port
        if good:
            assert post().status == 204
            assert server.heard[0].asked == "POST /services/T0/B0/secret HTTP/1.1"
            assert server.heard[0].headers["host"] == "hooks.example.org"
        else:
            assert not away().received
            assert server.heard == []
        assert asked == ["hooks.example.org"]


def test_the_usual_way_to_prove_a_name_is_by_certificate() -> None:
    usual = outward.tls()
    assert (usual.check_hostname, usual.verify_mode) == (True, ssl.CERT_REQUIRED)


# -- what is not read


@pytest.mark.parametrize("answers", [sinks.hangs_up, says(302, "Location: https://evil.example.org/"), says(500)])
def test_no_error_and_no_line_of_the_log_tells_address_or_key(
    there: Sink, answers: sinks.Answers, caplog: pytest.LogCaptureFixture
) -> None:
    there.answers = answers
    caplog.set_level(logging.DEBUG)
    said = ""
    try:
        outward.post(there.url + "&key=geheim", b"geheim", {"Authorization": "geheim"}, patience=1)
    except outward.AwayError as error:
        said = repr(error)
    assert there.heard
    assert "geheim" not in said + caplog.text
    assert there.host not in said + caplog.text


@pytest.mark.parametrize("url", ["https://geheim@example.org/", "https://geheim/", "https://x.example.org:99geheim/"])
def test_no_refusal_tells_the_address(url: str) -> None:
    with pytest.raises(outward.RefusedError) as found:
        outward.place(url)
    assert "geheim" not in repr(found.value)


def test_a_header_that_would_be_two_is_not_sent(there: Sink) -> None:
    with pytest.raises(outward.AwayError):
        outward.post(there.url, b"", {"X-One": "1\r\nX-Two: 2"}, patience=1)
    assert there.heard == [] or "x-two" not in there.heard[0].headers
