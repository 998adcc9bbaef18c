"""In no language does anything tell two worlds apart (R94, R95): their words have other lengths, plurals and endings.

The worlds are played once, and looked at in one language by the seed, in the soak in each. A leak into the words of
one language alone is caught.
"""

from random import Random

import pytest
from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from games.rules.table import Ruleset
from games.tableau import history
from tests.conftest import SOAK
from tests.rules.playout import keen_act
from tests.secrecy.pages.compare import Company, Plan, company, watcher_on
from tests.secrecy.pages.controlled_site import undone
from tests.secrecy.pages.pairs import pair_of, rich_pair
from tests.secrecy.pages.planting import Look, change, glances, looks, maps_in_hands
from tests.secrecy.pages.seen import Seen, apart
from tests.secrecy.pages.stage import Stage
from tests.secrecy.pages.test_planted_leaks import at_the_end
from tests.secrecy.pages.wardrobe import LANGUAGES, PLAIN, put_on
from tests.secrecy.worlds import Pair

pytestmark = pytest.mark.django_db

GAMES = 5 if SOAK else 1
TRIES = 10
"""Pairs in which a leak is looked for, before it counts as missed."""
TABLES = [Ruleset(), Ruleset(rules="saboteur2")]


def seen_in(languages: list[str], pair: Pair, look: Look = looks) -> dict[str, list[str]]:
    """What tells the worlds of a pair apart for those who read a language, by that language."""
    point = transaction.savepoint()
    try:
        people, seen = company(pair, reached=False), []
        for world, lots in ((pair.one, None), (pair.two, Random("others"))):
            with at_the_end(pair, world, people, lots) as stage:
                seen.append({language: _seen(stage, people, language, look) for language in languages})
    finally:
        transaction.savepoint_rollback(point)
    one, two = seen
    return {language: list(apart(one[language], two[language])) for language in languages}


def _seen(stage: Stage, people: Company, language: str, look: Look) -> list[Seen]:
    """What a player and a spectator who read a language see of the table."""
    found: list[Seen] = []
    with undone():
        for person in (stage.viewer, people.beside.stranger):
            put_on(person, {**PLAIN, "language": language})
        for kind in ("player", "spectator"):
            watcher = watcher_on(stage, kind, people, Plan(thorough=1))
            with watcher.in_their_place():
                found += look(watcher)
    return found


@pytest.mark.usefixtures("some_addresses")
@pytest.mark.examples(1)
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("ruleset", TABLES, ids=["base", "saboteur2"])
def test_r94_in_no_language_does_a_table_tell_a_secret(ruleset: Ruleset, number: int, chance: Random) -> None:
    pair = pair_of(chance, ruleset, 5, 40 if SOAK else 12, keen_act)
    languages = LANGUAGES if SOAK else chance.sample(LANGUAGES, 1)
    assert seen_in(languages, pair) == {language: [] for language in languages}


@pytest.mark.soak
@pytest.mark.examples(1)
@pytest.mark.parametrize("leaking", LANGUAGES)
def test_r94_a_leak_into_the_words_of_one_language_is_caught_in_it(
    leaking: str, chance: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    def altered(words: str | None, *_given: object, **_named: object) -> str | None:
        return f"{words}{'!' * maps_in_hands()}" if get_language() == leaking else words

    change(monkeypatch, history, "event_words", altered)
    another = chance.choice([language for language in LANGUAGES if language != leaking])
    for _ in range(TRIES):
        found = seen_in([another, leaking], rich_pair(chance, 5, 8), glances)
        # Letters of the course were written before anybody chose a language: in English, which all have got.
        assert leaking == settings.LANGUAGE_CODE or found[another] == []
        if found[leaking]:
            return
    pytest.fail("the leak was not seen")
