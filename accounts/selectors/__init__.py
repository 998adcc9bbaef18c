"""What pages read about people. Nothing here writes."""
