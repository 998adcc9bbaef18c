"""Caches: `redis`, which may go away; `files` of the embedded default; `counters`, which lose no count; `sessions`, of
which they keep copies."""
