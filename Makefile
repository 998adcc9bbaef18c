# Aliases of ./run, for those whose fingers know make.
.PHONY: run test soak bench lint setup
.DEFAULT_GOAL := run

run:
	@exec ./run serve

test soak bench lint setup:
	@exec ./run $@
