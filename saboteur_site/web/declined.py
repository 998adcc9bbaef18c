"""What the site answers when it declines something: one kind of error for all services."""


class DeclinedError(Exception):
    """The site declines a request; the message is a sentence for them, ``status`` fits HTTP.

    Nothing has changed. ``retry_after``: in how many seconds it may be asked again, where that is known.
    """

    status = 422
    retry_after: int | None = None


class TooLateError(DeclinedError):
    """What it is about has changed since they looked at it."""

    status = 409


class TooManyError(DeclinedError):
    """It was asked for too often, and may be again after ``retry_after`` seconds."""

    status = 429

    def __init__(self, sentence: object, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after
