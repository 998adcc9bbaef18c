"""The queue of tasks: its brokers in files and in Redis, `beat`, and `dead_letters` for unreadable messages."""
