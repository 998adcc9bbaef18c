"""Time in values: deadlines, reminders, days off, plans, and how the clock of the site ticks."""
