"""The writers of results, one transaction for each game."""
