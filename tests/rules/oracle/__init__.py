"""A second, slow reading of the base game's rules, kept apart from the engine so that the two can be compared."""
