"""The lessons: their list, one of them, and help on a card in it. They are public, and need no database."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.moves import UnreadableError, fields_of, read_about, read_choice, read_move, standing
from games.rules.errors import Refused
from games.tableau.choice import NOTHING, Choice
from games.tableau.status_line import status_line
from games.wording import refusal_words
from handbook.forms.learn import keep_course, keep_progress, read_course, read_progress
from handbook.lesson_page import NO_PERSON, ShownReading, lessons_of, links_of, reading_of, shown_of
from handbook.lessons import LESSONS, READINGS, Attempt, Reading, SlipError, after, play
from handbook.lessons.course import READER
from handbook.views import rules as rule_book
from saboteur_site.web.answers import see_other
from saboteur_site.web.fragments import is_fragment


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show all lessons, and which of them are done."""
    return render(request, "handbook/learn.html", {"lessons": lessons_of(read_progress(request))})


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson with the choice of the address. A POST makes a move, skips the lesson or restarts it."""
    if slug in READINGS:
        return _read(request, READINGS[slug])
    if slug not in LESSONS:
        raise Http404
    course = read_course(request, slug)
    if request.method == "POST":
        action = {"skip": _skip, "again": _again}.get(request.POST.get("deed", ""), _move)
        return action(request, course)
    try:
        return _draw(request, course, read_choice(request.GET, slug, NO_PERSON))
    except UnreadableError as wrong:
        return _draw(request, course, said=str(wrong), status=422)


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show help on a card: a sheet over the lesson, or a page that links back to the choice there."""
    about = read_about(request.GET, slug, NO_PERSON)
    if slug not in LESSONS or not about:
        raise Http404
    try:
        choice = read_choice(request.GET, slug, NO_PERSON)
    except UnreadableError:
        choice = NOTHING
    part = is_fragment(request)
    context = {**rule_book.about(about), "back": links_of(slug).to(choice), "where": LESSONS[slug].title, "part": part}
    answer = render(request, "handbook/_card_help.html" if part else "handbook/card_help.html", context)
    if part:
        answer["HX-Push-Url"] = "false"  # the sheet is no place of its own
    return answer


def _move(request: HttpRequest, course: Attempt) -> HttpResponse:
    name = course.lesson.name
    if course.over:  # sent twice
        return see_other("handbook:lesson", name)
    try:
        sent = read_move(request.POST, name, NO_PERSON)
    except UnreadableError as wrong:
        return _draw(request, course, said=str(wrong), status=422)
    if sent.seq != course.state.public.seq:
        said = _("The table changed while you were choosing, so nothing was played.")
        return _draw(request, course, said=said, status=409)
    try:
        course = play(course, sent.command)
    except SlipError as slip:
        return _draw(request, course, sent.choice, said=str(slip), status=422)
    except Refused as refused:
        return _draw(request, course, sent.choice, said=refusal_words(refused, course.names, READER), status=422)
    answer = see_other("handbook:lesson", name)
    keep_course(answer, course)
    if course.over and not course.lost:
        keep_progress(answer, read_progress(request).with_done(name))
    return answer


def _skip(request: HttpRequest, course: Attempt) -> HttpResponse:
    """Skip the lesson and redirect to the next one that is left, else to the list."""
    return _skipped(request, course.lesson.name)


def _skipped(request: HttpRequest, name: str) -> HttpResponse:
    progress = read_progress(request).with_skipped(name)
    onward = progress.next_after(name)
    answer = see_other("handbook:lesson", onward.name) if onward else see_other("handbook:learn")
    keep_progress(answer, progress)
    return answer


def _read(request: HttpRequest, reading: Reading) -> HttpResponse:
    """Show a lesson to read. A POST answers its question, or skips it."""
    progress = read_progress(request)
    if request.method != "POST":
        return _draw_reading(request, reading_of(reading, progress))
    if request.POST.get("deed") == "skip":
        return _skipped(request, reading.name)
    answer = request.POST.get("answer", "")
    if answer == reading.right:
        done = see_other("handbook:lesson", reading.name)
        keep_progress(done, progress.with_done(reading.name))
        return done
    shown = reading_of(reading, progress, answer)
    if not shown.chosen:
        shown = shown._replace(said=_("That isn’t one of the answers. Choose again."), done=False)
    return _draw_reading(request, shown, status=422)


def _draw_reading(request: HttpRequest, shown: ShownReading, *, status: int = 200) -> HttpResponse:
    return render(request, "handbook/reading.html", {"lesson": shown.reading, "shown": shown}, status=status)


def _again(request: HttpRequest, course: Attempt) -> HttpResponse:
    """Restart the lesson."""
    answer = see_other("handbook:lesson", course.lesson.name)
    keep_course(answer, after(course.lesson.name))
    return answer


def _draw(
    request: HttpRequest, course: Attempt, choice: Choice = NOTHING, *, said: str = "", status: int = 200
) -> HttpResponse:
    """Return the whole page, or for HTMX the part that changes."""
    shown = shown_of(course, read_progress(request), choice, said)
    links, part = shown.table.links, is_fragment(request)
    context = {
        "lesson": course.lesson,
        "shown": shown,
        "course": course,
        "table": shown.table,
        "line": status_line(shown.table, hint=str(course.lesson.task)),
        "standing": standing(links, course.state.public.seq),
        "fields": fields_of(shown.table.picked, links),
        "part": part,
    }
    return render(request, "handbook/_lesson_answer.html" if part else "handbook/lesson.html", context, status=status)
