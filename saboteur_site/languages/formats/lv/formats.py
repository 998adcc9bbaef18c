"""The additional date formats in Latvian; for all others Django's own are right."""

WEEKDAY_FORMAT = r"l, Y. \g\a\d\a j. F"
AROUND_DAY_FORMAT = "j. E"
FAR_HOUR_FORMAT = "j. b, H:i"
DUE_FORMAT = "D, j. b, H:i"
