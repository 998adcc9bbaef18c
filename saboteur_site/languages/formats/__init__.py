"""Date and time formats of languages in which Django's formats do not fit.

Additional formats: `WEEKDAY_FORMAT` is a day with its weekday, `AROUND_DAY_FORMAT` a day after the word "around",
`FAR_HOUR_FORMAT` a short time with its date, `DUE_FORMAT` the same with its weekday.
"""
