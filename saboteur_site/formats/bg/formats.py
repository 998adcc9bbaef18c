"""Moments in Bulgarian, for which Django has no form and takes that of the United States."""

DATETIME_FORMAT = "d F Y, H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
