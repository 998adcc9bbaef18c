"""People: who plays here, how they sign in, what they prefer, and who is whose friend."""
