"""SQLite; Django looks for the backend in `base`."""
