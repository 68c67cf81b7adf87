# The two commands: `make play` opens the box in a browser, `make test` runs every check there is.
# Each sets up all that it needs, in this folder.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
VENDOR  := src/ravelbox/web/static/vendor/idiomorph.esm.js
SOURCES := $(shell find src docs/rules -type f ! -name '*.pyc' ! -path '*.egg-info*') \
           pyproject.toml setup.py constraints.txt README.md
INSTALL  = $(BIN)/python tools/install.py

.PHONY: play test bench golden clean

play: $(VENV)/.play
	@$(BIN)/ravelbox --version
	@$(BIN)/ravelbox serve

test: $(VENV)/.test
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.server.postgres
	RAVELBOX_ENGINE=interpreted PYTHONPATH=src $(BIN)/python -m pytest
	RAVELBOX_ENGINE=compiled $(BIN)/python -m pytest

# Ours and other kits side by side, in one run; writes benchmarks/results.md.
bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.run

# The files that tests compare with; read the difference before you commit it.
golden: $(VENV)/.test
	PYTHONPATH=src $(BIN)/python -m tests.golden.make

clean:
	rm -rf $(VENV) build dist src/ravelbox.egg-info $(dir $(VENDOR))

$(VENV)/.play: $(SOURCES) $(VENDOR)
	$(INSTALL) server
	@touch $@

$(VENV)/.test: $(SOURCES) $(VENDOR)
	$(INSTALL) server,dev
	@touch $@

$(VENV)/.bench: $(SOURCES) $(VENDOR)
	$(INSTALL) server,bench
	@touch $@

# The page's one script from elsewhere, fetched from its registry and never committed.
$(VENDOR): tools/vendor.py | $(BIN)/python
	$(BIN)/python tools/vendor.py $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and f"Ravelbox needs Python 3.11 or newer; this is {v.major}.{v.minor}")'
	$(PYTHON) -m venv $(VENV)
