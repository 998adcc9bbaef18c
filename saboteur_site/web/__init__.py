"""Requests and responses.

- `middleware`, `gate`, `release`, `host_cookies`, `context`: applied to every request
- `errors`, `failures`, `answers`, `declined`: the responses to refused and failed requests
- `limits`, `rates`: rate limits
- `attention`, `fragments`: requests that a person makes; requests for a part of a page
- `secret_parts`: secrets in addresses (ADR 64)
- `packing`, `statics`, `offline`: compression, static files, pages stored on devices
- `staff`, `lists`: the admin; `well_known`: well-known URLs
"""
