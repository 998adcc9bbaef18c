"""Sites of real processes whose database is restarted, frozen, full, or cut off in the middle of a commit."""
