"""Queries of pages about people. They write nothing."""
