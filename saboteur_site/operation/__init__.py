"""What those who run the site need: checks, `doctor`, `readiness`, reports, and files that others must not read."""
