"""The texts of decisions (R90), for the awaited player and for others; their answers and defaults."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.draw import Expected
from games.rules.notation import seat_of
from games.sheets import DECISIONS
from games.sheets.sheet import Named
from games.wording.cards import card_name
from games.wording.squares import square_name


def ask_words(kind: str, name: str | None) -> str:
    """Return what a kind of decision asks of a player: of `name`, or of the reader when None."""
    sheet = DECISIONS[kind]
    return str(sheet.mine) if name is None else sheet.theirs % {"name": name}


def asked_words(kinds: Sequence[str], names: Sequence[str]) -> str:
    """Return what is asked of others. If all are asked alike, no seat is named (R93)."""
    of_all = DECISIONS[kinds[0]].of_all if len(kinds) > 1 and len(set(kinds)) == 1 else None
    if of_all is not None:
        return str(of_all)
    return " ".join(ask_words(kind, name) for kind, name in zip(kinds, names, strict=True))


def answered_words() -> str:
    """Return the text for a player who has answered while others are still asked, and for no other (R95)."""
    return _("You have answered.")


def default_words(kind: str, found: Expected | None = None) -> str:
    """Return the default for a player who does not answer (R92), and with ``found`` a differing draw."""
    sheet = DECISIONS[kind]
    if found is None or not found.cards or sheet.unanswered_drawing is None:
        return str(sheet.unanswered)
    return sheet.unanswered_drawing % {"count": found.cards}


def answer_words(kind: str, answer: str, names: Sequence[str]) -> str:
    """Return an answer to a decision, as a row to choose: a player, a square, a card, or an act."""
    sheet = DECISIONS[kind]
    if answer in sheet.answers:
        return str(sheet.answers[answer].row)
    match sheet.names:
        case Named.PLAYER:
            return names[seat_of(answer)]
        case Named.SQUARE:
            return square_name(answer)
        case Named.CARD:
            return card_name(answer)
        case Named.GOLD if answer.isdecimal():
            return ngettext("%(count)s nugget", "%(count)s nuggets", int(answer)) % {"count": answer}
    return answer


def button_words(kind: str, answer: str, names: Sequence[str]) -> str:
    """Return the text of the button for an answer: `Steal from Cy`."""
    sheet = DECISIONS[kind]
    if answer in sheet.answers:
        word = sheet.answers[answer]
        return str(word.row if word.button is None else word.button)
    assert sheet.button is not None
    return sheet.button % about_answer(sheet.names, answer, names)


def about_answer(named: Named, answer: str, names: Sequence[str]) -> dict[str, str | int]:
    """Return the placeholders of a sentence about an answer that names something."""
    match named:
        case Named.SQUARE:
            return {"square": square_name(answer)}
        case Named.PLAYER:
            return {"name": names[seat_of(answer)]}
        case Named.GOLD:
            return {"count": int(answer)}
    return {"card": card_name(answer)}
