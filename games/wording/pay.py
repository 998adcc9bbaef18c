"""Why a round paid what it paid (R22, R23, R45 to R48, R60, R80, R81): from what is open of it alone."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.board import Board, square
from games.rules.cards import STOPS_LAYING, tunnel
from games.rules.modules.saboteur2 import OTHER_TEAM, SHARES
from games.rules.roles import BLUE, BOSS, DIGGER, GEOLOGIST, GREEDY, GREEN, PROFITEER, SABOTEUR
from games.rules.table import RoundResult, Ruleset
from games.wording.lists import list_words

TRAPPED = "trapped"


def shares_of_winners() -> list[tuple[int, int]]:
    """Numbers of winners, each with the nuggets of one; with more winners than the last everybody gets one (R47)."""
    return [(winners, share) for winners, share in SHARES.items() if winners]


def round_facts(result: RoundResult, ruleset: Ruleset, names: Sequence[str]) -> Iterator[str]:
    """What the pay of a round of Saboteur 2 follows from: doors, the trapped, crystals, the share."""
    if ruleset.rules != "saboteur2":
        return
    if result.reason == "gold":
        free = _teams_with_a_way(result)
        if free == {BLUE, GREEN}:
            yield _("Doors on the way: none that keeps a team out.")
        elif free == {BLUE}:
            yield _("Doors on the way: every way passes a blue one, so the green diggers did not get through (R36).")
        elif free == {GREEN}:
            yield _("Doors on the way: every way passes a green one, so the blue diggers did not get through (R36).")
        else:
            yield _("Doors on the way: neither team has a way that is free for it (R36).")
    trapped = _trapped(result)
    if trapped:
        yield _("Trapped at the end: %(names)s.") % {"names": list_words([names[seat] for seat in sorted(trapped)])}
    yield _("Crystals in the mine: %(count)s.") % {"count": _crystals(result)}
    count = len(result.winners)
    if count:
        share = SHARES.get(count, 1)
        yield _("Winners: %(count)s, so a share is worth: %(share)s (R47).") % {"count": count, "share": share}


def pay_words(result: RoundResult, ruleset: Ruleset, seat: int) -> Iterator[str]:
    """Why a player got what they got, or nothing."""
    if seat == result.connector:
        yield _("Joined the gold to the start.")
    if ruleset.rules == "saboteur2":
        yield from _of_teams(result, seat)
    elif "tournament" in ruleset.variants:
        yield from _of_tournament(result, seat)
    else:
        yield from _of_base(result, ruleset, seat)


def _of_teams(result: RoundResult, seat: int) -> Iterator[str]:
    role, wins = result.roles[seat], seat in result.winners
    if seat in _trapped(result):
        yield _("Trapped: no gold (R38).")
    elif role == GEOLOGIST:
        yield _geologist(result)
    elif wins and role == BOSS:
        yield _("One nugget less than a share, as the boss (R47).")
    elif wins and role == PROFITEER:
        yield _("Two nuggets less than a share, as the profiteer (R47).")
    elif not wins and result.reason != "gold":
        yield _no_gold(result)
    elif not wins and role in OTHER_TEAM:
        yield _lost_team(result, role)
    elif not wins and role == SABOTEUR:
        yield _("The gold was reached.")


def _geologist(result: RoundResult) -> str:
    trapped = _trapped(result)
    others = sum(role == GEOLOGIST and seat not in trapped for seat, role in enumerate(result.roles))
    count = _crystals(result)
    if others > 1:
        return _("Half of the crystals, rounded down (R48).")
    return ngettext("For %(count)s crystal (R48).", "For %(count)s crystals (R48).", count) % {"count": count}


def _lost_team(result: RoundResult, role: str) -> str:
    if role in _teams_with_a_way(result):
        return _("The other team joined the gold (R45).")
    if role == BLUE:
        return _("A green door barred the way (R36).")
    return _("A blue door barred the way (R36).")


def _no_gold(result: RoundResult) -> str:
    return _("The spider came (R72).") if result.reason == "spider" else _("The gold was not reached.")


def _of_tournament(result: RoundResult, seat: int) -> Iterator[str]:
    role, wins = result.roles[seat], seat in result.winners
    connector = result.roles[result.connector] if result.connector is not None else ""
    if wins and role == DIGGER:
        joined = seat == result.connector
        yield _("Three for joining the gold (R81).") if joined else _("Two as a digger (R81).")
    elif wins and role == GREEDY:
        yield _("Four, and nobody else gets any (R81).")
    elif wins:
        yield _("The gold was not reached.")
    elif connector == GREEDY:
        yield _("The greedy dwarf took it all (R81).")
    elif role == GREEDY and connector:
        yield _("Somebody else joined the gold (R81).")
    else:
        yield _("The gold was reached.") if connector else _no_gold(result)


def _of_base(result: RoundResult, ruleset: Ruleset, seat: int) -> Iterator[str]:
    role, wins = result.roles[seat], seat in result.winners
    connector = result.roles[result.connector] if result.connector is not None else ""
    broken = any(other == seat and card in STOPS_LAYING for other, card in result.before)
    if wins and role == GREEDY:
        yield _("All for the greedy dwarf, and nobody else gets any (R60).")
    elif wins and role == DIGGER and broken and "sabotaged-dwarf" in ruleset.variants:
        yield _("A broken tool: no gold card (R80).")
    elif not wins and connector == GREEDY:
        yield _("The greedy dwarf took it all (R60).")
    elif not wins and role == GREEDY and connector:
        yield _("Somebody else joined the gold (R60).")
    elif not wins and seat == result.connector:
        yield _("The saboteurs get nothing when the gold is reached (R22).")
    elif result.reason == "spider":
        yield _("The spider came (R72).")


def _trapped(result: RoundResult) -> set[int]:
    return {seat for seat, card in result.before if card == TRAPPED}


def _crystals(result: RoundResult) -> int:
    return sum(tunnel(card).crystal for card in result.mine.values())


def _teams_with_a_way(result: RoundResult) -> set[str]:
    """The teams that come from the start to the gold past no door of the other colour (R45)."""
    at = next((at for at, goal in result.goals.items() if goal == "gold"), "")
    if at not in result.mine:
        return set()
    # The mine keeps the order in which cards came to lie. What lies after the gold was turned up once the round had
    # been paid (R24), and no way to the gold leads through it.
    laid = list(result.mine.items())
    board = Board(dict(laid[: list(result.mine).index(at) + 1]), {})
    return {team for team, other in OTHER_TEAM.items() if board.is_joined(square(at), closed=other)}
