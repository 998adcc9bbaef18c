"""A cache on Redis that may go away."""

from django.core.cache.backends.redis import RedisCache


class SoftRedisCache(RedisCache):
    """Redis, as long as it is there."""
