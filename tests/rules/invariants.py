"""What holds in every state and at every step of every game. `test_invariants.py` shows each checker failing.

A checker raises AssertionError and says what is wrong. Those of a state take the state; those of a step take the state
before, the act and the step.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from games.rules import codec, engine
from games.rules.agenda import Step
from games.rules.board import CHEST, GOAL
from games.rules.cards import CHEST_TUNNELS, CHESTS, FIXED_TUNNEL, GOAL_TUNNELS, ORDER, START
from games.rules.commands import LET_BE_THIS_ROUND, Choose, Command, Order, Timeout
from games.rules.draw import Keep, ToDiscards
from games.rules.errors import Refused
from games.rules.events import (
    Detoured,
    GoldChanged,
    GoldTaken,
    Kept,
    Laid,
    MinerPut,
    NuggetTaken,
    Passed,
    Played,
    RoundEnded,
    Stole,
    TollPaid,
    TookGold,
    Traded,
    Vetoed,
)
from games.rules.modules.veto import Window
from games.rules.ruleset import compiled
from games.rules.setup import all_gold_cards
from games.rules.tunnels import TURNED
from games.rules.turn import Resolve
from tests.rules.other_secrets import with_other_secrets
from tests.rules.playout import Act, Course

StateChecker = Callable[[engine.Game], None]
StepChecker = Callable[[engine.Game, Act, Step], None]


# -- of every state


def cards_are_conserved(state: engine.Game) -> None:
    """Pile, hands, mine, discards, set aside, before players, announced and on offer are the catalogue (R11, R25).

    The start, goals, fixed cards and the tunnel cards of chests are not of it (R71, R73); the tournament's is (R81).
    """
    public, table = state.public, state.table
    not_of_it = {START, *GOAL_TUNNELS}
    there = {at: card.removesuffix(TURNED) for at, card in public.mine.items()}
    found = Counter(table.pile + table.discards + table.aside)
    found.update(card for own in state.seats for card in own.hand)
    found.update(
        card
        for at, card in there.items()
        if card not in not_of_it and at not in public.fixed and at not in public.chest_cards
    )
    found.update(before.card for before in public.before)
    for task in public.agenda:
        match task:
            case Resolve():
                found[task.command.card] += 1
            case Keep():
                found.update(state.seats[task.seat].offer)
                found.update([task.card] if task.card else [])
            case ToDiscards():
                found[task.card] += 1
    wanted = Counter(compiled(public.ruleset).catalogue)
    assert found == wanted, f"too many: {found - wanted}, too few: {wanted - found}"


def gold_cards_are_conserved(state: engine.Game) -> None:
    """Gold cards lie in the pile, the offer or before their owners; the bank changes some (R22, R25, R70)."""
    rules = compiled(state.public.ruleset)
    found = gold_cards(state)
    there_are = Counter(all_gold_cards() if rules.gold_cards else ())
    assert found <= there_are if rules.miners else found == there_are, found


def roles_goals_and_chests_are_of_the_box(state: engine.Game) -> None:
    """No role, goal or chest comes or goes in a round (R10, R30, R42, R71, R72, R73)."""
    public, table, rules = state.public, state.table, compiled(state.public.ruleset)
    assert sorted([*table.spare_roles, *(own.role for own in state.seats)]) == sorted(rules.roles(public.seats))
    assert sorted([*table.goals.values(), *table.goals_left]) == sorted(rules.goals)
    tunnels, chests = (Counter(what[part] for what in table.chests.values()) for part in (0, 1))
    assert len(table.chests) == rules.chests_out
    assert tunnels <= Counter(CHEST_TUNNELS)
    assert chests <= Counter(CHESTS)


def what_is_fixed_stays(state: engine.Game) -> None:
    """Fixed cards lie where they were; miners stand on empty squares, two at most for the whole table (R70, R71).

    More than two stand only where each player had two when they were put; then none is left.
    """
    public, rules = state.public, compiled(state.public.ruleset)
    assert public.fixed == dict(rules.fixed)
    assert all(public.mine[at] == FIXED_TUNNEL for at in public.fixed)
    assert set(public.joined) <= public.fixed.keys()
    assert not public.miners.keys() & (public.mine.keys() | public.face_down.keys())
    assert 0 <= public.miners_left <= rules.miners
    assert not public.miners or rules.miners
    assert not public.miners_left or public.miners_left + len(public.miners) <= rules.miners
    assert all(seat != target for seat, target in public.offers.items())
    assert public.direction == 1 or (public.direction == -1 and "reverse" in public.ruleset.modules)


def no_player_has_two_of_a_kind(state: engine.Game) -> None:
    """No two equal cards lie before a player (R15, R33)."""
    twice = [before for before, count in Counter(state.public.before).items() if count > 1]
    assert not twice, twice


def who_can_answer_is_awaited(state: engine.Game) -> None:
    """Exactly the awaited seats have legal commands, each only once; only a game that is over awaits no seat (R90).

    Who has answered a window stays awaited as far as all can see, and has nothing more to say (R93, R95).
    """
    awaited = {ask.seat for ask in engine.awaited(state.public)}
    answered = {own.seat for own in state.seats if own.answered}
    assert answered <= awaited
    assert not awaited or answered < awaited
    for own in state.seats:
        menu = engine.legal(state.public, own) + engine.passes(state.public, own)
        assert bool(menu) == (own.seat in awaited - answered), f"{own.seat}: {menu}"
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
    """Every goal lies either face down or face up as what it is, and so does every chest's card (R1, R19, R73)."""
    public, table = state.public, state.table
    there = {at: card.removesuffix(TURNED) for at, card in public.mine.items()}
    up = {at: card for at, card in there.items() if card in GOAL_TUNNELS}
    down = {kind: {at for at, what in public.face_down.items() if what == kind} for kind in (GOAL, CHEST)}
    assert not there.keys() & public.face_down.keys()
    assert up.keys() | down[GOAL] == table.goals.keys()
    assert all(table.goals[at] == goal for at, goal in up.items())
    assert down[CHEST] | set(public.chest_cards) <= table.chests.keys()
    assert all(table.chests[at][0] == there[at] for at in public.chest_cards)


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
    roles_goals_and_chests_are_of_the_box,
    what_is_fixed_stays,
    no_player_has_two_of_a_kind,
    who_can_answer_is_awaited,
    an_empty_hand_is_never_awaited,
    hands_are_sorted,
    what_all_see_agrees_with_the_secrets,
    goals_lie_where_the_table_knows_them,
    the_codec_gives_the_state_back,
)


# -- of every step


def nuggets_come_from_the_bank_alone(before: engine.Game, act: Act, step: Step) -> None:
    """Everybody's gold grows and shrinks by what was told: tolls, thefts, sacks, dragons, chests, pay (R22 to R70)."""
    told_nothing = (0,) * before.public.seats
    whispered = list(told_nothing)
    for event in step.events:
        match event:
            case TollPaid():
                whispered[event.seat] -= 1
                whispered[event.owner] += 1
            case Stole() if event.victim is not None:
                whispered[event.seat] += 1
                whispered[event.victim] -= 1
            case NuggetTaken():
                whispered[event.seat] += event.count
            case RoundEnded():
                whispered = [one + paid for one, paid in zip(whispered, event.paid or told_nothing, strict=True)]
    if any(isinstance(event, GoldTaken) for event in step.events):
        for seat, whisper in step.whispers:
            whispered[seat] += whisper.value if isinstance(whisper, TookGold) else 0
    got = [after.worth - own.worth for own, after in zip(before.seats, step.state.seats, strict=True)]
    assert got == whispered, f"{got} is not what was said: {whispered}"
    assert all(own.nuggets >= 0 for own in step.state.seats)


def gold_cards_are_changed_openly(before: engine.Game, act: Act, step: Step) -> None:
    """A gold card leaves the game for a toll alone, and all are told (R70)."""
    gone = gold_cards(before) - gold_cards(step.state)
    assert gone == Counter(event.value for event in step.events if isinstance(event, GoldChanged))
    assert not gold_cards(step.state) - gold_cards(before)


def gold_cards(state: engine.Game) -> Counter[int]:
    """All gold cards, wherever they lie."""
    return Counter(
        [*state.table.gold_cards, *state.table.on_offer, *(card for own in state.seats for card in own.gold)]
    )


def miners_are_of_the_table(before: engine.Game, act: Act, step: Step) -> None:
    """Each miner that is put is one of the table's, and leaves when a card is laid where it stands (R70)."""
    put = {event.at: event.seat for event in step.events if isinstance(event, MinerPut)}
    laid = {event.at for event in step.events if isinstance(event, Laid | Detoured)}
    after = step.state.public
    assert after.miners_left == before.public.miners_left - len(put)
    assert after.miners == {at: who for at, who in {**before.public.miners, **put}.items() if at not in laid}


def turns_use_cards_up(before: engine.Game, act: Act, step: Step) -> None:
    """Each turn takes cards out of hands and pile, so that a round ends within as many turns as there are cards.

    Only a card that is kept from the discards comes back (R62, R73); a landslide and a choice of three take more.
    """
    turns = 0
    for event in step.events:
        match event:
            case Laid() | Played() | Detoured() | MinerPut():
                turns += 1
            case Traded() | Vetoed():
                turns += 2
            case Passed():
                turns += event.count
            case Kept():
                turns -= 1
    spent = cards_left(before) - cards_left(step.state)
    more = 8 if compiled(before.public.ruleset).chests_out else 0
    assert turns <= spent <= turns + more, f"{turns} turns used {spent} cards"


def cards_left(state: engine.Game) -> int:
    """Cards in hands and pile, and announced: what is left for turns."""
    announced = sum(isinstance(task, Resolve) for task in state.public.agenda)
    return sum(state.public.hands) + state.public.pile + announced


def is_secret(before: engine.Game, act: Act, step: Step) -> bool:
    """Whether no other player may notice an act: an order, an answer to a window that stays open, silence there (R93).

    "Not again this round" is the last answer to a window when no other seat is left to answer.
    """
    in_window = bool(before.public.agenda) and isinstance(before.public.agenda[-1], Window)
    if in_window and act.command == LET_BE_THIS_ROUND and act.seat is not None:
        others = [own for own in before.seats if own.seat != act.seat]
        asked = {ask.seat for ask in engine.awaited(before.public)}
        still_asked = any(own.seat in asked and not own.answered for own in others)
        return still_asked or act.seat not in asked or before.seats[act.seat].answered
    stays = in_window and step.state.public.agenda == before.public.agenda
    return isinstance(act.command, Order) or (isinstance(act.command, Choose | Timeout) and stays)


def secret_acts_leave_no_trace(before: engine.Game, act: Act, step: Step) -> None:
    """A secret act changes one seat's part alone and emits nothing (R95)."""
    if not is_secret(before, act, step):
        return
    assert codec.encode(step.state.public) == codec.encode(before.public)
    assert codec.encode(step.state.table) == codec.encode(before.table)
    assert not step.events
    acting = act.command.seat if isinstance(act.command, Timeout) else act.seat
    assert all(seat == acting for seat, _ in step.whispers)
    others = [own for own in before.seats if own.seat != acting]
    assert [own for own in step.state.seats if own.seat != acting] == others


def public_numbers_grow(before: engine.Game, act: Act, step: Step) -> None:
    """Every public command moves the number of the game, a secret one does not."""
    if is_secret(before, act, step):
        assert step.state.public.seq == before.public.seq
    else:
        assert step.state.public.seq > before.public.seq


STEP_CHECKERS: tuple[StepChecker, ...] = (
    nuggets_come_from_the_bank_alone,
    gold_cards_are_changed_openly,
    miners_are_of_the_table,
    turns_use_cards_up,
    secret_acts_leave_no_trace,
    public_numbers_grow,
)


# -- of what may be tried


Apply = Callable[[engine.Game, int | None, Command], Step]
"""How a command is carried out; the tests of the checkers put a faulty one here."""


def legal_commands_apply(state: engine.Game, apply: Apply = engine.apply) -> None:
    """Every listed command and every pass of an awaited seat is carried out."""
    for ask in engine.unanswered(state):
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
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", refused.code), f"no code of a refusal: {refused.code!r}"
        assert re.fullmatch(r"R[1-9][0-9]?", refused.rule), f"no number of a rule: {refused.rule!r}"
    assert codec.encode(state) == before, "a refused command changed the state"
    return count


def legality_needs_no_other_eyes(
    rng: Random, state: engine.Game, tries: Iterable[Command], apply: Apply = engine.apply
) -> None:
    """In a world where all that a mover cannot know lies elsewhere, the same commands are carried out or refused."""
    for ask in engine.awaited(state.public):
        other = with_other_secrets(rng, state, ask.seat)
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


# -- of a whole course


def the_course_leads_there_again(course: Course) -> None:
    """The deals and the acts alone lead to the same state."""
    assert codec.encode(course.replayed()) == codec.encode(course.state)
