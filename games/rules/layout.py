"""Turn the round of a record into a deal: missing cards are filled up from the catalogue (``docs/notation.md``)."""

from typing import Any

from games.rules.agenda import Rules
from games.rules.board import START_SQUARE
from games.rules.cards import ARRANGEMENTS, CARDS, CHEST_TUNNELS, CHESTS, GOAL_TUNNELS, LIES_BEFORE, spread, tunnel
from games.rules.engine import Game
from games.rules.errors import Malformed, Refused
from games.rules.notation import card_named, letter, seat_of, square_named
from games.rules.roles import ALL_ROLES
from games.rules.ruleset import check_players, compiled
from games.rules.setup import MIDDLE, DealtRound, all_gold_cards
from games.rules.state import Before
from games.rules.table import Ruleset
from games.rules.tunnels import TURNED

RECORD_KEYS = frozenset({"format", "table", "seats", "rounds", "fairness"})
TABLE_KEYS = frozenset({"rules", "modules", "variants", "options"})
FLAGS = frozenset({"own_doors", "joined_ladders"})
"""Options that are true or false."""
OPTION_KEYS = frozenset({"veto_window", "gold_draft", "rounds", "next_starter"}) | FLAGS
ROUND_KEYS = frozenset(
    (
        *("first", "roles", "spare_roles", "goals", "goals_left", "hands", "pile", "pile_is_whole", "aside"),
        *("gold_cards", "chests", "fixed", "mine", "before", "nuggets", "discards", "moves", "expect"),
    )
)


def known_keys(found: Any, known: frozenset[str], place: str) -> None:
    """Malformed when something is no object, or has a key that is not known."""
    if not isinstance(found, dict):
        raise Malformed(f"{place}: an object is needed")
    for key in found:
        if key not in known:
            raise Malformed(f"{place}: unknown key: {key!r}")


def read_text(found: Any, place: str) -> str:
    """A text; Malformed when it is none."""
    if not isinstance(found, str):
        raise Malformed(f"{place}: {found!r} is no text")
    return found


def read_table(record: dict[str, Any]) -> Ruleset:
    """The ruleset of a record; Malformed when it names what is not known, or what does not go together (R82)."""
    table = record.get("table", {})
    known_keys(table, TABLE_KEYS, "table")
    options = table.get("options", {})
    known_keys(options, OPTION_KEYS, "table: options")
    for option, value in options.items():
        if option in FLAGS and type(value) is not bool:
            raise Malformed(f"table: options: {option}: true or false is needed, not {value!r}")
        if option not in FLAGS and type(value) not in (int, str):
            raise Malformed(f"table: options: {option}: {value!r} is neither a number nor a word")
    try:
        ruleset = Ruleset(
            rules=read_text(table.get("rules", "base"), "table: rules"),
            modules=tuple(sorted(_texts(table.get("modules", []), "table: modules"))),
            variants=tuple(sorted(_texts(table.get("variants", []), "table: variants"))),
            **options,
        )
        compiled(ruleset)
        check_players(ruleset, len(record["seats"]))
    except Refused as error:
        raise Malformed(f"table: {error}") from None
    return ruleset


def _texts(found: Any, place: str) -> list[str]:
    if not isinstance(found, list):
        raise Malformed(f"{place}: a list is needed")
    return [read_text(one, place) for one in found]


class Stock:
    """The remaining cards of a set while a round is laid out, in the order of the catalogue."""

    def __init__(self, what: str, cards: list[Any], place: str) -> None:
        self.what, self.place, self.left = what, place, cards

    def use(self, *cards: Any) -> None:
        """Take named cards out; Malformed names the one of which there are not so many."""
        for card in cards:
            if card not in self.left:
                raise Malformed(f"{self.place}: {self.what}: one {card} more than the catalogue has")
            self.left.remove(card)

    def fill(self, count: int) -> list[Any]:
        """The next cards of what is left."""
        taken, self.left = self.left[:count], self.left[count:]
        return taken


def lay_out(
    ruleset: Ruleset, players: int, script: dict[str, Any], number: int, last: Game | None, place: str
) -> DealtRound:
    """The deal of a round of a record; Malformed names the card, seat or key that is wrong."""
    rules = check_players(ruleset, players)
    stock = Stock("cards", spread(dict(rules.catalogue)), place)
    _fits_the_rules(rules, script, place)
    mine = _mine(script, place)
    before = _before(script, players, place)
    hands = dict(_by_seat(script, "hands", players, place))
    pile, aside, discards = (_cards(script.get(key, []), f"{place}: {key}") for key in ("pile", "aside", "discards"))
    stock.use(*(card.removesuffix(TURNED) for card in mine.values() if card.removesuffix(TURNED) not in GOAL_TUNNELS))
    stock.use(
        *(one.card for one in before), *discards, *aside, *pile, *(card for hand in hands.values() for card in hand)
    )
    fixed = _fixed(rules, script, stock, place)
    if "aside" not in script:
        aside = stock.fill(rules.aside)
    for seat in range(players):
        if seat not in hands:
            hands[seat] = stock.fill(rules.hand_size(players))
    if script.get("pile_is_whole", False) is True:
        discards = discards + stock.left
    else:
        pile = pile + stock.left
    roles, spare = _roles(rules, players, script, place)
    goals, goals_left = _goals(rules, script, mine, place)
    return DealtRound(
        round=number,
        first=_seat_at(script.get("first", "A"), players, f"{place}: first"),
        roles=roles,
        spare_roles=spare,
        goals=goals,
        goals_left=goals_left,
        hands=tuple(tuple(hands[seat]) for seat in range(players)),
        pile=tuple(pile),
        aside=tuple(aside),
        chests=_chests(ruleset, rules, script, mine, place),
        fixed=fixed,
        gold_cards=_gold_cards(rules, script, last, place),
        mine=mine,
        before=before,
        nuggets=_nuggets(rules, script, players, last, place),
        discards=tuple(discards),
    )


def _fits_the_rules(rules: Rules, script: dict[str, Any], place: str) -> None:
    """Malformed when a round lays out something of which the rules in force know nothing."""
    known = {"aside": bool(rules.aside), "chests": bool(rules.chests_out), "fixed": rules.laid_out}
    nothing: dict[str, Any] = {"aside": [], "chests": {}, "fixed": {}}
    for key, is_known in known.items():
        if not is_known and script.get(key, nothing[key]) != nothing[key]:
            raise Malformed(f"{place}: {key}: nothing of the kind is laid out by these rules")
    if script.get("pile_is_whole", False) not in (True, False):
        raise Malformed(f"{place}: pile_is_whole: true or false is needed")


def _before(script: dict[str, Any], players: int, place: str) -> tuple[Before, ...]:
    """Cards before players in order of play; Malformed for one that lies before no seat, or twice (R33)."""
    found: list[Before] = []
    for seat, cards in _by_seat(script, "before", players, place):
        for card in cards:
            one = Before(seat=seat, card=card)
            if card not in LIES_BEFORE or one in found:
                raise Malformed(f"{place}: before: {letter(seat)}: {card!r} cannot lie there")
            found.append(one)
    return tuple(found)


def _cards(found: Any, place: str) -> list[str]:
    try:
        return [card_named(card) for card in _texts(found, place)]
    except Malformed as error:
        raise Malformed(str(error) if str(error).startswith(place) else f"{place}: {error}") from None


def _seat_at(word: Any, players: int, place: str) -> int:
    try:
        seat = seat_of(read_text(word, place))
    except Malformed as error:
        raise Malformed(str(error) if str(error).startswith(place) else f"{place}: {error}") from None
    if seat >= players:
        raise Malformed(f"{place}: unknown seat: {word!r}")
    return seat


def _by_seat(script: dict[str, Any], key: str, players: int, place: str) -> list[tuple[int, list[str]]]:
    found = script.get(key, {})
    if not isinstance(found, dict):
        raise Malformed(f"{place}: {key}: an object is needed")
    where = f"{place}: {key}"
    return [(_seat_at(who, players, where), _cards(cards, f"{where}: {who}")) for who, cards in found.items()]


def _mine(script: dict[str, Any], place: str) -> dict[str, str]:
    found = script.get("mine", {})
    if not isinstance(found, dict):
        raise Malformed(f"{place}: mine: an object is needed")
    for at, card in found.items():
        where = f"{place}: mine: {at}"
        try:
            square_named(at)
            name = read_text(card, where).removesuffix(TURNED)
            if at == START_SQUARE or (name not in GOAL_TUNNELS and not (name in CARDS and CARDS[name].is_tunnel)):
                raise Malformed(f"unknown card: {card!r}")
            if card.endswith(TURNED) and tunnel(name).looks_the_same_turned:
                raise Malformed(f"looks the same turned: {card!r}")
        except Malformed as error:
            raise Malformed(f"{where}: {error}") from None
    return dict(found)


def _roles(rules: Rules, players: int, script: dict[str, Any], place: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    stock = Stock("roles", rules.roles(players), place)
    found = script.get("roles", {})
    if not isinstance(found, dict):
        raise Malformed(f"{place}: roles: an object is needed")
    roles = {_seat_at(who, players, f"{place}: roles"): role for who, role in found.items()}
    spare = _texts(script.get("spare_roles", []), f"{place}: spare_roles")
    for role in [*roles.values(), *spare]:
        if role not in ALL_ROLES:
            raise Malformed(f"{place}: unknown role: {role!r}")
    stock.use(*roles.values(), *spare)
    for seat in range(players):
        if seat not in roles:
            roles[seat] = stock.fill(1)[0] if stock.left else _missing(place, "roles", letter(seat))
    return tuple(roles[seat] for seat in range(players)), tuple(spare + stock.left)


def _missing(place: str, what: str, where: str) -> str:
    raise Malformed(f"{place}: {what}: none is left for {where}")


def _goals(
    rules: Rules, script: dict[str, Any], mine: dict[str, str], place: str
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Goals by square, those turned up in ``mine`` among them, and those not laid out (R11, R72)."""
    found = script.get("goals", {})
    if not isinstance(found, dict):
        raise Malformed(f"{place}: goals: an object is needed")
    up = {at: card.removesuffix(TURNED) for at, card in mine.items() if card.removesuffix(TURNED) in GOAL_TUNNELS}
    left_out = _texts(script.get("goals_left", []), f"{place}: goals_left")
    stock = Stock("goals", list(rules.goals), place)
    for at, goal in found.items():
        if at not in rules.goal_squares:
            raise Malformed(f"{place}: goals: no goal lies on {at}")
        if not isinstance(goal, str) or goal not in rules.goals:
            raise Malformed(f"{place}: goals: unknown goal: {goal!r}")
    stock.use(*up.values(), *found.values(), *left_out)
    for at, goal in up.items():
        if at in found or at not in rules.goal_squares or goal == "gold":
            raise Malformed(f"{place}: mine: {at}: {goal} cannot lie there face up")
    goals = {**up, **found}
    for at in rules.goal_squares:
        if at in mine and at not in up:
            raise Malformed(f"{place}: mine: {at}: a goal lies there")
    for at in rules.goal_squares:
        if at not in goals and len(goals) < rules.goals_out:
            goals[at] = stock.fill(1)[0] if stock.left else _missing(place, "goals", at)
    return goals, tuple(left_out + stock.left)


def _gold_cards(rules: Rules, script: dict[str, Any], last: Game | None, place: str) -> tuple[int, ...]:
    if not rules.gold_cards:
        return ()
    found = script.get("gold_cards", [])
    if not isinstance(found, list):
        raise Malformed(f"{place}: gold_cards: a list is needed")
    stock = Stock("gold_cards", sorted(last.table.gold_cards if last else all_gold_cards()), place)
    stock.use(*found)
    return tuple(found + stock.left)


def _fixed(rules: Rules, script: dict[str, Any], stock: Stock, place: str) -> dict[str, str]:
    """The tournament's card in the middle; left out, it is the first tunnel card of what is left (R81)."""
    if not rules.laid_out:
        return {}
    found = _mine({"mine": script.get("fixed", {})}, f"{place}: fixed")
    if not set(found) <= {MIDDLE}:
        raise Malformed(f"{place}: fixed: only {MIDDLE} has a card from the start")
    for card in found.values():
        stock.use(card.removesuffix(TURNED))
    return found or {MIDDLE: stock.fill(1)[0]}


def _chests(
    ruleset: Ruleset, rules: Rules, script: dict[str, Any], mine: dict[str, str], place: str
) -> dict[str, tuple[str, str]]:
    """Chests with their tunnel cards by square; what is left out comes in the order of R73."""
    if not rules.chests_out:
        return {}
    found = script.get("chests", {})
    if not isinstance(found, dict) or not all(isinstance(two, list) and len(two) == 2 for two in found.values()):
        raise Malformed(f"{place}: chests: an object of pairs of tunnel card and chest is needed")
    tunnels = Stock("chests: tunnel cards", list(CHEST_TUNNELS), place)
    chests = Stock("chests", list(CHESTS), place)
    for at, (tunnel_card, chest) in found.items():
        square_named(at)
        tunnels.use(tunnel_card)
        chests.use(chest)
    laid = {at: (two[0], two[1]) for at, two in found.items()}
    squares = ARRANGEMENTS[ruleset.chests]
    for at in squares if set(found) <= set(squares) else ():
        if at not in laid and at not in mine:
            laid[at] = (tunnels.fill(1)[0], chests.fill(1)[0])
    return laid


def _nuggets(rules: Rules, script: dict[str, Any], players: int, last: Game | None, place: str) -> tuple[int, ...]:
    found = script.get("nuggets", {})
    if not isinstance(found, dict) or not all(type(count) is int and count >= 0 for count in found.values()):
        raise Malformed(f"{place}: nuggets: an object of numbers is needed")
    given = {_seat_at(who, players, f"{place}: nuggets"): count for who, count in found.items()}
    had = [last.seats[seat].nuggets if last else rules.first_nuggets for seat in range(players)]
    return tuple(given.get(seat, had[seat]) for seat in range(players))
