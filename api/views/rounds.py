"""Replays of finished rounds."""

from typing import Annotated

from django.http import Http404
from dmr import Path, modify
from msgspec import Meta

from api.controller import ApiController, NeedsToken, TablePath
from api.shapes.log import Whispers, entry_of, event_of
from api.shapes.seats import letter_of
from api.shapes.tables import Round, face_down_of, placed_of, result_of
from api.views.places import begun_at
from games.rows import store
from games.rules import steps as rule_steps
from games.selectors import steps


class RoundPath(TablePath, frozen=True):
    """A round of a table."""

    number: Annotated[int, Meta(ge=1, le=99, description="The number of a finished round.")]


class RoundController(ApiController):
    """A finished round."""

    auth = (NeedsToken("read"),)

    @modify(summary="Replay a finished round", operation_id="round", tags=["Tables"])
    def get(self, parsed_path: Path[RoundPath]) -> Round:
        """How a round was dealt, all that happened in it as you may know it, and how it ended. Once the game is over,
        also what the others were told."""
        place, number = begun_at(parsed_path.code, self.user), parsed_path.number
        public = store.public(place.game)
        result = next((one for one in public.results if one.round == number), None)
        course = steps.round_view(place, number) if result else None
        if result is None or course is None:
            raise Http404
        first = rule_steps.beginning(public.ruleset, public.seats, course.laid, 0).public
        others = [
            Whispers(seq, letter_of(seat) or "", tuple(map(event_of, whispers)))
            for (seq, seat), whispers in sorted(course.others.items())
            if whispers
        ]
        return Round(
            number,
            placed_of(first.mine),
            face_down_of(first.face_down),
            tuple(map(entry_of, course.steps)),
            result_of(result),
            tuple(others),
        )
