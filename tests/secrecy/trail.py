"""One round as a viewer could tell it: where each card, role, goal and chest went, and what of it the viewer knows.

Written by hand from the rules and from R94, apart from the code under test. Everything that can be hidden is a `Token`;
it has a name as soon as the viewer knows what it is. Where another player chose unseen, the trail chooses too: what the
other did in this game, or anything else that looks the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from random import Random
from typing import Any

from games.rules import engine
from games.rules.cards import CHEST_TUNNELS, CHESTS, LIES_BEFORE
from games.rules.events import (
    Announced,
    CardGrabbed,
    ChestTurned,
    Detoured,
    Discarded,
    Drew,
    GoalMoved,
    GoalTurned,
    GotHand,
    Kept,
    Laid,
    LostCard,
    NewRole,
    Played,
    RoundEnded,
    Saw,
    Swapped,
    Traded,
    Vetoed,
)
from games.rules.setup import MIDDLE, DealtRound
from games.rules.sights import ChestSight, GoalSight, RoleSight
from tests.secrecy.course import Happening, Offered, Rolled, Said, Took, Whispered
from tests.secrecy.tokens import Line, NoPair, Token, Turn, names_of, redeal, tokens

OF_A_LANDSLIDE = 5


class Trail:
    """One round, happening by happening. ``share`` is how often an unseen player does what they did in this game."""

    def __init__(self, rng: Random, dealt: DealtRound, viewer: int, share: float) -> None:
        self.rng, self.dealt, self.viewer, self.share = rng, dealt, viewer, share
        self.hands = [tokens(hand, known=seat == viewer) for seat, hand in enumerate(dealt.hands)]
        self.pile, self.aside, self.discards = tokens(dealt.pile), tokens(dealt.aside), tokens(dealt.discards)
        self.lies = {at: Token(card, card) for at, card in _of_the_deck(dealt).items()}
        self.cards = [*chain(*self.hands), *self.pile, *self.aside, *self.discards, *self.lies.values()]
        self.slots = ([list(hand) for hand in self.hands], list(self.pile), list(self.aside), list(self.discards))
        self.before: dict[tuple[int, str], Token] = {}
        self.announced: dict[int, Token] = {}
        self.under: dict[int, Token] = {}
        self.at_work: Token | None = None
        self.offers: dict[int, list[Token]] = {}
        self.roles = [Token(role, role if seat == viewer else None) for seat, role in enumerate(dealt.roles)]
        self.spare = tokens(dealt.spare_roles)
        self.all_roles = (list(self.roles), list(self.spare))
        self.goals = {at: Token(goal) for at, goal in dealt.goals.items()}
        self.left = tokens(dealt.goals_left)
        self.all_goals = (dict(self.goals), list(self.left))
        self.chests = {at: Token(what) for at, what in dealt.chests.items()}
        self.together: list[list[Token]] = []
        self.in_order: list[list[Token]] = []
        self.kept: list[tuple[list[Token], Token]] = []
        self.turns: list[Turn] = []
        self.answers: dict[int, Token | str] = {}
        self.lines: dict[int, list[Line]] = {}
        self.step, self.kind, self.asked, self.answer = 0, "", -1, ""
        self.keeping: int | None = None
        self.lost = ""
        self.passing_by: int | None = None
        self.party: list[Token] = []
        self.recycled: Line | None = None

    # -- choosing

    def really(self) -> bool:
        """Whether an unseen player does now what they did in this game."""
        return self.rng.random() < self.share

    def named(self, among: Sequence[Token], name: str) -> Token:
        """One that the viewer finds to be a card of a name: it was known to be it, or could be it."""
        some_left = Counter(one.real for one in self.cards)[name] > sum(one.name == name for one in self.cards)
        fits = [one for one in among if one.name == name or (one.name is None and some_left)]
        if self.really():
            fits = [one for one in fits if one.real == name] or fits
        if not fits:
            raise NoPair("cards")
        one = self.rng.choice(fits)
        one.fix(name)
        return one

    def unseen(self, among: Sequence[Token], name: str) -> Token:
        """One that a player chose and the viewer did not see."""
        fits = [one for one in among if one.real == name] if self.really() else []
        return self.rng.choice(fits or list(among))

    def chosen(self, among: Sequence[Token], name: str, *, seen: bool) -> Token:
        """One that was chosen, seen by the viewer or not."""
        return self.named(among, name) if seen else self.unseen(among, name)

    def play(self, seat: int, card: str) -> Token:
        """A card leaves a hand, and everybody sees which."""
        if seat in self.announced:
            return self.announced.pop(seat)
        one = self.named(self.hands[seat], card)
        self.hands[seat].remove(one)
        return one

    def _is_done(self) -> None:
        """A card of which more followed is discarded, after all that it led to (R73)."""
        if self.at_work:
            self.discards.append(self.at_work)
            self.at_work = None

    # -- hearing

    def begin(self, step: int, kind: str, seat: int, answer: str) -> None:
        """The next step begins: what its seat was asked, and what it answered."""
        self.step, self.kind, self.asked, self.answer = step, kind, seat, answer
        if kind == "turn":
            self._is_done()

    def hear(self, happening: Happening) -> None:
        """Follow what happened."""
        match happening:
            case Took(seat, command):
                self._is_done()
                ordered = not (self.kind == "turn" and self.asked == seat)
                self.kind = ""
                self.turns.append(Turn(self.step, seat, command, ordered))
            case Rolled(kind, drawn):
                self._rolled((kind, list(drawn)))
            case Offered(seat, cards) if not cards[0].isdigit():
                self._offered(seat, cards)
            case Whispered(seat, event):
                self._told(seat, event)
            case Said(event):
                self._said(event)

    def _rolled(self, line: Line) -> None:
        kind, drawn = line
        self.lines.setdefault(self.step, []).append(line)
        if kind == "roles":
            self._party([str(role) for role in drawn], drawn)
        elif kind == "discards":
            self.recycled = line

    def _hide(self, one: Token | str) -> None:
        """The last lot drew something that the viewer need not have seen; or a player gave it as an answer."""
        lines = self.lines.get(self.step)
        if lines and lines[-1][0] == "lot":
            lines[-1][1][:] = [one]
        elif self.asked >= 0:
            self.answers[self.step] = one

    def _told(self, seat: int, event: Any) -> None:
        mine = seat == self.viewer
        match event:
            case Discarded(cards):
                down = []
                for card in cards:
                    one = self.chosen(self.hands[seat], card, seen=mine)
                    self.hands[seat].remove(one)
                    down.append(one)
                self.discards += down
                self.turns[-1].cards = down
                if not mine:
                    self.together.append(down)
                    if self.lines.get(self.step) and self.turns[-1].step == self.step and not self.turns[-1].ordered:
                        self._hide(down[0])
            case Drew(cards):
                self._drew(seat, cards)
            case GotHand(cards) if mine:
                self._got_hand(cards)
            case LostCard(card):
                self.lost = card
            case NewRole(role):
                self._new_role(seat, role)
            case Saw(ChestSight(at, card, chest)) if mine:
                self.chests[at].fix((card, chest))
            case Saw(GoalSight(at, goal)) if mine:
                self.goals[at].fix(goal)
            case Saw(RoleSight(whose, role)) if mine:
                self.roles[whose].fix(role)

    def _drew(self, seat: int, cards: tuple[str, ...]) -> None:
        if self.keeping == seat:
            self._keep(seat, cards[0])
        elif self.passing_by == seat:
            self.passing_by = None
        else:
            self._is_done()
            for card in cards:
                one = self.pile.pop(0)
                if seat == self.viewer:
                    one.fix(card)
                self.hands[seat].append(one)

    def _got_hand(self, names: Iterable[str]) -> None:
        """The viewer sees a whole hand: what was known of it is there, the others are the rest."""
        hand = self.hands[self.viewer]
        for one in sorted(hand, key=lambda one: one.name is None):
            if one.name is None:
                break
            if one.name not in names:
                raise NoPair("cards")
        rest = Counter(names) - Counter(one.name for one in hand if one.name is not None)
        unknown = [one for one in hand if one.name is None]
        if rest.total() != len(unknown):
            raise NoPair("cards")
        if not (self.really() and Counter(one.real for one in unknown) == rest):
            left = list(rest.elements())
            self.rng.shuffle(left)
            for one, name in zip(unknown, left, strict=True):
                one.fix(name)
        for one in unknown:
            one.fix(one.name or one.real)

    def _said(self, event: Any) -> None:
        match event:
            case Announced():
                self.announced[event.seat] = self.play(event.seat, event.card)
            case Laid():
                self.lies[event.at] = self.play(event.seat, event.card)
            case Detoured():
                moved = self.lies.pop(event.was)
                self.lies[event.at] = moved
                self.at_work = self.play(event.seat, "detour")
            case Vetoed():
                self.discards += [self.play(event.seat, event.card), self.play(event.by, "veto")]
            case Played():
                self._played(event)
            case Traded():
                self.discards.append(self.before.pop((event.seat, event.lifted)))
            case Kept():
                self.keeping = event.seat
            case CardGrabbed():
                self._is_done()
                hand = self.hands[event.target]
                one = self.chosen(hand, self.lost, seen=self.viewer in (event.seat, event.target))
                hand.remove(one)
                self.hands[event.seat].append(one)
                self.passing_by = event.seat
                self._hide(one)
            case ChestTurned():
                self.chests[event.at].fix((event.card, event.chest))
                if event.chest == "landslide":
                    self.discards += self.pile[:OF_A_LANDSLIDE]
                    del self.pile[:OF_A_LANDSLIDE]
            case _:
                self._said_of_goals_and_roles(event)

    def _played(self, event: Played) -> None:
        one = self.play(event.seat, event.card)
        target = event.seat if event.target is None else event.target
        if event.card in LIES_BEFORE:
            self.before[target, event.card] = one
            return
        if event.card == "treasury":
            self.under[event.seat] = one
            return
        if event.card in ("guide", "swap-goals"):
            self.at_work = one
            return
        if event.card == "rockfall" and event.at[0] in self.lies:
            self.discards.append(self.lies.pop(event.at[0]))
        elif event.lifted and event.card != "rockfall":
            self.discards.append(self.before.pop((target, event.lifted)))
        self.discards.append(one)
        if event.card == "swap-hands":
            self.hands[event.seat], self.hands[target] = self.hands[target], self.hands[event.seat]

    # -- cards to keep one from

    def _offered(self, seat: int, cards: tuple[str, ...]) -> None:
        seen = seat == self.viewer
        if self.recycled is not None:
            offer = []
            for card in cards:
                one = self.chosen(self.discards, card, seen=seen)
                self.discards.remove(one)
                offer.append(one)
            self.rng.shuffle(self.discards)
            if self.really():
                self.discards = as_drawn(self.discards, self.recycled[1][len(offer) :])
            self.recycled[1][:] = [*reversed(offer), *self.discards]
            self.discards.reverse()
            self.together.clear()
            self.recycled = None
        elif seat in self.under:
            offer = self.discards[-len(cards) :]
            del self.discards[-len(cards) :]
            self.in_order += [down for down in self.together if any(one in offer for one in down)]
        else:
            self._is_done()
            offer = self.pile[: len(cards)]
            del self.pile[: len(cards)]
        if seen:
            for one, card in zip(offer, cards, strict=True):
                one.fix(card)
        self.offers[seat] = offer

    def _keep(self, seat: int, card: str) -> None:
        self.keeping = None
        offer = self.offers.pop(seat)
        one = self.chosen(offer, card, seen=seat == self.viewer)
        self.kept.append((list(offer), one))
        offer.remove(one)
        self.discards += offer
        if seat in self.under:
            self.discards.append(self.under.pop(seat))
        self.hands[seat].append(one)
        if self.kind == "keep" and self.asked == seat != self.viewer:
            self._hide(one)
            self.kind = ""

    # -- roles, goals

    def _said_of_goals_and_roles(self, event: Any) -> None:
        match event:
            case GoalTurned():
                self.goals[event.at].fix(event.goal)
            case GoalMoved():
                self.goals = {event.at if at == event.was else at: goal for at, goal in self.goals.items()}
            case Swapped():
                did = self.answer or self._drawn()
                if event.seat != self.viewer:
                    did = did if self.really() else self.rng.choice(("swap", "keep"))
                    self._hide(did)
                if did == "swap":
                    north, south = event.at
                    self.goals[north], self.goals[south] = self.goals[south], self.goals[north]
            case RoundEnded():
                for one, role in zip(self.roles, event.roles, strict=True):
                    one.fix(role)

    def _drawn(self) -> str:
        return str(self.lines[self.step][-1][1][0])

    def _party(self, order: list[str], line: list[Token | str]) -> None:
        """All roles are dealt again; the viewer sees the own one alone."""
        took = list(self.roles)
        for _ in range(40):
            self.rng.shuffle(took)
            if self.share < 1 and took[self.viewer].name in (None, order[self.viewer]):
                break
        else:
            left = list(self.roles)
            for seat, role in enumerate(order):
                took[seat] = next((one for one in left if role in (one.name, one.real)), left[0])
                left.remove(took[seat])
        self.party, self.roles = list(took), took
        line[:] = took

    def _new_role(self, seat: int, role: str) -> None:
        if self.party:
            self.party.pop()
        else:
            self.spare.append(self.roles[seat])
            self.roles[seat] = self.spare.pop(0)
        if seat == self.viewer:
            self.roles[seat].fix(role)

    # -- the end

    def ended(self, state: engine.Game) -> None:
        """The round is over, and all goals are up (R24)."""
        result = next(result for result in state.public.results if result.round == self.dealt.round)
        for at, goal in result.goals.items():
            self.goals[at].fix(goal)

    def other_deal(self) -> dict[str, Any]:
        """What was dealt, with all that the viewer does not know dealt again; every token has a name then."""
        redeal(self.rng, self.cards)
        for offer, kept in self.kept:  # of two alike the rules take the first
            if names_of(offer).index(kept.name) != offer.index(kept):
                raise NoPair("order of discards")
        if any(names_of(down) != tuple(sorted(names_of(down))) for down in self.in_order):
            raise NoPair("order of discards")
        roles, spare = self.all_roles
        redeal(self.rng, [*roles, *spare])
        goals, left = self.all_goals
        redeal(self.rng, [*goals.values(), *left], lambda: all(one.name != "gold" for one in left))
        chests = self._other_chests()
        hands, pile, aside, down = self.slots
        return {
            "hands": tuple(map(names_of, hands)),
            "pile": names_of(pile),
            "aside": names_of(aside),
            "discards": names_of(down),
            "roles": names_of(roles),
            "spare_roles": names_of(spare),
            "goals": {at: goal.name for at, goal in goals.items()},
            "goals_left": names_of(left),
            "chests": chests,
        }

    def _other_chests(self) -> dict[str, tuple[str, str]]:
        """The chests that the viewer has not seen, and the tunnel cards over them, out of all there are (R73)."""
        known = [chest.name for chest in self.chests.values() if chest.name]
        tunnels, chests = (
            self.rng.sample(sorted(set(box) - {what[part] for what in known}), len(self.chests) - len(known))
            for part, box in enumerate((CHEST_TUNNELS, CHESTS))
        )
        return {at: chest.name or (tunnels.pop(), chests.pop()) for at, chest in self.chests.items()}


def as_drawn(some: list[Token], names: Iterable[Token | str]) -> list[Token]:
    """The tokens in the order in which chance gave what they are; as they lie where it gave something else."""
    left, order = list(some), list[Token]()
    for name in names:
        one = next((one for one in left if one.real == name), None)
        if one is None:
            return some
        left.remove(one)
        order.append(one)
    return order


def _of_the_deck(dealt: DealtRound) -> dict[str, str]:
    """The tunnel card that a tournament lays out: all see it, and it is of the deck (R81)."""
    return {at: card.removesuffix("~") for at, card in dealt.fixed.items() if at == MIDDLE}
