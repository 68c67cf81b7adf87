# The two commands: `make play` opens the box in a browser, `make test` runs every check there is.
# Each sets up all that it needs, in this folder.

PYTHON  ?= python3
VENV    := .venv
BIN     := $(VENV)/bin
VENDOR  := src/ravelbox/web/static/vendor/idiomorph.esm.js
AXE     := $(VENV)/share/axe.min.js
TSC     := $(VENV)/share/typescript
SOURCES := $(shell find src docs/rules -type f ! -name '*.pyc' ! -path '*.egg-info*') \
           pyproject.toml setup.py constraints.txt README.md
INSTALL  = $(BIN)/python tools/install.py

.PHONY: play test bench gallery golden clean

play: $(VENV)/.play
	@$(BIN)/ravelbox --version
	@$(BIN)/ravelbox serve

# Pages come from views, which both engines make alike: the browser looks at them once, compiled.
test: $(VENV)/.test
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python tools/scripts.py
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.server.postgres
	RAVELBOX_ENGINE=interpreted PYTHONPATH=src $(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/browser
	RAVELBOX_ENGINE=compiled $(BIN)/python -m pytest -n auto --dist worksteal

# Everything in benchmarks/, ours and other kits side by side: benchmarks/results.md and its pictures.
# It takes hours; each part can be made alone by the command that stands above its table.
bench: $(VENV)/.bench
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.server.postgres
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.envs
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.ladder --keep
	$(BIN)/python -m benchmarks.solver
	$(BIN)/python -m benchmarks.simulation
	$(BIN)/python -m benchmarks.page
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.survival

# Every page and table, three windows, light and dark: build/gallery/index.html.
gallery: $(VENV)/.test
	$(BIN)/python -m tests.browser.chromium
	RAVELBOX_ENGINE=interpreted PYTHONPATH=src $(BIN)/python -m tests.browser.gallery

# The files that tests compare with; read the difference before you commit it.
golden: $(VENV)/.test
	PYTHONPATH=src $(BIN)/python -m tests.golden.make

clean:
	rm -rf $(VENV) build dist src/ravelbox.egg-info $(dir $(VENDOR))

$(VENV)/.play: $(SOURCES) $(VENDOR)
	$(INSTALL) server
	@touch $@

$(VENV)/.test: $(SOURCES) $(VENDOR) $(AXE) $(TSC)
	$(INSTALL) server,lab,cluster,envs,learn,dev
	@touch $@

$(VENV)/.bench: $(SOURCES) $(VENDOR)
	$(INSTALL) server,lab,envs,dev,bench
	@touch $@

# The page's one script from elsewhere and the tests' auditors, fetched from their registry and never committed.
$(VENDOR) $(AXE) $(TSC): tools/vendor.py | $(BIN)/python
	$(BIN)/python tools/vendor.py $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and f"Ravelbox needs Python 3.11 or newer; this is {v.major}.{v.minor}")'
	$(PYTHON) -m venv $(VENV)
