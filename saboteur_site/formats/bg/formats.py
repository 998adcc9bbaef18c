"""Days and moments in Bulgarian. Django has no form for some, and takes those of the United States."""

DATE_FORMAT = r"j F Y г."
DATETIME_FORMAT = "j F Y г., H:i"
MONTH_DAY_FORMAT = "j F"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
