"""The error of all services for requests that the site declines."""


class DeclinedError(Exception):
    """The site declines a request; the message is a sentence for the user, ``status`` the HTTP status.

    Nothing has changed. ``retry_after``: seconds until a retry makes sense, if known.
    """

    status = 422
    retry_after: int | None = None


class TooLateError(DeclinedError):
    """The subject of the request has changed since the user's page was made."""

    status = 409


class TooManyError(DeclinedError):
    """The rate limit is used up; a retry is possible after ``retry_after`` seconds."""

    status = 429

    def __init__(self, sentence: object, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after
