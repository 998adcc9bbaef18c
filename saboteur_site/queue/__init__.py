"""The queue of tasks: its brokers in files and in Redis, `beat`, and `dead_letters`: what lies in it and is no message."""
