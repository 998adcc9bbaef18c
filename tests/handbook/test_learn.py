"""Lessons as values: their records, what is right in them, why all else is not, and the short round as a whole."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.rules import engine, record
from games.rules.commands import Command
from games.rules.errors import Malformed, Refused
from games.rules.notation import parse, write
from games.sheets.pictures import FILE_OF
from games.wording import refusal_words
from games.wording.cited import cited
from handbook.lesson_page import lessons_about, rules_of
from handbook.lessons import COURSE, LESSONS, PARTS, READINGS, Attempt, Lesson, Reading, SlipError, after, play
from handbook.lessons.course import READER, RECORDS
from handbook.rule_texts import numbered_rules

EACH_READING = pytest.mark.parametrize("reading", READINGS.values(), ids=list(READINGS))
EACH = pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
REFUSED = {
    "lay": {"lay EW 4,0": "not-joined", "lay NS 3,0": "sides-do-not-match", "lay ESW 3,0": "not-in-hand"},
    "turn": {"lay NS 6,0": "sides-do-not-match", "lay ESW 8,0": "occupied", "map 8,-2": "not-in-hand"},
    "connect": {"lay NS 7,0": "sides-do-not-match", "lay NE 7,0": "sides-do-not-match"},
    "dead-end": {"lay E.W 3,0": "occupied", "lay E.W 5,0": "not-joined"},
    "repair": {"lay NESW 4,0": "may-not-lay", "repair:lantern B": "nothing-to-repair"},
    "break": {"map 8,0": "not-in-hand", "break:cart B pickaxe": "wrong-target"},
    "map": {"map 3,0": "nothing-face-down"},
    "rockfall": {"rockfall 0,0": "cannot-be-removed", "lay NESW 4,0": "not-joined", "rockfall 5,0": "no-tunnel-there"},
    "cover": {"pass map": "not-in-hand", "pass E.W NESW": "wrong-number-of-cards"},
    "round": {"lay E.W 6,0": "not-joined", "repair:cart A": "not-in-hand"},
    "doors": {"lay EW-blue 7,0": "not-joined", "trade EW-blue NESW theft": "nothing-to-lift"},
    "ladders": {"lay E-ladder 7,0": "ladder-beside-goal", "lay NS 2,0": "sides-do-not-match"},
    "theft": {"trapped B": "not-in-hand", "choose B": "no-such-move"},
    "swap-goals": {"swap-goals 8,0 8,0": "not-two-goals", "lay NE 8,0": "occupied"},
    "treasury": {"choose NESW": "no-such-move", "lay NS 7,0": "sides-do-not-match"},
    "veto": {"lay NS 3,0": "wrong-answer"},
    "reverse": {"lay NESW 5,0": "not-joined", "reverse A": "wrong-target"},
    "guide": {"lay EW 5,0": "not-joined", "map 8,0": "not-in-hand"},
    "detour": {"detour 3,0": "same-place", "lay NESW 4,0": "not-joined"},
    "toll": {"miner NS 7,0": "no-open-end", "lay NS 3,0": "sides-do-not-match"},
    "costume": {"lay EW 5,0": "not-joined", "lay NS 4,0": "sides-do-not-match"},
    "new-goals": {"map 3,0": "nothing-face-down", "lay NE 8,0": "occupied"},
    "chests": {"lay NS 2,0": "sides-do-not-match", "choose B": "no-such-move"},
}
"""What the rules refuse at the beginning of each lesson, by what they say."""


def written(lesson: Lesson) -> list[str]:
    """The moves of a lesson's record that are made in the lesson."""
    recorded = record.read((RECORDS / f"{lesson.name}.json").read_text())
    return [line for line in recorded["rounds"][0]["moves"] if not line.startswith("! ")][lesson.lead :]


def steps(lesson: Lesson) -> Iterator[Attempt]:
    """The lesson before each of the reader's moves, as its record has them."""
    mine = tuple(line.removeprefix("A ") for line in written(lesson) if line.startswith("A "))
    return (after(lesson.name, mine[:number]) for number in range(len(mine)))


def wrong(course: Attempt) -> list[Command]:
    """All legal commands that a lesson does not take."""
    return [way for way in course.view.menu if not course.lesson.takes(len(course.moves), write(way))]


@EACH
def test_the_record_of_a_lesson_comes_out_as_it_says(lesson: Lesson) -> None:
    assert record.check((RECORDS / f"{lesson.name}.json").read_text()) is None


def test_there_is_no_record_without_a_lesson() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(LESSONS)
    assert [lesson.name for lesson in LESSONS.values()] == list(LESSONS)
    assert len(LESSONS) == 23


@EACH
def test_the_way_of_the_record_is_right_and_ends_the_lesson(lesson: Lesson) -> None:
    text = (RECORDS / f"{lesson.name}.json").read_text()
    mine = tuple(line.removeprefix("A ") for line in written(lesson) if line.startswith("A "))
    course = after(lesson.name, mine)
    assert (course.over, course.lost, course.moves) == (True, False, mine)
    assert course.state == record._play(text, expecting=False)  # others answered as is written there


@EACH
def test_each_legal_lesson_command_is_right_or_explained_by_a_rule(lesson: Lesson) -> None:
    for course in steps(lesson):
        for command in course.view.menu:
            if command not in wrong(course):
                assert play(course, command).moves == (*course.moves, write(command))
                continue
            with pytest.raises(SlipError) as slip:
                play(course, command)
            said = cited(str(slip.value))
            assert said.words.endswith(".")
            assert said.rules, write(command)
            assert set(said.rules) <= set(numbered_rules()), write(command)


@EACH
def test_no_sentence_of_a_lesson_is_never_said(lesson: Lesson) -> None:
    said = {str(lesson.slip(write(command))) for course in steps(lesson) for command in wrong(course)}
    assert said == {str(words) for words in lesson.slips.values()}


@EACH
def test_each_lesson_asks_for_something_that_is_not_the_only_legal_move(lesson: Lesson) -> None:
    assert all(wrong(course) for course in steps(lesson)) or not lesson.right
    assert cited(str(lesson.after)).rules
    assert bool(lesson.lost) is not bool(lesson.right)


@pytest.mark.parametrize("name", REFUSED)
def test_illegal_move_is_refused_in_the_lessons_words(name: str) -> None:
    course = after(name)
    for text, code in REFUSED[name].items():
        with pytest.raises((Refused, Malformed)) as refused:
            play(course, parse(text))
        assert isinstance(refused.value, Refused), text
        assert refused.value.code == code, text
        assert cited(refusal_words(refused.value, course.names, READER)).rules
    assert set(REFUSED) == set(LESSONS)


@pytest.mark.parametrize("order", ["order none", "order theft B", "order turn pass map", "offer B"])
def test_orders_and_offers_are_no_moves_of_a_lesson(order: str) -> None:
    with pytest.raises(Refused):
        play(after("theft"), parse(order))


def test_nothing_more_is_played_when_a_lesson_is_over() -> None:
    done = after("map", ("map 8,0",))
    assert done.over
    with pytest.raises(Refused, match="not-awaited"):
        play(done, parse("map 8,2"))


@pytest.mark.parametrize(
    "moves", [("map 8,0", "map 8,2"), ("lay EW 3,0",), ("pass map",), ("nonsense",), ("map 8,0",) * 21, ("",)]
)
def test_moves_that_cannot_have_been_made_are_none(moves: tuple[str, ...]) -> None:
    with pytest.raises((Refused, Malformed, SlipError)):
        after("map", moves)


def test_every_way_to_play_the_short_round_ends_and_some_are_lost() -> None:
    ends = Counter[bool]()
    open_ways = [after("round")]
    while open_ways:
        course = open_ways.pop()
        if course.over:
            assert engine.awaits_deal(course.state.public)
            assert course.lost is (READER not in course.state.public.results[-1].winners)
            ends[course.lost] += 1
        else:
            open_ways += [play(course, command) for command in course.view.menu]
    assert ends[True] > 100
    assert ends[False] > 100


def test_lesson_is_lost_by_discarding_alone() -> None:
    course = after("round")
    while not course.over:
        course = play(course, next(way for way in course.view.menu if write(way).startswith("pass ")))
    assert course.lost


def test_the_others_move_in_no_lesson_that_is_over_with_one_move() -> None:
    answered = {lesson.name for lesson in LESSONS.values() if lesson.others is not None}
    assert answered == {"round", "doors", "theft", "toll"}
    for lesson in LESSONS.values():
        lines = [line for line in written(lesson) if not line.startswith("A ")]
        assert bool(lines) is (lesson.name in answered)


@pytest.mark.parametrize("broken", ["break:lantern B", "break:lantern C", "break:pickaxe B", "break:pickaxe C"])
def test_the_diggers_of_the_short_round_repair_what_is_broken(broken: str) -> None:
    course = after("round", (broken,))
    assert course.state.public.before == ()


# -- lessons to read


def test_lessons_are_in_one_order_that_begins_with_how_the_game_is_won() -> None:
    assert next(iter(COURSE)) == "start"
    assert set(COURSE) == set(LESSONS) | set(READINGS)
    assert not set(LESSONS) & set(READINGS)
    assert sum(map(len, PARTS.values())) == len(COURSE)


@EACH_READING
def test_reading_has_pictures_and_one_right_answer_and_cites_rules(reading: Reading) -> None:
    assert all(scene.pictures for scene in reading.scenes)
    assert set(chain(*(scene.pictures for scene in reading.scenes))) <= set(FILE_OF)
    values = [answer.value for answer in reading.answers]
    assert values.count(reading.right) == 1
    assert len(set(values)) == len(values) == 3
    for words in (*(scene.words for scene in reading.scenes), *(answer.why for answer in reading.answers)):
        assert cited(str(words)).rules
        assert set(cited(str(words)).rules) <= set(numbered_rules())


def test_lesson_zero_is_four_pictures() -> None:
    assert len(READINGS["start"].scenes) == 4


@pytest.mark.parametrize("name", COURSE)
def test_each_lesson_is_found_from_the_rule_that_it_is_about(name: str) -> None:
    assert any(COURSE[name] in lessons_about([rule]) for rule in rules_of(name))


def test_each_card_or_expansion_that_changes_a_turn_has_a_lesson() -> None:
    assert all(lessons_about([rule]) for rule in (61, 62, 63, 64, 66, 67, 70, 71, 72, 73))


@pytest.mark.django_db
def test_the_task_of_a_lesson_is_on_the_line_and_not_above_it(client: Client) -> None:
    markup = client.get(reverse("handbook:lesson", args=["lay"])).content.decode()
    about, line = (markup.partition(f'id="{part}"')[2] for part in ("lesson", "line"))
    task = escape(str(LESSONS["lay"].task))
    assert task in line.partition("</p>")[0]
    assert task not in about.partition("</section>")[0]
