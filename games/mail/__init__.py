"""The texts of notifications, and how they are sent.

- `outbox`: how notices are sent, joined, retried and abandoned
- `entries`, `happened`, `news`: the content for each event, past events of a table, whether a notice is still relevant
- `letters`, `digest`: how a mail is rendered, and the daily digest
- `chats`: what is posted to the chats of tables
"""
