"""What may be claimed follows from what all see, and a claim is text and back."""

import pytest
from msgspec.structs import replace

from games.rules import claims
from games.rules.claims import Claim
from games.rules.engine import Public
from games.rules.errors import Malformed
from games.rules.state import Before
from games.rules.table import Ruleset

PUBLIC = Public(
    ruleset=Ruleset(),
    seats=3,
    round=1,
    first=0,
    mine={"0,0": "start"},
    face_down={"8,-2": "goal", "8,0": "goal", "8,2": "goal"},
    hands=(6, 6, 6),
    pile=40,
    agenda=(),
    schema=1,
)


def texts(public: Public, seat: int, about: str) -> list[str]:
    return [claims.write(claim) for claim in claims.offered(public, seat) if claim.about == about]


def test_each_goal_that_lies_face_down_can_be_spoken_of_and_no_other() -> None:
    assert texts(PUBLIC, 0, "goal")[:4] == ["goal 8,-2 gold", "goal 8,-2 stone", "goal 8,-2 silent", "goal 8,-2 back"]
    turned = replace(PUBLIC, face_down={"8,0": "goal", "3,1": "chest"})
    assert {text.split()[1] for text in texts(turned, 0, "goal")} == {"8,0"}
    assert texts(turned, 0, "aim") == ["aim 8,0 here", "aim 8,0 back"]


def test_one_speaks_of_others_and_asks_them_for_the_roles_of_the_game() -> None:
    assert texts(PUBLIC, 1, "player")[:3] == ["player A trust", "player A suspect", "player A back"]
    assert not [text for text in texts(PUBLIC, 1, "player") if " B " in text]
    assert texts(PUBLIC, 1, "ask")[:3] == ["ask A saboteur", "ask A digger", "ask A back"]
    second = replace(PUBLIC, ruleset=Ruleset(rules="saboteur2"), seats=4, hands=(6,) * 4)
    assert {text.split()[-1] for text in texts(second, 1, "ask")} >= {"blue", "green", "boss", "profiteer", "geologist"}


def test_one_asks_for_the_tools_that_lie_broken_before_oneself() -> None:
    broken = replace(PUBLIC, before=(Before(0, "break:cart"), Before(0, "theft"), Before(1, "break:lantern")))
    assert texts(broken, 0, "tool") == ["tool cart mend", "tool cart back"]
    assert texts(broken, 1, "tool") == ["tool lantern mend", "tool lantern back"]
    assert texts(PUBLIC, 0, "tool") == []
    assert texts(PUBLIC, 0, "hand") == ["hand nothing", "hand back"]


def test_all_that_is_offered_is_text_and_back() -> None:
    broken = replace(PUBLIC, before=(Before(0, "break:cart"),))
    for claim in claims.offered(broken, 0):
        assert claims.parse(claims.write(claim)) == claim
        assert len(claims.write(claim)) <= claims.LONGEST


@pytest.mark.parametrize(
    "text",
    ["", "goal", "gold 8,0", "goal 8,0", "goal x gold", "goal B gold", "goal 8,0 trust", "player AB trust",
     "player M trust", "player  trust", "tool sword mend", "tool mend", "hand x nothing", "hand", "ask B king",
     "aim 8,0 here now", "x" * 50, "player B trust ", "player B trust broke", "player B suspect dug",
     "player B back broke", "player B suspect broke lied", "ask B digger dug", "goal 8,0 gold dug", "hand nothing dug"],
)  # fmt: skip
def test_invalid_claim_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        claims.parse(text)


def test_a_newer_claim_takes_the_place_of_one_about_the_same() -> None:
    assert Claim("goal", "8,0", "gold").subject == Claim("goal", "8,0", "stone").subject
    assert Claim("goal", "8,0", "gold").subject != Claim("goal", "8,2", "gold").subject
    assert Claim("aim", "8,0", "here").subject == Claim("aim", "8,2", "here").subject
    assert Claim("player", "B", "trust").subject != Claim("ask", "B", "digger").subject
    assert Claim("hand", "", "nothing").subject == "hand"


def test_a_claim_holds_as_long_as_what_it_is_about_is_there() -> None:
    broken = replace(PUBLIC, before=(Before(0, "break:cart"),), face_down={"8,0": "goal"})
    assert claims.holds(broken, 0, Claim("tool", "cart", "mend"))
    assert not claims.holds(broken, 1, Claim("tool", "cart", "mend"))
    assert not claims.holds(broken, 0, Claim("tool", "lantern", "mend"))
    assert claims.holds(broken, 0, Claim("goal", "8,0", "gold"))
    assert not claims.holds(broken, 0, Claim("aim", "8,2", "here"))
    assert claims.holds(broken, 0, Claim("player", "C", "trust"))
    assert not claims.holds(broken, 0, Claim("ask", "D", "digger"))
    assert claims.holds(broken, 0, Claim("hand", "", "nothing"))


def test_claim_of_trust_or_suspicion_takes_an_optional_reason() -> None:
    assert claims.parse("player B suspect broke") == Claim("player", "B", "suspect", "broke")
    assert claims.parse("player B suspect") == Claim("player", "B", "suspect")
    claimed = [Claim("player", "B", says, why) for says, whys in claims.REASONS.items() for why in whys]
    assert [claims.parse(claims.write(claim)) for claim in claimed] == claimed
    assert max(len(claims.write(claim)) for claim in claimed) <= claims.LONGEST


def test_a_claim_with_a_reason_is_about_the_same_as_the_one_without() -> None:
    why = Claim("player", "B", "suspect", "broke")
    assert why.bare == Claim("player", "B", "suspect")
    assert why.subject == why.bare.subject
    assert claims.holds(PUBLIC, 0, why)


def test_every_reason_can_be_given_whatever_happened() -> None:
    by_claim = {claims.write(claim): claims.reasons_for(claim) for claim in claims.offered(PUBLIC, 0)}
    assert by_claim["player B suspect"] == ("broke", "dead-end", "felled", "away", "lied")
    assert by_claim["player B trust"] == ("dug", "mended", "cleared", "honest")
    assert not any(whys for text, whys in by_claim.items() if text.split()[-1] not in claims.REASONS)
