"""Values that pages, charts, CSV and JSON show of sums: one set of figures for all of them."""
