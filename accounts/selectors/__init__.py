"""What pages read about people, and nothing that writes."""
