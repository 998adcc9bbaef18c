"""Messages of Django and django-allauth that this site shows. Our catalogues take precedence over theirs.

Theirs lack some plural forms, leave messages in English, and use another tone than this site. Messages are copied here
exactly from their source. `tests/site/test_borrowed.py` names each missing one.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

IN_FORMS = (
    gettext_noop("Enter a list of values."),
    gettext_noop("Enter a valid JSON."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid “slug” consisting of letters, numbers, underscores or hyphens."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Null characters are not allowed."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("This field is required."),
)
"""Errors of form fields."""

COUNTED = (
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
"""Errors of form fields with a number, in their plural forms."""

OF_ACCOUNTS = (
    gettext_noop("Incorrect password."),
    gettext_noop("Please type your current password."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("This password is too common."),
    gettext_noop("You must type the same password each time."),
)
"""Errors of passwords and mail addresses."""

IN_THE_ADMIN = (
    gettext_noop("Add link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Change or view list link"),
    gettext_noop("Error:"),
    gettext_noop("In case you’ve forgotten, you are:"),
    gettext_noop("Model name"),
)
"""Messages that Django's catalogues of the admin do not translate."""
