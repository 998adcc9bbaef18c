"""What a person without any script sees of a page: its links, its forms, its words."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

HX = {"HX-Request": "true"}
_VOID = {"input", "br", "meta", "link", "img", "use"}


@dataclass
class Element:
    """An element that a user can act on, with the text in it."""

    tag: str
    attributes: dict[str, str]
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")


@dataclass
class Form:
    """A form: where it is sent, its fields, its buttons."""

    action: str
    fields: list[Element] = field(default_factory=list)
    buttons: list[Element] = field(default_factory=list)

    def values(self, **chosen: Any) -> dict[str, Any]:
        """What is sent: the hidden fields, and what the user chose."""
        hidden = {one["name"]: one["value"] for one in self.fields if one["type"] == "hidden"}
        return {name: value for name, value in {**hidden, **chosen}.items() if name != "csrfmiddlewaretoken"}


class Page(HTMLParser):
    """A page, read: `links`, `forms` by id, `classes` of list items, all `words`."""

    def __init__(self, response: HttpResponse | Any) -> None:
        super().__init__()
        self.status = response.status_code
        self.markup = response.content.decode()
        self.links: list[Element] = []
        self.forms: dict[str, Form] = {}
        self.items: list[Element] = []
        self.words = ""
        self._open: list[Element] = []
        self._form: Form | None = None
        self.feed(self.markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        if tag == "form":
            self._form = self.forms.setdefault(element["id"] or element["action"], Form(element["action"]))
            self._form.action = element["action"]
        form = self.forms.setdefault(element["form"], Form("")) if element["form"] else self._form
        if form is not None and tag == "input":
            form.fields.append(element)
        if form is not None and tag == "button":
            form.buttons.append(element)
        if tag == "a":
            self.links.append(element)
        if tag == "li":
            self.items.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place].tag == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        self.words += data
        for element in self._open:
            element.text += data

    def to(self, *parts: str) -> list[str]:
        """The addresses of the links that hold all these parts."""
        return [link["href"] for link in self.links if all(part in link["href"] for part in parts)]

    def hand(self) -> list[Element]:
        """The cards of the hand that can be chosen."""
        return [link for link in self.links if link["id"].startswith("card-")]

    def squares(self) -> list[Element]:
        """The squares that can be chosen, those that are not lit among them."""
        return [link for link in self.links if link["id"].startswith("at-")]

    def lit(self) -> list[str]:
        """The addresses of the lit squares and players, and of the tools to choose from."""
        squares = [link["href"] for link in self.squares() if not link.text.lower().endswith("why?")]
        players = [link["href"] for link in self.links if link["id"].startswith("seat-")]
        tools = [link["href"] for link in self.links if link["class"] == "button fill" and "tool=" in link["href"]]
        return squares + players + tools

    @property
    def play(self) -> Form | None:
        """The form that plays what is chosen, when there is a button for it, or answers a question."""
        form = self.forms.get("play")
        return form if form and (self.answers or any("primary" in one["class"] for one in form.buttons)) else None

    @property
    def answers(self) -> list[str]:
        """The answers to what the player is asked, each the value of a button."""
        form = self.forms.get("play")
        found = [button["value"] for button in form.buttons if button["name"] == "answer"] if form else []
        return list(dict.fromkeys(found))


def get(client: Client, address: str, **headers: str) -> Page:
    """A page."""
    return Page(client.get(address, headers=headers or None))


def go_on(client: Client, code: str) -> Page:
    """The table, once a player has seen the ends and the deal of rounds that wait for them, and pressed the button of
    each."""
    while (led := client.get(f"/t/{code}/")).status_code == 303:
        form = get(client, led["Location"]).forms["on"]
        number = {button["name"]: button["value"] for button in form.buttons if button["name"] == "round"}
        assert client.post(form.action or led["Location"], {**form.values(), **number}).status_code == 303
    return Page(led)
