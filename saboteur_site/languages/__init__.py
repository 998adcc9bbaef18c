"""The language of a page, and the message catalogues.

- `choice`, `reader`: the language of a request (ADR 50), and that of a user with an account
- `progress`: which languages are still in progress (ADR 90)
- `extraction`, `merge`, `catalogues`: messages in the code, how catalogues follow them, and how they are compiled
- `borrowed`: messages of Django and django-allauth, so that our catalogues take precedence
- `sentences`: the library `i18n` of all templates
- `formats/`: how dates are written
"""
