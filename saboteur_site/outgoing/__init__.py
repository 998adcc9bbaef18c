"""Connections to servers of others.

- `outward`: the one guarded way out to hosts that people name (ADR 39)
- `smtp`, `mailfolder`: mail within a total time; mail of the embedded default, in files
- `webpush`: the protocol of notifications on devices
- `breaker`, `backoff`: servers that are away, and when they are asked again
"""
