"""Pages: each asks a selector what to show or tells a service what to do, and draws a template."""
