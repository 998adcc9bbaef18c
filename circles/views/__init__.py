"""The pages of circles."""
