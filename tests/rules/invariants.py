"""What holds in every state and at every step of every game. `test_invariants.py` shows each checker failing.

A checker raises AssertionError and says what is wrong. Those of a state take the state; those of a step take the state
before, the act and the step.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from msgspec.structs import replace

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.cards import GOAL_TUNNELS, ORDER, START
from games.rules.commands import Command, Order
from games.rules.errors import Refused
from games.rules.events import Laid, Passed, Played, RoundEnded
from games.rules.ruleset import compiled
from games.rules.setup import all_gold_cards
from games.rules.tunnels import TURNED
from games.rules.turn import Resolve
from tests.rules.playout import Act, Course

StateChecker = Callable[[engine.Game], None]
StepChecker = Callable[[engine.Game, Act, Step], None]


# -- of every state


def cards_are_conserved(state: engine.Game) -> None:
    """Pile, hands, mine, discards, cards set aside, before players and announced are the catalogue (R11, R25)."""
    public, table = state.public, state.table
    laid = [card.removesuffix(TURNED) for at, card in public.mine.items() if at not in public.fixed]
    found = Counter(table.pile + table.discards + table.aside)
    found.update(card for own in state.seats for card in own.hand)
    found.update(card for card in laid if card != START and card not in GOAL_TUNNELS)
    found.update(before.card for before in public.before)
    found.update(task.command.card for task in public.agenda if isinstance(task, Resolve))
    wanted = Counter(compiled(public.ruleset).catalogue)
    assert found == wanted, f"too many: {found - wanted}, too few: {wanted - found}"


def gold_cards_are_conserved(state: engine.Game) -> None:
    """Gold cards lie in the pile, on the table or before their owners (R22, R25)."""
    if compiled(state.public.ruleset).gold_cards:
        found = Counter(state.table.gold_cards + state.table.on_offer)
        found.update(card for own in state.seats for card in own.gold)
        assert found == Counter(all_gold_cards()), found


def nobody_has_two_of_a_kind_before_them(state: engine.Game) -> None:
    """No two equal cards lie before a player (R15, R33)."""
    twice = [before for before, count in Counter(state.public.before).items() if count > 1]
    assert not twice, twice


def who_can_answer_is_awaited(state: engine.Game) -> None:
    """Exactly the awaited seats have legal commands, each only once; only a game that is over awaits nobody (R90)."""
    awaited = {ask.seat for ask in engine.awaited(state.public)}
    for own in state.seats:
        menu = engine.legal(state.public, own) + engine.passes(state.public, own)
        assert bool(menu) == (own.seat in awaited), f"{own.seat}: {menu}"
        assert len(set(menu)) == len(menu), f"listed twice: {[one for one, n in Counter(menu).items() if n > 1]}"
    assert awaited or engine.is_over(state.public) or engine.awaits_deal(state.public)


def an_empty_hand_is_never_awaited(state: engine.Game) -> None:
    """Whose turn it is holds a card (R97)."""
    for ask in engine.awaited(state.public):
        assert ask.kind != "turn" or state.seats[ask.seat].hand, ask


def hands_are_sorted(state: engine.Game) -> None:
    """A hand lies in the order of the catalogue, so that it has no age (R4, R94)."""
    for own in state.seats:
        assert list(own.hand) == sorted(own.hand, key=ORDER.__getitem__), own


def what_all_see_agrees_with_the_secrets(state: engine.Game) -> None:
    """Counts, flags and face-up cards in the public part are those of the secret parts."""
    public, table = state.public, state.table
    assert public.seats == len(state.seats)
    assert [own.seat for own in state.seats] == list(range(public.seats))
    assert public.hands == tuple(len(own.hand) for own in state.seats)
    assert public.rich == tuple(own.worth > 0 for own in state.seats)
    assert public.pile == len(table.pile)
    assert len(public.discards) == len(table.discards)
    assert all(shown in ("", card) for shown, card in zip(public.discards, table.discards, strict=True))


def goals_lie_where_the_table_knows_them(state: engine.Game) -> None:
    """Every goal lies either face down or face up as what it is (R1, R19)."""
    public, table = state.public, state.table
    up = {
        at: card.removesuffix(TURNED) for at, card in public.mine.items() if card.removesuffix(TURNED) in GOAL_TUNNELS
    }
    assert not up.keys() & public.face_down.keys()
    assert up.keys() | public.face_down.keys() == table.goals.keys()
    assert all(table.goals[at] == goal for at, goal in up.items())


def the_codec_gives_the_state_back(state: engine.Game) -> None:
    """All three parts come back from text as they were, and equal parts give equal text."""
    public = codec.decode_public(codec.encode(state.public))
    seats = tuple(codec.decode_own(codec.encode(own)) for own in state.seats)
    table = codec.decode_table(codec.encode(state.table))
    again = engine.Game(public=public, seats=seats, table=table)
    assert again == state
    assert codec.encode(again) == codec.encode(state)


STATE_CHECKERS: tuple[StateChecker, ...] = (
    cards_are_conserved,
    gold_cards_are_conserved,
    nobody_has_two_of_a_kind_before_them,
    who_can_answer_is_awaited,
    an_empty_hand_is_never_awaited,
    hands_are_sorted,
    what_all_see_agrees_with_the_secrets,
    goals_lie_where_the_table_knows_them,
    the_codec_gives_the_state_back,
)


# -- of every step


def nuggets_come_from_the_bank_alone(before: engine.Game, act: Act, step: Step) -> None:
    """Gold is worth the same before and after, but for what the end of a round pays (R22, R23)."""
    if not compiled(before.public.ruleset).gold_cards:
        return
    grown = sum(own.nuggets for own in step.state.seats) - sum(own.nuggets for own in before.seats)
    ended = [event for event in step.events if isinstance(event, RoundEnded)]
    got = [after.worth - own.worth for own, after in zip(before.seats, step.state.seats, strict=True)]
    if any(end.reason != "gold" for end in ended):
        assert got == list(ended[0].paid), f"{got} is not what was said: {ended[0].paid}"
        assert grown >= 0
    else:
        assert grown == 0, f"{grown} nuggets from nowhere"


def turns_use_cards_up(before: engine.Game, act: Act, step: Step) -> None:
    """Each turn takes a card out of hands and pile, so that a round ends within as many turns as there are cards."""
    turns = sum(isinstance(event, Laid | Played | Passed) for event in step.events)
    spent = cards_left(before) - cards_left(step.state)
    assert spent == turns, f"{turns} turns used {spent} cards"


def cards_left(state: engine.Game) -> int:
    """Cards in hands and pile: what is left for turns."""
    return sum(state.public.hands) + state.public.pile


def orders_leave_no_trace(before: engine.Game, act: Act, step: Step) -> None:
    """A standing order changes one seat's part alone and is told to nobody (R95)."""
    if not isinstance(act.command, Order):
        return
    assert codec.encode(step.state.public) == codec.encode(before.public)
    assert codec.encode(step.state.table) == codec.encode(before.table)
    assert not step.events
    assert all(seat == act.seat for seat, _ in step.whispers)
    others = [own for own in before.seats if own.seat != act.seat]
    assert [own for own in step.state.seats if own.seat != act.seat] == others


def public_numbers_grow(before: engine.Game, act: Act, step: Step) -> None:
    """Every public command moves the number of the game, a secret one does not."""
    if isinstance(act.command, Order):
        assert step.state.public.seq == before.public.seq
    else:
        assert step.state.public.seq > before.public.seq


STEP_CHECKERS: tuple[StepChecker, ...] = (
    nuggets_come_from_the_bank_alone,
    turns_use_cards_up,
    orders_leave_no_trace,
    public_numbers_grow,
)


# -- of what may be tried


Apply = Callable[[engine.Game, int | None, Command], Step]
"""How a command is carried out; the tests of the checkers put a faulty one here."""


def legal_commands_apply(state: engine.Game, apply: Apply = engine.apply) -> None:
    """Every listed command and every pass of an awaited seat is carried out."""
    for ask in engine.awaited(state.public):
        own = state.seats[ask.seat]
        for command in engine.legal(state.public, own) + engine.passes(state.public, own):
            apply(state, ask.seat, command)


def other_commands_are_refused(
    state: engine.Game, seat: int | None, tries: Iterable[Command], apply: Apply = engine.apply
) -> int:
    """What is not listed is refused with a code and a rule's number, and changes nothing; how many were tried."""
    own = state.seats[seat] if seat is not None and 0 <= seat < state.public.seats else None
    listed = set(engine.legal(state.public, own) + engine.passes(state.public, own)) if own else set()
    before, count = codec.encode(state), 0
    for command in tries:
        if command in listed:
            continue
        count += 1
        refused = _refusal(apply, state, seat, command)
        assert refused is not None, f"not listed, and yet carried out: {seat} {command}"
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", refused.code), refused.code
        assert re.fullmatch(r"R[1-9][0-9]?", refused.rule), refused.rule
    assert codec.encode(state) == before, "a refused command changed the state"
    return count


def legality_needs_no_other_eyes(
    lot: Random, state: engine.Game, tries: Iterable[Command], apply: Apply = engine.apply
) -> None:
    """In a world where all that a mover cannot know lies elsewhere, the same commands are carried out or refused."""
    for ask in engine.awaited(state.public):
        other = with_other_secrets(lot, state, ask.seat)
        for command in tries:
            here, there = (str(_refusal(apply, world, ask.seat, command)) for world in (state, other))
            assert here == there, f"{command}: refused: {here}, but {there} if others held other cards"


def _refusal(apply: Apply, state: engine.Game, seat: int | None, command: Command) -> Refused | None:
    """Why a command is refused; None when it is carried out."""
    try:
        apply(state, seat, command)
    except Refused as refused:
        return refused
    return None


def with_other_secrets(lot: Random, state: engine.Game, seat: int) -> engine.Game:
    """A world that looks the same to one seat: other hands, pile, cards set aside and roles are dealt anew by lot."""
    others = [own for own in state.seats if own.seat != seat]
    cards = [*state.table.pile, *state.table.aside, *(card for own in others for card in own.hand)]
    roles = [*state.table.spare_roles, *(own.role for own in others)]
    lot.shuffle(cards)
    lot.shuffle(roles)
    seats = list(state.seats)
    for own in others:
        hand = sorted([cards.pop() for _ in own.hand], key=ORDER.__getitem__)
        seats[own.seat] = replace(own, hand=tuple(hand), role=roles.pop(), orders=(), sightings=())
    aside = tuple(cards.pop() for _ in state.table.aside)
    table = replace(state.table, pile=tuple(cards), aside=aside, spare_roles=tuple(roles))
    return engine.Game(public=state.public, seats=tuple(seats), table=table)


# -- of a whole course


def the_course_leads_there_again(course: Course) -> None:
    """The deals and the acts alone lead to the same state."""
    assert codec.encode(course.replayed()) == codec.encode(course.state)
