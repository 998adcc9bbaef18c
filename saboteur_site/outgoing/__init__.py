"""Connections to remote servers.

- `outward`: the only module that sends requests to hosts that users enter (ADR 39)
- `smtp`, `mailfolder`: mail within a total time; mail of the embedded default, in files
- `webpush`: the protocol of push notifications
- `breaker`, `backoff`: circuit breaker and back-off
"""
