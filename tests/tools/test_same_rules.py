"""The tool that compares two versions of the rules finds what differs, and nothing where nothing does."""

import pytest
from msgspec.structs import replace

from games.rules import agenda
from games.rules.events import Laid, PublicEvent
from games.rules.projection import ForAll, Opened, Public, apply_event
from tools import same_rules


def test_the_same_game_has_the_same_digests_twice() -> None:
    first, second = same_rules.of_game(3), same_rules.of_game(3)
    assert first.digests == second.digests
    assert len(first.digests) > 20


@pytest.mark.soak
def test_games_of_other_numbers_have_other_digests() -> None:
    assert same_rules.of_game(3).digest != same_rules.of_game(4).digest


@pytest.mark.soak
def test_a_change_of_one_event_is_found_from_the_command_on_that_emits_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = same_rules.of_game(3).digests

    def forgetful(public: Public, event: PublicEvent, for_all: ForAll, opened: Opened | None = None) -> Public:
        after = apply_event(public, event, for_all, opened)
        return replace(after, last_laid=None) if isinstance(event, Laid) else after

    monkeypatch.setattr(agenda, "apply_event", forgetful)
    after = same_rules.of_game(3).digests
    assert before[0] == after[0]
    assert before != after


@pytest.mark.soak
def test_records_and_stored_states_are_among_what_is_compared() -> None:
    assert same_rules.of_record(same_rules.RECORDS[0]).digests
    assert same_rules.of_state(same_rules.STATES[0]).digests
