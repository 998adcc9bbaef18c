"""Forms: they check what users send, and translate it into commands of the rules.

- `moves`, `motions`, `pace`, `talk`, `book`, `notifications`, `sharing`, `ceremony`: at a table
- `lobby`, `presets`, `folds`, `joining`, `guests`: a table that is set up: what its form begins with, what is chosen
  in it, who sits down
- `touched`, `stops`, `learn`: what a device remembers: of new cards, of the way to the next table, of lessons
- `search`: what is looked for in the rule book
"""
