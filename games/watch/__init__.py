"""Monitoring for operators: the doctor and the metrics.

`standing` finds tables that are stuck, `greetings` channels that do not answer.
"""
