"""A lesson to read: scenes with pictures, and a question at its end. It has no position and no moves."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Scene(NamedTuple):
    """One thing to know: a sentence or two, and its pictures, by their ids in the sheets. It cites its rules."""

    pictures: tuple[str, ...]
    title: "StrPromise"
    words: "StrPromise"


class Answer(NamedTuple):
    """An answer to the question: `value` in the form, its text, and what is said about it."""

    value: str
    words: "StrPromise"
    why: "StrPromise"


class Reading(NamedTuple):
    """A lesson to read. `name` is that of its address; the first of the `answers` that is named `right` is right."""

    name: str
    title: "StrPromise"
    task: "StrPromise"
    scenes: tuple[Scene, ...]
    question: "StrPromise"
    answers: tuple[Answer, ...]
    right: str

    def answer(self, value: str) -> Answer | None:
        """Return the answer of a value; None if there is none."""
        return next((one for one in self.answers if one.value == value), None)
