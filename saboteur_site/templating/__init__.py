"""How templates are read, and what is worked out once in a process: addresses, files, fragments that never change."""
