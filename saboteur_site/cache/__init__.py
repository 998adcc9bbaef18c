"""Caches: `redis`, with outages; `files` of the embedded default; `counters`, which are atomic; `sessions`, cached
copies of rows."""
