"""The sabotaged dwarf (R80): diggers with a broken tool get no gold card."""

from msgspec.structs import replace

from games.rules.agenda import Play, Rules
from games.rules.cards import STOPS_LAYING
from games.rules.effects import stopped
from games.rules.payout import draw_gold, round_the_table, with_role
from games.rules.roles import DIGGER
from games.rules.round import reveal
from games.rules.table import PayReason, RoundResult


def extend(rules: Rules) -> Rules:
    """As many gold cards as diggers go round among those whose tools are whole, until none is left."""

    def settle(play: Play, reason: str, connector: int | None) -> None:
        if reason != "gold" or connector is None:
            rules.settle(play, reason, connector)
            return
        diggers = with_role(play, DIGGER)
        whole = round_the_table(play, connector, [seat for seat in diggers if not stopped(play.public, seat)])
        reveal(play, reason, connector, diggers)
        draw_gold(play, [whole[turn % len(whole)] for turn in range(len(diggers))] if whole else [])

    def pay_reasons(result: RoundResult, seat: int) -> tuple[PayReason, ...]:
        broken = any(other == seat and card in STOPS_LAYING for other, card in result.before)
        if seat in result.winners and result.roles[seat] == DIGGER and broken:
            return (PayReason("broken-tool"),)
        return rules.pay_reasons(result, seat)

    return replace(rules, settle=settle, pay_reasons=pay_reasons, only_whole_tools_pay=True)
