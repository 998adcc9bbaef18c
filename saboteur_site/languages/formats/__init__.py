"""How dates and times are written, where Django's own way is not that of the language as it is written here.

Formats of our own: `WEEKDAY_FORMAT` is a day with its weekday, `AROUND_DAY_FORMAT` a day as it stands after "around",
`FAR_HOUR_FORMAT` a moment where there is little room, `DUE_FORMAT` the same with its weekday.
"""
