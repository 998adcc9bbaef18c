"""The search of the rule book (ADR 79).

- `words`: the words of a text or a question, in one language, without endings and with their meanings
- `pages`: the pages that can be found, and their texts
- `index`: the pages ranked by BM25, and the lines that are shown
- `short_answers`: numbers from the rules themselves that stand above the results
"""
