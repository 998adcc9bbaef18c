"""The rules of Saboteur: pure Python values and functions, no Django, no clock, no hidden chance, no I/O.

``engine`` is the door: ``begin_from``, ``apply`` and ``legal``. ``view`` gives what one seat may know.
"""
