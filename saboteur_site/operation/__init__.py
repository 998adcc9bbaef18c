"""For operators: checks, `doctor`, `readiness`, reports, and files with restricted permissions."""
