"""How well bots play: rounds among themselves and against others, counted (`./run bots`)."""
