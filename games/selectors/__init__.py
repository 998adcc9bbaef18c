"""What pages read, and nothing that writes."""
