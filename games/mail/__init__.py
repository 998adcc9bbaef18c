"""What is sent: the outbox, and what stands in a letter."""
