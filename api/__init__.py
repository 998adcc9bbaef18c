"""The API of the site at `/api/v1/`, and the tokens and bot accounts that use it (ADR 85).

- `models`: tokens
- `services`, `selectors`: the writers and readers of tokens and bot accounts; lists that only the API needs
- `shapes`: the types of requests and answers, and how they follow from values of the rules
- `versions`: how long each version of the API lives
- `problems`: errors as `application/problem+json`
- `controller`: what all addresses of the API share: token, scope, rates, errors
- `views`: the addresses, by subject; the pages of tokens and of the reference
- `openapi`: the schema, as the controllers have it and as it is committed
"""
