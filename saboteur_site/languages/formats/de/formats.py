"""The additional date formats in German, and those with a comma before the hour; Django’s others are right."""

DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
WEEKDAY_FORMAT = "l, j. F Y"
AROUND_DAY_FORMAT = r"\a\m j. F"
FAR_HOUR_FORMAT = "j. b, H:i"
DUE_FORMAT = "D, j. b, H:i"
