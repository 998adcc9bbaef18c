"""Long words in the HTML of letters."""

from games.templatetags.letters import breakable


def test_a_long_word_may_go_on_in_the_next_line_and_its_signs_stay() -> None:
    assert breakable("At the bergwerksversammlungsgesellschaften.") == (
        "At the bergwerks<wbr>versammlu<wbr>ngsgesell<wbr>schaften."
    )
    assert breakable("It’s your turn at the table “Friday dwarves”.") == "It’s your turn at the table “Friday dwarves”."


def test_name_is_never_markup_in_a_letter() -> None:
    assert breakable("<b>&</b>aaaaaaaaaaaaaaaaaaaa") == "&lt;b&gt;&amp;&lt;/b&gt;a<wbr>aaaaaaaaa<wbr>aaaaaaaaaa"
