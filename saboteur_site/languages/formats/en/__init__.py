"""English, as it is written in Britain, with 24 hours."""
