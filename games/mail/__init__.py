"""What is sent, and what stands in it.

- `outbox`: how notices are sent, joined, tried again, given up
- `entries`, `happened`, `news`: what there is to tell of each event, what happened, what is no news any more
- `letters`, `digest`: how a letter is written, and the summary of a day
- `chats`: what is posted to the chats of tables
"""
