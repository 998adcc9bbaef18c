"""Lines to servers that tests take away (`saboteur_site.outgoing.outage`)."""

from saboteur_site.outgoing.outage import Line


def ask_again(line: Line) -> None:
    """Let the next question through, however short ago the server was away."""
    line._rests_until = 0.0
