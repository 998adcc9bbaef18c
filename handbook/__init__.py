"""The handbook: the rule book, the printed guides, its search, and the lessons. `games` imports nothing from here.

- `entries`, `entry`: which page is about which card, game or module; `rule_texts`: the numbered rules, as pages
- `books`: where the printed rulebooks differ; `cases`, `case_pictures`: a rule in a small mine, and its picture
- `search`: the full-text index of the handbook; `help_pages`: the site's own help
- `lessons`: small positions with one thing to do, as values; `lesson_page`: the content of a lesson's page
- `views.card_help`: the page of a card, opened over a table
"""
