"""The readers of circles. Each function costs the stated number of queries."""
