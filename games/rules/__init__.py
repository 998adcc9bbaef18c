"""The rules of Saboteur: pure Python values and functions, no Django, no clock, no hidden chance, no I/O.

The engine can be used without the site; `docs/engine.md` shows how, in a page. The public modules:

- `engine`: ``first_deal``, ``begin_from``, ``next_deal``, ``awaited``, ``legal``, ``passes``, ``check``, ``apply``
- `view`: what one seat may know; `codec`: states, commands and events as text
- `table.Ruleset` and `ruleset.compiled`: which rules are in force
- `notation`, `record`, `export`, `verify`, `replay`: games as text, and whether they were played fairly
- `steps`: a round after each of its commands, from its log
"""
