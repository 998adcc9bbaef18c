"""The same game with other hidden cards, to test that a result depends on nothing hidden from a seat (R94)."""

from random import Random

from msgspec.structs import replace

from games.rules import engine
from games.rules.board import CHEST, GOAL
from games.rules.cards import CHEST_TUNNELS, CHESTS, ORDER
from games.rules.sights import subject_of


def with_other_secrets(rng: Random, state: engine.Game, seat: int) -> engine.Game:
    """A game that looks the same to one seat; cards, roles, goals and chests that it has not seen are shuffled."""
    public, table = state.public, state.table
    others = [own for own in state.seats if own.seat != seat]
    down = [place for place, shown in enumerate(public.discards) if not shown]
    hidden = [table.discards[place] for place in down]
    cards = [*table.pile, *table.aside, *hidden, *(card for own in others for card in own.hand)]
    roles = [*table.spare_roles, *(own.role for own in others)]
    rng.shuffle(cards)
    rng.shuffle(roles)
    seats = list(state.seats)
    for own in others:
        hand = sorted([cards.pop() for _ in own.hand], key=ORDER.__getitem__)
        seats[own.seat] = replace(own, hand=tuple(hand), role=roles.pop(), orders=(), sightings=())
    discards = list(table.discards)
    for place in down:
        discards[place] = cards.pop()
    aside = tuple(cards.pop() for _ in table.aside)
    goals, left = _other_goals(rng, state, seat)
    return engine.Game(
        public=public,
        seats=tuple(seats),
        table=replace(
            table,
            pile=tuple(cards),
            aside=aside,
            discards=tuple(discards),
            spare_roles=tuple(roles),
            goals=goals,
            goals_left=left,
            chests=_other_chests(rng, state, seat),
            gold_cards=tuple(rng.sample(table.gold_cards, len(table.gold_cards))),
        ),
    )


def _unseen(state: engine.Game, seat: int, kind: str) -> list[str]:
    saw = {subject_of(sighting.sight) for sighting in state.seats[seat].sightings}
    return [at for at, what in state.public.face_down.items() if what == kind and at not in saw]


def _other_goals(rng: Random, state: engine.Game, seat: int) -> tuple[dict[str, str], tuple[str, ...]]:
    """Unseen goals and those not laid out, shuffled; the gold stays in the mine."""
    unseen, table = _unseen(state, seat, GOAL), state.table
    goals = [*(table.goals[at] for at in unseen), *table.goals_left]
    while True:
        rng.shuffle(goals)
        if "gold" not in goals[len(unseen) :]:
            break
    return {**table.goals, **dict(zip(unseen, goals, strict=False))}, tuple(goals[len(unseen) :])


def _other_chests(rng: Random, state: engine.Game, seat: int) -> dict[str, tuple[str, str]]:
    """Unseen chests and the tunnel cards over them, shuffled with those not laid out."""
    unseen, chests = _unseen(state, seat, CHEST), dict(state.table.chests)
    if unseen:
        known = [what for at, what in chests.items() if at not in unseen]
        tunnels, others = (
            rng.sample(sorted(set(box) - {what[part] for what in known}), len(unseen))
            for part, box in enumerate((CHEST_TUNNELS, CHESTS))
        )
        chests.update(zip(unseen, zip(tunnels, others, strict=True), strict=True))
    return chests
