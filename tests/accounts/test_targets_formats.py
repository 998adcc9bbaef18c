"""What each kind of chat is posted, as its own documentation says that it is read; names of tables do no harm there."""

import base64
import hashlib
import hmac
import html
import json
import re
from typing import Any

import pytest

from accounts.channels import Item, Letter, chat
from accounts.channels.formats import Message, Request, all_kinds, plain
from accounts.channels.formats.webhook import signature
from accounts.channels.off import off_link
from accounts.models import Event, User
from tests.accounts.test_targets import GOOD

LINK, OFF = "https://mine.example.org/t/abc/", "https://mine.example.org/me/off/eyJ_x-1:ab_c/"
MESSAGE = Message(
    id="turn.0123456789abcdef01234567",
    events=("turn",),
    language="en",
    subject="Your turn: Friday dwarves",
    lead="It’s your turn at the table “Friday dwarves”.",
    link=LINK,
    off=OFF,
    off_words="Stop notifications like this:",
)
TEXT = f"""\
Your turn: Friday dwarves
It’s your turn at the table “Friday dwarves”.
{LINK}

Stop notifications like this: {OFF}"""
EVIL = (
    "@everyone @here <@123> <!channel> <@U1|x> *b* _i_ ~s~ `c` ||x|| [a](https://evil.example) <https://evil.example>"
)
EVIL += " https://evil.example #room @room @user &lt; \\ \u202eabc\u200b\x07"
HOSTILE = MESSAGE._replace(subject=f"Your turn: {EVIL}", lead=f"It’s your turn at the table “{EVIL}”.")


def asked(kind: str, message: Message = MESSAGE, **fields: str) -> Request:
    """What is posted to a chat of a kind."""
    found = all_kinds()[kind]
    return found.write({**found.read({**GOOD[kind], **fields}), **found.makes()}, message)


def body(request: Request) -> Any:
    assert request.headers["Content-Type"] == "application/json"
    return json.loads(request.body)


# -- the shape


def test_discord_message_mentions_no_user() -> None:
    request = asked("discord")
    said = body(request)
    assert (request.method, request.url) == ("POST", f"{GOOD['discord']['url']}?wait=true")
    assert set(said) == {"content", "allowed_mentions"}
    assert said["allowed_mentions"] == {"parse": []}
    assert shown_by_discord(said["content"]) == TEXT


def test_a_thread_of_discord_keeps_its_number() -> None:
    request = asked("discord", url=f"{GOOD['discord']['url']}?thread_id=17")
    assert request.url.endswith("?thread_id=17&wait=true")


def test_slack_is_posted_text_without_markup() -> None:
    request = asked("slack")
    said = body(request)
    assert (request.method, request.url) == ("POST", GOOD["slack"]["url"])
    assert html.unescape(said.pop("text")) == TEXT
    assert said == {"mrkdwn": False, "link_names": False, "unfurl_links": False, "unfurl_media": False}


def test_telegram_is_posted_text_without_a_way_to_read_it_as_markup() -> None:
    request = asked("telegram")
    assert request.url == f"https://api.telegram.org/bot{GOOD['telegram']['token']}/sendMessage"
    assert request.method == "POST"
    assert body(request) == {
        "chat_id": "-1001234567890",
        "text": TEXT,
        "link_preview_options": {"is_disabled": True},
    }


def test_matrix_is_sent_a_text_once_however_often_it_is_sent() -> None:
    request = asked("matrix", room="!a/b:m.example")
    assert request.method == "PUT"
    path = f"rooms/%21a%2Fb%3Am.example/send/m.room.message/{MESSAGE.id}"
    assert request.url == f"https://matrix.example.org/_matrix/client/v3/{path}"
    assert request.headers["Authorization"] == "Bearer syt_geheim"
    assert body(request) == {"msgtype": "m.text", "body": TEXT, "m.mentions": {}}
    assert asked("matrix").url == asked("matrix").url


@pytest.mark.parametrize("token", ["", "tk_geheim"])
def test_ntfy_is_posted_a_title_a_text_and_where_a_tap_leads(token: str) -> None:
    request = asked("ntfy", token=token)
    assert (request.method, request.url) == ("POST", "https://ntfy.sh/")
    assert request.headers.get("Authorization") == (f"Bearer {token}" if token else None)
    title, _, text = TEXT.partition("\n")
    assert body(request) == {"topic": "my-topic_7", "title": title, "message": text, "click": LINK}


def test_a_program_is_posted_what_the_documentation_says_and_can_check_it() -> None:
    found = all_kinds()["webhook"]
    fields = {**GOOD["webhook"], **found.makes()}
    request = found.write(fields, MESSAGE)
    assert (request.method, request.url) == ("POST", GOOD["webhook"]["url"])
    assert body(request) == {
        "version": 1,
        "types": ["turn"],
        "language": "en",
        "subject": MESSAGE.subject,
        "lead": MESSAGE.lead,
        "lines": [],
        "links": [],
        "more": 0,
        "link": LINK,
        "off": OFF,
        "notices": [MESSAGE.id],
    }
    named, at = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    key = base64.b64decode(fields["secret"].removeprefix("whsec_"))
    made = hmac.new(key, f"{named}.{at}.".encode() + request.body, hashlib.sha256).digest()
    assert named == MESSAGE.id
    assert request.headers["webhook-signature"] == f"v1,{base64.b64encode(made).decode()}"
    assert len(key) == 32


def test_program_gets_the_names_of_all_joined_notices() -> None:
    several = MESSAGE._replace(id="several.1", ids=("turn.1", "round.2"))
    assert body(asked("webhook", several))["notices"] == ["turn.1", "round.2"]


def test_every_program_has_a_secret_of_its_own() -> None:
    makes = all_kinds()["webhook"].makes
    assert makes() != makes()


def test_the_signature_is_that_of_the_standard() -> None:
    """The example of the Standard Webhooks' own libraries."""
    secret, named, at = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330
    assert signature(secret, named, at, b'{"test": 2432232314}') == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize("kind", GOOD)
def test_a_message_without_a_way_to_stop_it_has_no_line_about_that(kind: str) -> None:
    said = asked(kind, MESSAGE._replace(off="", off_words="")).body.decode()
    assert "Stop" not in said
    assert not said.rstrip('"}').endswith("\\n")


# -- names that people chose


def shown_by_discord(text: str) -> str:
    """What Discord shows of a text without markup: signs after a backslash, and links in angle brackets, by themselves.

    AssertionError if there is markup in it, or a mention.
    """
    rest = re.sub(r"<(https://mine\.example\.org/[^>\s]+)>", r"\1", text)
    links = re.compile(r"https://mine\.example\.org/\S+")
    bare = links.sub("", re.sub(r"\\[^0-9A-Za-z\s]", "", rest))
    assert not re.search(r"[*_~`|<>\[\]()#\\]|://|@(?!\u2060)", bare), bare
    remaining = links.findall(rest)
    return "".join(
        part if part in remaining else re.sub(r"\\([^0-9A-Za-z\s])", r"\1", part)
        for part in re.split(r"(https://mine\.example\.org/\S+)", rest)
    )


def test_discord_reads_no_markup_and_no_mention_in_a_name() -> None:
    shown = shown_by_discord(body(asked("discord", HOSTILE))["content"])
    assert shown.splitlines()[0] == plain(HOSTILE.subject)


def test_slack_reads_no_command_and_no_link_in_a_name() -> None:
    text = body(asked("slack", HOSTILE))["text"]
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", text)
    assert html.unescape(text).splitlines()[0] == plain(HOSTILE.subject)
    assert text.count("://") == 2


@pytest.mark.parametrize(("kind", "part"), [("telegram", "text"), ("matrix", "body"), ("ntfy", "message")])
def test_others_find_no_link_and_no_names(kind: str, part: str) -> None:
    said = body(asked(kind, HOSTILE))
    assert said[part].count("://") == 2
    assert not re.search("@[A-Za-z]", said[part] + said.get("title", ""))
    assert {"parse_mode", "formatted_body", "markdown", "attach", "email", "call", "actions"}.isdisjoint(said)


@pytest.mark.parametrize("kind", GOOD)
def test_a_message_has_as_many_lines_as_it_should_whatever_a_name_holds(kind: str) -> None:
    broken = MESSAGE._replace(subject="Your turn: a\r\nb\u2028c\x0bd\x00", lead="x\ny")
    said = body(asked(kind, broken))
    if kind != "webhook":
        (text,) = (value for name, value in said.items() if name in ("content", "text", "body", "message"))
        assert len(text.splitlines()) == (4 if kind == "ntfy" else 5)


@pytest.mark.parametrize("kind", [kind for kind in GOOD if kind != "webhook"])
@pytest.mark.parametrize("name", ["discord.gg/free", "T.ME/free", "evil.example", "рф.рф", "evil。example"])
def test_a_name_that_is_an_address_without_its_beginning_is_none_in_a_chat(kind: str, name: str) -> None:
    said = body(asked(kind, MESSAGE._replace(subject=name, lead=name)))
    texts = [said[part] for part in ("content", "text", "body", "message", "title") if part in said]
    text = "\n".join(texts).replace(LINK, "").replace(OFF, "").replace("\\", "")
    assert "\u2060" in text
    assert not re.search(r"\w[.。．]\w", text)


def test_points_of_numbers_and_of_sentences_stay_as_they_are() -> None:
    for said in ("Round 2. Bo digs.", "until 14.30, 3.5.2031", "… and so on..."):
        assert plain(said) == said


def test_signs_that_turn_or_hide_others_are_left_out() -> None:
    assert plain("\u202eabc\u200b\ufeff \x07 d\u2066") == "abc d"


def test_non_latin_user_text_is_unchanged() -> None:
    for name in ("П’ятничні гноми", "Ķekatas & rūķi 💎", "¿Mañana?", "Петъчни джуджета"):
        assert plain(name) == name
        assert name in body(asked("telegram", MESSAGE._replace(lead=name)))["text"]


def test_every_message_is_short_enough_for_every_chat() -> None:
    long = MESSAGE._replace(subject="x" * 200, lead="*" * 300, link=LINK * 5, off=OFF * 5, off_words="y" * 100)
    assert len(body(asked("discord", long))["content"]) < 2000
    assert len(body(asked("telegram", long))["text"]) < 4096


# -- of several things


def several(count: int, name: str = "Friday dwarves") -> Message:
    """What is posted about several tables at once."""
    said = f"{count} messages for you"
    lines = tuple(
        f"It’s your turn at the table “{name}”. You have until 12 May, 1{number % 10}:00 (UTC)."
        for number in range(count)
    )
    links = tuple(f"https://mine.example.org/t/{number:012d}/asked/turn/" for number in range(count))
    return MESSAGE._replace(subject=said, lead=said, link="https://mine.example.org/", lines=lines, links=links)


CHATS = {"discord": "content", "matrix": "body", "ntfy": "message", "slack": "text", "telegram": "text"}
"""The kinds that are read by people, and where they find the text."""


def bare(text: str) -> str:
    """A text as it is read: without what keeps a chat from reading it otherwise."""
    unmarked = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text).replace("\u2060", "")
    return html.unescape(re.sub(r"<(https://[^>\s]+)>", r"\1", unmarked))


@pytest.mark.parametrize("kind", CHATS)
def test_a_message_of_several_names_each_thing_once_and_leads_to_it(kind: str) -> None:
    message = several(3)
    said = body(asked(kind, message))
    each = [line for pair in zip(message.lines, message.links, strict=True) for line in pair]
    title = [] if kind == "ntfy" else ["3 messages for you"]
    assert bare(said[CHATS[kind]]).splitlines() == [*title, *each, "", f"Stop notifications like this: {OFF}"]
    assert kind != "ntfy" or (said["title"], said["click"]) == ("3 messages for you", "https://mine.example.org/")


@pytest.mark.parametrize("kind", CHATS)
def test_a_summary_says_how_much_waits_before_what_it_is(kind: str) -> None:
    message = several(2)._replace(subject="Your daily summary", lead="2 things are waiting for you.")
    text = bare(body(asked(kind, message))[CHATS[kind]])
    assert text.removeprefix("Your daily summary\n").splitlines()[:2] == [
        "2 things are waiting for you.",
        message.lines[0],
    ]


LONGEST = {
    "discord": lambda text: len(text) <= 2000,
    "matrix": lambda text: len(text.encode()) <= 60_000,
    "ntfy": lambda text: len(text.encode()) <= 4096,
    "slack": lambda text: len(text) <= 4000,
    "telegram": lambda text: len(text.encode("utf-16-le")) <= 2 * 4096,
}
"""What each kind takes, by its own documentation."""


@pytest.mark.parametrize("kind", CHATS)
@pytest.mark.parametrize("sign", ["*", "&", "💎", "П"])
def test_cut_text_says_how_much_is_missing(kind: str, sign: str) -> None:
    text = body(asked(kind, several(30, sign * 40)._replace(more=7)))[CHATS[kind]]
    assert LONGEST[kind](text)
    count = text.count("/asked/turn/")
    lines = bare(text).splitlines()
    assert 5 <= count <= 30
    assert lines[-4:] == [
        f"And {37 - count} more.",
        "https://mine.example.org/",
        "",
        f"Stop notifications like this: {OFF}",
    ]


def test_a_program_is_posted_a_page_for_each_line() -> None:
    said = body(asked("webhook", several(2)._replace(more=3)))
    assert (said["lines"], said["links"], said["more"]) == ([*several(2).lines], [*several(2).links], 3)


# -- of a letter


def test_combined_letter_posts_the_first_events_and_counts_the_rest(ann: User) -> None:
    parts = tuple(Item(f"It’s your turn at {number}.", f"{LINK}{number}", "Until 9.") for number in range(40))
    letter = Letter(
        ann, (Event.DIGEST,), "Your daily summary", "", "", "digest.1", "", "40 things are waiting for you.", LINK
    )
    message = chat.message_of(letter._replace(parts=parts))
    assert (message.lines[1], message.links[1]) == ("It’s your turn at 1. Until 9.", f"{LINK}1")
    assert len(message.lines) + message.more == 40
    assert len(message.lines) == len(message.links) == 30


def test_a_message_says_what_a_letter_is_about_and_nothing_else_of_it(ann: User) -> None:
    ann.language = "es"
    letter = Letter(ann, (Event.TURN,), "Te toca", "Text with a hand", "<p>hand</p>", "turn.1", "table.1", "Lead", LINK)
    letter = letter._replace(until="Hasta las 9.", off=off_link(ann, chat.NAME, Event.TURN))
    message = chat.message_of(letter)
    assert message[:6] == ("turn.1", ("turn",), "es", "Te toca", "Lead Hasta las 9.", LINK)
    assert message.off.startswith("http://localhost:8000/me/off/")
    assert message.off_words == "No más mensajes como este:"
    assert "hand" not in repr(message)
