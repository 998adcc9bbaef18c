"""The lessons to read: how the game is won, gold and the three rounds, talk and suspicion, games over days."""

from django.utils.translation import gettext_lazy as _

from handbook.lessons.reading import Answer, Reading, Scene

START = Reading(
    name="start",
    title=_("How the game is won"),
    task=_("Four pictures: who you are, what you do, and how a round and the game are won."),
    scenes=(
        Scene(
            ("role-digger", "role-saboteur"),
            _("Who you are"),
            _("You get a secret role. Diggers dig for the gold, and saboteurs secretly keep them from it (R10)."),
        ),
        Scene(
            ("t-start", "t-NESW", "goal"),
            _("What you do"),
            _("On your turn, you play a card and draw one. Tunnels lead from the start to three hidden goals (R13)."),
        ),
        Scene(
            ("g-gold",),
            _("How a round is won"),
            _("If a tunnel reaches the gold, the diggers win. If the cards run out, the saboteurs win (R22, R23)."),
        ),
        Scene(
            ("gold-1", "gold-2", "gold-3"),
            _("How the game is won"),
            _("Each round pays gold cards to its winners. Most gold after three rounds wins the game (R25, R26)."),
        ),
    ),
    question=_("All cards are played, and no tunnel has reached the gold. Who wins the round?"),
    answers=(
        Answer(
            "diggers",
            _("The diggers"),
            _("The diggers win only if a tunnel reaches the gold. Try another answer (R22)."),
        ),
        Answer(
            "saboteurs",
            _("The saboteurs"),
            _("Right: without the gold, the saboteurs win. Next, you’ll lay a tunnel yourself (R23)."),
        ),
        Answer(
            "nobody",
            _("Nobody"),
            _("Someone does. Who wanted exactly that? Try another answer (R23)."),
        ),
    ),
    right="saboteurs",
)

GOLD = Reading(
    name="gold",
    title=_("Gold and the three rounds"),
    task=_("What a round pays, who knows how much you have, and what changes between the rounds."),
    scenes=(
        Scene(
            ("g-gold", "gold-3", "gold-2"),
            _("The diggers win"),
            _("There’s a gold card for each digger. The player who reached the gold takes the first one (R22)."),
        ),
        Scene(
            ("g-stone-a", "role-saboteur", "gold-3"),
            _("The saboteurs win"),
            _("A single saboteur gets four nuggets, two or three get three each (R23)."),
        ),
        Scene(
            ("gold-1",),
            _("Your gold is secret"),
            _("After a round, everyone sees the roles. Only you see what your gold cards are worth (R24)."),
        ),
        Scene(
            ("role-digger", "role-saboteur"),
            _("New roles in each round"),
            _("Roles and cards are dealt again. You keep your gold, and it’s counted after three rounds (R25)."),
        ),
    ),
    question=_("You were a saboteur in round 1 and won. In round 2 you’re a digger. What about your gold?"),
    answers=(
        Answer(
            "lost",
            _("I give it back"),
            _("Gold is yours whatever role you get later. Try another answer (R25)."),
        ),
        Answer(
            "kept",
            _("I keep it"),
            _("Right: the gold of all rounds is added up, and the most gold wins. A tie is shared (R26)."),
        ),
        Answer(
            "shown",
            _("I show it to everyone"),
            _("What your gold cards are worth stays secret to the end of the game. Try another answer (R24)."),
        ),
    ),
    right="kept",
)

TALK = Reading(
    name="talk",
    title=_("Talk and suspect"),
    task=_("How to say what you saw, who you suspect and why, and where to note it."),
    scenes=(
        Scene(
            ("a-map", "goal"),
            _("Claims"),
            _("After a look at a goal, you may tell the others what’s there. You may lie: nobody checks (R18)."),
        ),
        Scene(
            ("t-E.W", "i-break-lantern"),
            _("Reasons"),
            _("Say who you suspect, and why: a dead end, a broken tool, a rockfall on a good tunnel (R15)."),
        ),
        Scene(
            ("role-unknown",),
            _("Your book"),
            _("It keeps what everyone did, what you saw, and what you think of each player. Only you read it (R94)."),
        ),
    ),
    question=_("Bo laid dead ends, Cy repaired your lantern, and Dee looked at a goal. Who do you suspect?"),
    answers=(
        Answer(
            "B",
            _("Bo"),
            _("Right: dead ends stop all diggers. It’s no proof, because Bo may have had no other card (R14)."),
        ),
        Answer(
            "C",
            _("Cy"),
            _("Cy helped you to dig. A saboteur seldom does that. Try another answer (R16)."),
        ),
        Answer(
            "D",
            _("Dee"),
            _("Diggers use maps as well. What counts is what Dee says about it. Try another answer (R18)."),
        ),
    ),
    right="B",
)

DAYS = Reading(
    name="days",
    title=_("A game over days"),
    task=_("When your clock runs, how you hear that it’s your turn, and how to plan it."),
    scenes=(
        Scene(
            ("i-clock",),
            _("The clock"),
            _("Each player has a bank of hours. It runs only in your own turns, and not in your quiet hours (R90)."),
        ),
        Scene(
            ("i-hand",),
            _("Notifications"),
            _("When it’s your turn, you get a notification or a mail. You can close the page (R90)."),
        ),
        Scene(
            ("t-EW", "a-map"),
            _("Plans"),
            _("You can plan your next turn. When it comes, we play the first of your moves that’s possible (R95)."),
        ),
        Scene(
            ("i-pile",),
            _("When time runs out"),
            _("A card of yours is discarded at random, and the game goes on. The first time, you get more time (R92)."),
        ),
    ),
    question=_("It’s your turn, and you go to sleep. Your quiet hours start at ten. Does your clock run?"),
    answers=(
        Answer(
            "runs",
            _("Yes, all night"),
            _("Quiet hours stop your clock. Try another answer (R90)."),
        ),
        Answer(
            "stands",
            _("No, not in my quiet hours"),
            _("Right. You set your quiet hours in your profile, and days off as well (R90)."),
        ),
        Answer(
            "others",
            _("The clock of the next player runs"),
            _("The game waits for you, so nobody else’s clock runs. Try another answer (R90)."),
        ),
    ),
    right="stands",
)
