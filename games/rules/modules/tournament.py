"""The tournament (R81): its own roles and payout, nuggets, and a tunnel card in the middle from the start."""

from msgspec.structs import replace

from games.rules.agenda import Play, Rules
from games.rules.payout import missed, role_of_connector, with_role
from games.rules.roles import DIGGER, GREEDY, SABOTEUR
from games.rules.round import reveal
from games.rules.table import PayReason, RoundResult

ROLES = {5: (1, 3, 1), 6: (2, 3, 1), 7: (2, 3, 2), 8: (3, 3, 2), 9: (3, 4, 2)}
"""Players: saboteurs, diggers, greedy dwarfs; no role is set aside."""
HANDS = {5: 6, 6: 5, 7: 5, 8: 4, 9: 4}


def _roles(players: int) -> list[str]:
    saboteurs, diggers, greedy = ROLES[players]
    return [SABOTEUR] * saboteurs + [DIGGER] * diggers + [GREEDY] * greedy


def settle(play: Play, reason: str, connector: int | None) -> None:
    """Diggers: 3 for the one who connected, 2 for the others; a greedy dwarf who connects 4 alone; saboteurs 3, a
    single one 4."""
    role = play.seats[connector].role if reason == "gold" and connector is not None else ""
    if role == GREEDY:
        pay = {connector: 4}
    elif role:
        pay = {seat: 3 if seat == connector else 2 for seat in with_role(play, DIGGER)}
    else:
        saboteurs = with_role(play, SABOTEUR)
        pay = dict.fromkeys(saboteurs, 4 if len(saboteurs) == 1 else 3)
    paid = [pay.get(seat, 0) for seat in range(play.public.seats)]
    reveal(play, reason, connector if role else None, [seat for seat in range(play.public.seats) if seat in pay], paid)
    for seat, nuggets in enumerate(paid):
        play.change_seat(seat, nuggets=play.seats[seat].nuggets + nuggets)


def pay_reasons(result: RoundResult, seat: int) -> tuple[PayReason, ...]:
    """The reason of a seat's payout: its role, and the role of the seat that connected the gold."""
    role, wins, connector = result.roles[seat], seat in result.winners, role_of_connector(result)
    if wins and role == DIGGER:
        code = "tournament-joined" if seat == result.connector else "tournament-digger"
    elif wins and role == GREEDY:
        code = "tournament-greedy-alone"
    elif wins:
        code = "missed"
    elif connector == GREEDY:
        code = "tournament-greedy-took-all"
    elif connector and role == GREEDY:
        code = "tournament-other-joined"
    else:
        return (PayReason("reached") if connector else missed(result),)
    return (PayReason(code),)


def extend(rules: Rules) -> Rules:
    """Five to nine players; its own roles and pay."""
    return replace(
        rules,
        seats=range(5, 10),
        seats_rule="R81",
        roles=_roles,
        hand_size=HANDS.__getitem__,
        gold_cards=False,
        laid_out=True,
        settle=settle,
        pay_reasons=pay_reasons,
    )
