# Each target does its own set-up. `make` alone lists them.

PYTHON_IN_VENV := .venv/bin/python

.PHONY: help setup demo test check bench clean

help:
	@echo 'make demo    train a small VARC, measure its task embeddings, write a report'
	@echo '             (DATA=NAME_OR_PATH takes other tasks than generated ones, such as DATA=conceptarc)'
	@echo 'make test    run the tests'
	@echo 'make check   formatting, lint, types, floors'
	@echo 'make bench   time training and its parts on this machine'
	@echo 'make setup   build .venv with pinned versions (the others do this by themselves)'
	@echo '             (CONSTRAINTS=FILE takes other pins, PYTHON=COMMAND another Python)'
	@echo 'make clean   remove .venv and caches; results and data stay'

setup:
	@bash scripts/setup.sh

demo: setup
	@bash scripts/reproduce/demo.sh

test: setup
	$(PYTHON_IN_VENV) -m pytest

check: setup
	$(PYTHON_IN_VENV) -m ruff format --check .
	$(PYTHON_IN_VENV) -m ruff check .
	$(PYTHON_IN_VENV) -m pyright
	.venv/bin/lint-imports

bench: setup
	$(PYTHON_IN_VENV) scripts/bench.py varc

clean:
	rm -rf .venv .pytest_cache .ruff_cache .import_linter_cache .hypothesis build src/*.egg-info
	find src train analysis scripts tests -name __pycache__ -prune -exec rm -rf {} +
