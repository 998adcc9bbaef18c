"""Moments in Spanish, where Django writes an article that some sentences already have."""

DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
