# What a person does here. Each target sets up what it needs, once, and again when a lock changes.

PACKAGES := git make python3 python3-venv
# The system's own Python, as on a table: one built by hand may be half as fast.
PYTHON ?= $(or $(wildcard /usr/bin/python3),python3)
UV ?= uv
LOCK ?= run

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
MADE := .venv/.made
RUN := .venv/.$(LOCK)
WEB := .venv/.web
DEV := .venv/.dev

.PHONY: help run web floor school tournament install test check bench campaign pi pages pictures lock deb floor-deb image clean

help:
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/make \1\t\2/p' Makefile | expand -t 17
	@echo; echo "make campaign NAME=…"
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/\1\t\2/p' tests/campaigns/campaigns.mk | sed 's/^/  /' | expand -t 26

run: $(RUN)  ## start a table; ARGS are those of `croupier run`
	$(BIN)/croupier run $(ARGS)

web: $(WEB)  ## serve a table to your browser; ARGS are those of `croupier run`
	$(BIN)/croupier run --web $(ARGS)

floor: $(DEV)  ## a floor of five tables and a bank; ARGS=--hit, '--cut TABLE'
	engine=$$(tools/floor/engine.sh .venv/engine) && $(BIN)/python -m tools.floor.floor --engine "$$engine" $(ARGS)

school: $(WEB)  ## a class of twelve simulated trainees, and the page of their trainer
	$(BIN)/croupier school serve examples/school/class.toml --simulated $(ARGS)

tournament: $(DEV)  ## a tournament to its winner; ARGS='--served --kills' has tables in service
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tools.tournament.tournament $(ARGS)

install: $(RUN)  ## make .venv/bin/croupier; on a Raspberry Pi say LOCK=pi

test: $(DEV)  ## run every test; ARGS are those of pytest
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

# The types take as long as all the others together.
check: $(DEV)  ## format, lint, types (of the pages too, where there is node) and the layers
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target --keep-going types style layers page-types

.PHONY: style types layers page-types
style:
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports

page-types:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(TSC) --project jsconfig.json && echo "The pages' types: no error"; \
	else echo "The pages' types were not checked: there is no node here (sudo apt-get install nodejs npm)"; fi

TSC := .venv/page-types/node_modules/.bin/tsc

# For developers alone: the pages are served as they are.
$(TSC): $(wildcard tools/page_types/package*.json tools/page_types/.npmrc) | $(MADE)
	mkdir -p .venv/page-types && cp $^ .venv/page-types
	npm ci --prefix .venv/page-types --ignore-scripts --silent
	@touch $@

bench: $(DEV)  ## measure; ARGS name some
	$(BIN)/python -m bench $(ARGS)

campaign:  ## a long run: NAME=… is one of those below, ARGS are its own
	@$(MAKE) --no-print-directory --file tests/campaigns/campaigns.mk $(NAME)

pi: $(DEV)  ## as root: a table in an emulated Raspberry Pi; ARGS are those of pytest
	tools/pi/qemu.sh .pi
	UV=$(UV) tools/pi/card.sh .pi
	$(BIN)/pytest -m pi --numprocesses 2 --dist loadfile --verbose --durations 0 -rP tests/pi $(ARGS)

pages: $(DEV)  ## write the pages of docs/ that are made from the program
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.odds_page
	$(BIN)/python -m tools.wiring_pages
	$(BIN)/python -m tools.part_electrics
	$(BIN)/python -m tests.kits.faults.fault_page
	$(BIN)/python -m tools.error_pages
	$(BIN)/python -m tools.protocol_pages
	$(BIN)/python -m tools.record_pages
	$(BIN)/python -m tools.manual_pages
	$(BIN)/python -m tools.clause_pages
	$(BIN)/python -m tools.path_pages

pictures: $(DEV)  ## draw the pictures of docs/ from the real program
	$(BIN)/python -m tools.picture
	$(BIN)/python -m tools.console_picture
	$(BIN)/python -m tools.web_pictures
	$(BIN)/python -m tools.web_film
	$(BIN)/python -m tools.school_pictures
	$(BIN)/python -m tools.correction_pictures
	$(BIN)/python -m tools.web_keyboard
	$(BIN)/python -m tools.tournament_pictures

lock:  ## regenerate requirements/; ARGS=--upgrade takes the newest versions
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) $(LIKE_RUN) --group build --output-file requirements/build.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra pi --extra uplink --output-file requirements/pi.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra web --output-file requirements/web.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra floor --output-file requirements/floor.txt
	$(COMPILE) $(LIKE_RUN) --constraint requirements/floor.txt pyproject.toml --extra floor --extra archive --output-file requirements/archive.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --constraint requirements/web.txt --constraint requirements/build.txt \
		--constraint requirements/floor.txt --extra archive --extra floor --extra odds --extra pi --extra web --extra test --extra check --extra uplink --output-file requirements/dev.txt

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header $(ARGS)
LIKE_RUN := --constraint requirements/run.txt
# A lock is whole. It lacks what pyproject.toml has overridden, which pip would ask for.
LOCKED := --no-deps --require-hashes

# The maker's key, and a table's Python and machine: Debian 12 has 3.11, Debian 13 has 3.13.
KEY ?= $(HOME)/croupier-keys/maker.key
TABLE_PYTHON ?= 3.11
TABLE_MACHINE ?= aarch64
SITE := .venv/site-$(TABLE_PYTHON)-$(TABLE_MACHINE)
DIST ?= dist
VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' firmware/__init__.py)

deb: $(RUN)  ## make dist/*.deb, signed with KEY; TABLE_PYTHON=3.13, TABLE_MACHINE=x86_64
	@[ -r $(KEY) ] || { echo "There is no maker's key $(KEY): $(BIN)/python -m tools.release key $(dir $(KEY))" >&2; \
		echo "Or name yours: make deb KEY=…" >&2; exit 1; }
	@command -v $(UV) >/dev/null || { echo "There is no uv, which fetches libraries for another machine: $(PIP) install uv" >&2; \
		echo "Then: make deb UV=$(BIN)/uv" >&2; exit 1; }
	rm -rf $(SITE) && mkdir -p $(DIST)
	$(FETCH) --python-platform $(TABLE_MACHINE)-manylinux_2_36 --python-version $(TABLE_PYTHON) --target $(SITE)
	$(BIN)/python -m tools.release pack --key $(KEY) --version $(VERSION) $(BYTE_CODE) \
		--site $(SITE) --python $(TABLE_PYTHON) $(SITE)/croupier-$(VERSION).croupier
	$(BIN)/python -m tools.make_deb $(SITE)/croupier-$(VERSION).croupier $(KEY:.key=.pub) $(DIST)

floor-deb: $(RUN)  ## make dist/croupier-floor*.deb for a server; SERVER_PYTHON, SERVER_MACHINE
	rm -rf $(SERVER_SITE) && mkdir -p $(DIST)
	$(UV) $(FETCH_SERVER) --python-platform $(SERVER_MACHINE)-manylinux_2_36 --python-version $(SERVER_PYTHON) --target $(SERVER_SITE)
	$(BIN)/python -m tools.make_floor_deb --site $(SERVER_SITE) --python $(SERVER_PYTHON) --machine $(SERVER_MACHINE) $(DIST)

SERVER_PYTHON ?= 3.11
SERVER_MACHINE ?= x86_64
SERVER_SITE := .venv/site-floor-$(SERVER_PYTHON)-$(SERVER_MACHINE)
FETCH_SERVER = pip install --quiet --no-deps --require-hashes --only-binary :all: \
	--requirement requirements/archive.txt --requirement requirements/web.txt

# Where this machine has the table's Python: without byte code each command compiles the program.
BYTE_CODE = $(addprefix --byte-code ,$(or $(shell python$(TABLE_PYTHON) -c 'import sys; print(sys.executable)' 2>/dev/null),$(wildcard .image/python$(TABLE_PYTHON))))
FETCH = $(UV) pip install --quiet --no-deps --require-hashes --only-binary :all: --requirement requirements/pi.txt

# What is the house's on a card: RULES are udev's names of the cables, DECKS a folder of registries.
TABLE ?= examples/baccarat.toml
CHIPS ?= examples/chips.csv
RULES ?= examples/70-croupier.rules
DECKS ?=
CARD = $(DIST)/croupier-$(VERSION)+deb13_arm64.img
CARD_DEB = $(DIST)/croupier_$(VERSION)+deb13_arm64.deb

image: card  ## as root: make a Pi's card, dist/*.img, signed with KEY; TABLE=…, CHIPS=…
	xz --keep --force --threads=2 $(CARD)

.PHONY: card
card: $(RUN)
	tools/image/debian.sh .image
	$(MAKE) --no-print-directory deb TABLE_PYTHON=3.13 TABLE_MACHINE=aarch64
	rm -rf .image/table && mkdir .image/table
	$(BIN)/python -m tools.image table $(TABLE) >.image/table/table.toml
	cp $(CHIPS) .image/table/chips.csv
	cp $(RULES) .image/table/70-croupier.rules
	$(if $(DECKS),cp -r $(DECKS) .image/table/decks)
	tools/image/image.sh .image $(CARD_DEB) $(CARD)
	$(BIN)/python -m tools.image sign $(CARD) --key $(KEY) --table $(CARD_DEB) --packages .image/card.packages

clean:  ## remove what the others made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Croupier needs Python 3.11 or newer with its venv module; on Debian 12:" >&2; \
		echo "    sudo apt-get install $(PACKAGES)" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

$(sort $(RUN) $(WEB)): .venv/.%: requirements/%.txt requirements/build.txt pyproject.toml | $(MADE)
	$(PIP) install $(LOCKED) --requirement requirements/$*.txt --requirement requirements/build.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Two thirds of what developers have is never imported: Python compiles the rest as it is.
$(DEV): requirements/dev.txt $(RUN)
	$(PIP) install --no-compile $(LOCKED) --requirement requirements/dev.txt
	@touch $@
