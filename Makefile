# Aliases of ./run, for those whose fingers know make.
.PHONY: run test soak bench mutants lint setup
.DEFAULT_GOAL := run

run:
	@exec ./run serve

test soak bench mutants lint setup:
	@exec ./run $@
