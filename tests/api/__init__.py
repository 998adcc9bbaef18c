"""The API: its addresses, tokens, bot accounts, schema and secrecy."""
