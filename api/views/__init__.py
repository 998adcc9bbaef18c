"""The addresses of the API, by subject, and two pages of the site.

- `me`, `tables`, `rounds`: what a token reads
- `moves`, `talk`, `seats`: what it does
- `tokens`, `reference`: pages
"""
