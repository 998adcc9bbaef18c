"""The art of the game: every picture is drawn here by Python and written to SVG files.

Card space is 80 wide and 100 high, its centre 40,50. Pictures hold no text (nothing to translate), no gradients and no
``url()`` (so an external file works through ``<use>``), and name colours only as ``var(--name)`` (so light, dark and
high-contrast themes recolour them). ``manage.py draw`` writes what this package gives; ``static/*.svg``
and ``static/css/tokens.css`` are never edited by hand.
"""
