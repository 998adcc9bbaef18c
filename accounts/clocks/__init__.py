"""Time in values: the zones that people live in, and the hours in which their clocks sleep."""
