"""The template loader, and tags with a cache in the process: addresses, static files, constant fragments."""
