"""Days of our own forms in Latvian; for all the rest Django's own forms are good."""

WEEKDAY_FORMAT = r"l, Y. \g\a\d\a j. F"
AROUND_DAY_FORMAT = "j. E"
FAR_HOUR_FORMAT = "j. b, H:i"
DUE_FORMAT = "D, j. b, H:i"
