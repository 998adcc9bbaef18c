"""What Django and django-allauth say on pages of this site. Our catalogues answer before theirs do.

Theirs have no form for some numbers, leave messages in English, and speak to people in another way than this site does.
A message stands here exactly as they write it. `tests/site/test_borrowed.py` says which one is missing.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

IN_FORMS = (
    gettext_noop("Enter a list of values."),
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
"""What is wrong with a field."""

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
"""The same, with a number."""

OF_ACCOUNTS = (
    gettext_noop("Incorrect password."),
    gettext_noop("Please type your current password."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("This password is too common."),
    gettext_noop("You must type the same password each time."),
)
"""What is wrong with a password or an address."""

IN_THE_ADMIN = (
    gettext_noop("Add link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop("Change or view list link"),
    gettext_noop("Error:"),
    gettext_noop("In case you’ve forgotten, you are:"),
    gettext_noop("Model name"),
)
"""What the catalogues of the admin leave in English."""
