"""Dates in Ukrainian: a month after a day needs the genitive, which Django omits in dates without a year."""

DATE_FORMAT = "j E Y р."
DATETIME_FORMAT = "j E Y р., H:i"
MONTH_DAY_FORMAT = "j E"
WEEKDAY_FORMAT = "l, j E Y р."
AROUND_DAY_FORMAT = "j E"
FAR_HOUR_FORMAT = "j b, H:i"
DUE_FORMAT = "D j b, H:i"
