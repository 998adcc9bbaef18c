"""Pure functions of time: users' time zones and quiet hours."""
