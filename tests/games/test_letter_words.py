"""Long words in the HTML of letters."""

from games.templatetags.letters import breakable


def test_long_word_may_break_and_keeps_its_punctuation() -> None:
    assert breakable("At the bergwerksversammlungsgesellschaften.") == (
        "At the bergwerks<wbr>versammlu<wbr>ngsgesell<wbr>schaften."
    )
    assert breakable("It’s your turn at the table “Friday dwarves”.") == "It’s your turn at the table “Friday dwarves”."


def test_words_of_a_language_stay_whole_in_a_letter() -> None:
    assert breakable("zurückgenommen, Benachrichtigungen") == "zurückgenommen, Benachrichtigungen"


def test_name_is_never_markup_in_a_letter() -> None:
    assert breakable("<b>&</b>aaaaaaaaaaaaaaaaaaaa") == "&lt;b&gt;&amp;&lt;/b&gt;a<wbr>aaaaaaaaa<wbr>aaaaaaaaaa"
