"""People: their accounts, how they sign in, what they prefer, and their friends."""
