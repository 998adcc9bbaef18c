"""What the tests do not notice: `./run mutants`. Nothing of it is changed in files; see docs/adr/0022-mutants.md."""
