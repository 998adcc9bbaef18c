"""Dates and times in Spanish, where Django adds an article that some sentences already have."""

DATETIME_FORMAT = r"j \d\e F \d\e Y, H:i"
WEEKDAY_FORMAT = r"l, j \d\e F \d\e Y"
AROUND_DAY_FORMAT = r"\e\l j \d\e F"
FAR_HOUR_FORMAT = "j b, H:i"
DUE_FORMAT = "D j b, H:i"
