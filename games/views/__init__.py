"""Views: each calls a selector or a service and renders a template."""
