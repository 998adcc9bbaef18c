"""Circuit breakers of servers that tests take away (`saboteur_site.outgoing.breaker`)."""

from saboteur_site.outgoing.breaker import CircuitBreaker


def ask_again(breaker: CircuitBreaker) -> None:
    """Let the next request through, however short ago the server was away."""
    breaker._open_until = 0.0
