"""What the tests do not notice: `./run mutants`. Nothing of it is changed in files; see docs/adr/0015-mutants.md."""
