"""Forms: they validate user input, and translate it into commands of the rules.

- `moves`, `motions`, `pace`, `talk`, `book`, `notifications`, `sharing`, `ceremony`, `coach`: at a table
- `lobby`, `presets`, `folds`, `joining`, `guests`: a table that is set up: its initial values, its choices, who may
  take a seat
- `watching`: the links for people without a seat
- `touched`, `stops`: what a device stores: touched cards, the position among waiting tables
"""
