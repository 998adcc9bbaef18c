"""What operators are told: the doctor and the metrics.

`standing` says which tables stand still, `greetings` whether channels answer.
"""
