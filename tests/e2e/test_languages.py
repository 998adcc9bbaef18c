"""Pages and rounds in each language: all of it is said in that language, its words have room, and axe finds nothing."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.fair import fair
from tests.e2e.languages import OTHERS, all_read, faults_of
from tests.e2e.measure import AS_THEY_ARE
from tests.e2e.sights import REFUSED
from tests.e2e.stages import village, with_the_longest_names
from tests.e2e.test_for_everybody import AXE
from tests.fixed_set import chosen

pytestmark = MARKS

SOME = 9
"""Pages that a run looks at in one of the languages; the soak looks at all in each."""
BY_AXE = 3
"""How many of them axe looks at too, on a phone."""


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("language", OTHERS)
def test_every_page_speaks_a_language_and_has_room_for_its_words(
    arrive: Arrive, complaints: Complaints, mail_folder: None, no_pulse: None, language: str
) -> None:
    for refused in REFUSED:
        complaints.forgive(refused)
    village()
    fair()
    faults = []
    with all_read(language):
        sights = [(sight, chapter.for_everybody) for chapter in CHAPTERS.values() for sight in chapter.sights()]
        taken_here = chosen(sights, SOME)
        taken = [sight for sight, _for_everybody in taken_here]
        by_axe = [sight for sight, for_everybody in taken_here if for_everybody]
        pages = {who: arrive(who, locale=language) for who in {sight.who for sight in taken}}
        with_the_longest_names()
        for sight in taken:
            found = faults_of(sight, pages[sight.who], language, AS_THEY_ARE)
            faults += [
                f"{sight.said} at {way}: {fault}" for way, faults_there in found.items() for fault in faults_there
            ]
        for sight in chosen(by_axe, BY_AXE):
            page = pages[sight.who]
            sight.show(page)
            page.set_viewport_size({"width": 390, "height": 844})
            page.evaluate(AXE_SCRIPT)
            faults += [f"{sight.said} by axe: {fault}" for fault in page.evaluate(AXE)]
    assert faults == []
