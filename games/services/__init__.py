"""What people and the clock do: each function is one transaction on a locked table."""
