"""Requests and answers.

- `middleware`, `gate`, `release`, `host_cookies`, `context`: what happens to every request
- `errors`, `failures`, `answers`, `declined`: the pages of refused and failed requests
- `limits`, `rates`: how often a user or an address may do something
- `attention`, `fragments`: which requests a person makes; which ask for a part of a page
- `secret_parts`: secrets in addresses (ADR 64)
- `packing`, `statics`, `offline`: how answers are packed, files as they are sent, which copies a device may keep
- `staff`, `lists`: the admin; `well_known`: what programs ask every site for
"""
