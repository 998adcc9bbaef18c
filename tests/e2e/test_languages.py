"""Pages and rounds in each language: all of it is said in that language, and its words have room."""

from random import Random

import pytest

from tests.conftest import SOAK
from tests.e2e import MARKS
from tests.e2e.chapters import CHAPTERS
from tests.e2e.conftest import Arrive, Complaints
from tests.e2e.fair import fair
from tests.e2e.languages import OTHERS, all_read, faults_of
from tests.e2e.measure import AS_THEY_ARE
from tests.e2e.stages import village, with_the_longest_names

pytestmark = MARKS

SOME = 48
"""Pages that a run looks at in one of the languages; the soak looks at all in each."""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", OTHERS)
def test_every_page_speaks_a_language_and_has_room_for_its_words(
    arrive: Arrive, complaints: Complaints, mail_folder: None, no_pulse: None, chance: Random, language: str
) -> None:
    complaints.forgive("^404 .*/no/such/page")
    complaints.forgive("^403 .*/me/friends/")
    village()
    fair()
    faults = []
    with all_read(language):
        sights = [sight for chapter in CHAPTERS.values() for sight in chapter.sights()]
        taken = sights if SOAK else chance.sample(sights, SOME)
        pages = {who: arrive(who, locale=language) for who in {sight.who for sight in taken}}
        with_the_longest_names()
        for sight in taken:
            found = faults_of(sight, pages[sight.who], language, AS_THEY_ARE)
            faults += [f"{sight.said} at {way}: {fault}" for way, told in found.items() for fault in told]
    assert faults == []
