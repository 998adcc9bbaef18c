"""Rows and what goes with them: a state in its rows, notices, words to the queue, what is kept."""
