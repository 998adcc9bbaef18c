"""Latvian."""
