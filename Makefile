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

.PHONY: help run web floor floor-kills floor-partitions floor-units floor-many month test install check bench times mutants million rounds mistakes poker tournament tournaments odds odds-played odds-exactly odds-pai-gow-poker odds-blackjack-split odds-blackjack-resplit drift drift-year jackpot machines kill kernel fuzz spins campaign staged picture sessions pages lock wheels deb installs clean

help:
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/make \1\t\2/p' Makefile | expand -t 32

run: $(RUN)  ## start a table; ARGS are those of `croupier run`
	$(BIN)/croupier run $(ARGS)

web: $(WEB)  ## serve a table to your browser; ARGS are those of `croupier run`
	$(BIN)/croupier run --web $(ARGS)

floor: $(DEV)  ## a floor on this machine: engine, ledger, a progressive jackpot, the pit, five simulated tables, a bank of slot machines; ARGS=--hit has the jackpot won, ARGS='--cut TABLE' disconnects a table
	engine=$$(tools/floor/engine.sh .venv/engine) && $(BIN)/python -m tools.floor.floor --engine "$$engine" $(ARGS)

month: $(DEV)  ## a month of five tables in the ledger, on virtual time: win, expectation, false alarms and the jackpot's audit, to the cent (five minutes); ARGS='--days 3' is shorter
	$(BIN)/python -m tests.campaigns.floor.floor_month $(ARGS)

floor-many: $(DEV)  ## the journals of many tables, replayed into a real engine at a real floor's rate: how late the ledger is, memory and disk; ARGS='--tables 200'
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_many $(ARGS)

floor-kills: $(DEV)  ## a floor whose processes are killed, whose clocks are set back and whose disk is full (six minutes); ARGS='--servers 3' has three of the engine
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_kills $(ARGS)

floor-partitions: $(DEV)  ## as root: a floor whose hosts are network namespaces, with packets lost, late and cut off, and processes killed (five minutes); ARGS='--rate 12 --seed 4'
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_partitions $(ARGS)

floor-units: $(DEV)  ## as root: ledger, keeper, pit and uplink as systemd begins them, over PostgreSQL and with certificates (a minute)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_units

test: $(DEV)  ## run every test; ARGS are those of pytest
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

install: $(RUN)  ## make .venv/bin/croupier; on a Raspberry Pi say LOCK=pi

check: $(DEV)  ## format, lint, types and the layers; those of the pages where there is node
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(TSC) --project jsconfig.json && echo "The pages' types: no error"; \
	else echo "The pages' types were not checked: there is no node here (sudo apt-get install nodejs npm)"; fi

TSC := .venv/page-types/node_modules/.bin/tsc

# For developers alone: the pages are served as they are.
$(TSC): $(wildcard tools/page_types/package*.json tools/page_types/.npmrc) | $(MADE)
	mkdir -p .venv/page-types && cp $^ .venv/page-types
	npm ci --prefix .venv/page-types --ignore-scripts --silent
	@touch $@

bench: $(DEV)  ## measure
	$(BIN)/python -m bench $(ARGS)

times: $(DEV)  ## run every test, and list where the time is spent; ARGS are those of pytest
	rm -f $(TIMES)
	-$(MAKE) test ARGS="-p bench.times --times $(TIMES) $(ARGS)"
	$(BIN)/python -m bench.times $(TIMES)

TIMES := .venv/times.jsonl

million: $(DEV)  ## a million random rounds of the core against a second, independent computation (a quarter of an hour)
	$(BIN)/python -m tests.campaigns.million_rounds --rounds 1000000 --seed 1 --processes 2 $(ARGS)

rounds: $(DEV)  ## 200,000 random rounds of each game against a second, independent computation (an hour)
	$(BIN)/python -m tests.campaigns.rounds --rounds 200000 --seed 1 --processes 2 $(ARGS)

mistakes: $(DEV)  ## 60,000 random rounds of each game with mistakes that are put right, and power cuts (hours)
	$(BIN)/python -m tests.campaigns.mistakes --rounds 60000 --seed 1 --processes 2 $(ARGS)

poker: $(DEV)  ## 200,000 random hands of each poker against a second formulation and pokerkit (hours; resumes where it was interrupted); ARGS names some
	$(BIN)/python -m tests.campaigns.poker.poker --hands 200000 --seed 1 --processes 2 $(ARGS)

tournament: $(DEV)  ## a tournament and three simulated tables to a winner, over a real engine (a minute); ARGS='--served --kills --speed 40 --players 40 --seats 5' has eight tables in service, and kills
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tools.tournament.tournament $(ARGS)

tournaments: $(DEV)  ## a thousand tournaments of 400 players at 40 tables to their prizes, on virtual time, some with power cuts (two minutes); ARGS='--tournaments 100'
	$(BIN)/python -m tests.campaigns.tournament.tournaments $(ARGS)

odds: $(DEV)  ## compute every figure of `croupier odds` and compare with those that are shipped (an hour); ARGS names games
	$(BIN)/python -m tools.odds --check $(ARGS)

odds-played: $(DEV)  ## the figures of `croupier odds` against 100,000 rounds by chance of each play (an hour; resumes where it was interrupted); ARGS names a number, games, and with --play one way to play
	$(BIN)/python -m tests.campaigns.odds.odds_by_chance $(ARGS)

odds-exactly: $(DEV)  ## Blackjack, Boston, Fou, Grand Prix, 3-5-7 and Pai Gow by a second, independent count of every deal (three minutes); ARGS names games
	$(BIN)/python -m tests.campaigns.odds.odds_exactly $(ARGS)

odds-pai-gow-poker: $(DEV)  ## Pai gow poker: the odds of its main bet over 100,000 random deals, by a second, independent program (some seconds); ARGS names a number of deals
	$(BIN)/python -m tests.campaigns.odds.odds_pai_gow_poker $(ARGS)

odds-blackjack-split: $(DEV)  ## Blackjack: an upper bound of the odds where pairs are split once, for a player who sees both hands (some minutes; resumes where it was interrupted); ARGS names cards of the dealer
	$(BIN)/python -m tests.campaigns.odds.odds_blackjack_split $(ARGS)

odds-blackjack-resplit: $(DEV)  ## Blackjack: an upper bound of the odds where pairs are split again, for a player who plays each hand by its own cards (two minutes); ARGS names cards of the dealer
	$(BIN)/python -m tests.campaigns.odds.odds_blackjack_resplit $(ARGS)

drift: $(DEV)  ## the CUSUM of `croupier meters --theory` at 100,000 rounds by chance, and with stacked shoes (some minutes); ARGS names a number
	$(BIN)/python -m tests.campaigns.odds.drift $(ARGS)

drift-year: $(DEV)  ## the same at a table of every game for a year, and with a loaded wheel (five minutes); ARGS names a number of rounds, and games
	$(BIN)/python -m tests.campaigns.odds.drift_year $(ARGS)

jackpot: $(DEV)  ## a jackpot of several tables in every order of events: messages late, lost or doubled, crashes between any two steps (an hour); ARGS=--most=N bounds a world
	$(BIN)/python -m tests.campaigns.floor.jackpot $(ARGS)

machines: $(DEV)  ## a bank of 32 slot machines: SAS's times on a pseudo-terminal, and a day of play with every fault, each coin in its meter and in the jackpot (a quarter of an hour); ARGS='--hours 2 --seed 4'
	$(BIN)/python -m tests.campaigns.slots.slots $(ARGS)

kill: $(DEV)  ## SIGKILL at two thousand random instants of a run, and of its recovery (twenty minutes)
	CROUPIER_KILLS=1 $(BIN)/pytest -q tests/campaigns/kill/test_kill_smoke.py
	$(BIN)/python -m tests.campaigns.kill.kill --kills 2000 --seed 1 --processes 4 $(ARGS)

fuzz: $(DEV)  ## a million damaged frames to the drivers, a million inputs to the console (a quarter of an hour); ARGS names some
	$(BIN)/python -m tests.campaigns.fuzz.fuzz --frames 1000000 --inputs 1050000 --seed 1 --processes 2 $(ARGS)

kernel: $(DEV)  ## the service on a real Linux kernel in a process, with simulated parts; as root (eight minutes, and a quarter of an hour on two busy cores)
	tools/kernel/kernel.sh .kernel
	tools/kernel/root.sh .kernel bookworm
	tools/kernel/root.sh .kernel trixie
	$(BIN)/pytest -m kernel tests/kernel $(ARGS)

spins: $(DEV)  ## two hundred hours of a wheel's status lines, with every fault that it can have (a minute)
	$(BIN)/python -m tests.campaigns.slingshot --hours 200 --seed 1 $(ARGS)

campaign: $(DEV)  ## cuts, kills, flipped bits, a year's play, faults together, all examples of all tests; ARGS names some (two hours)
	$(BIN)/python -m tests.campaigns.campaign $(ARGS)

mutants: $(DEV)  ## a sample of small faults put into the program, which its tests must notice (half an hour); ARGS names subjects
	PYTHONHASHSEED=0 PYTEST_TIMEOUT=0 $(BIN)/python -m tests.mutants $(ARGS)

staged: $(DEV)  ## golden rounds by simulated people at tables in service, compared with `play`; rounds undone and played again (a quarter of an hour)
	$(BIN)/python -m tests.campaigns.going_back
	$(BIN)/python -m tests.campaigns.staged --every 40 tests/games/*/*.jsonl $(ARGS)

picture: $(DEV)  ## draw the pictures of the README, of the console, of the page and of a tournament's screens from the real program
	$(BIN)/python -m tools.picture
	$(BIN)/python -m tools.console_picture
	$(BIN)/python -m tools.web_pictures
	$(BIN)/python -m tools.web_film
	$(BIN)/python -m tools.correction_pictures
	$(BIN)/python -m tools.web_keyboard
	$(BIN)/python -m tools.tournament_pictures

sessions: $(DEV)  ## record docs/sessions/: six faults, found and cured at the console (two minutes)
	$(BIN)/python -m tools.sessions $(ARGS)

pages: $(DEV)  ## write the pages that are made from the program: the games, the odds, the wiring, the faults of the parts, the records, the manual
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.odds_page
	$(BIN)/python -m tools.wiring_pages
	$(BIN)/python -m tests.kits.faults.fault_page
	$(BIN)/python -m tools.error_pages
	$(BIN)/python -m tools.record_pages
	$(BIN)/python -m tools.manual_pages

lock:  ## regenerate requirements/, keeping the versions that still fit; ARGS=--upgrade takes the newest
	$(COMPILE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) $(LIKE_RUN) --group build --output-file requirements/build.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra pi --extra uplink --output-file requirements/pi.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra web --output-file requirements/web.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --extra floor --output-file requirements/floor.txt
	$(COMPILE) $(LIKE_RUN) pyproject.toml --constraint requirements/web.txt --constraint requirements/build.txt \
		--constraint requirements/floor.txt --extra floor --extra odds --extra pi --extra web --extra test --extra check --extra uplink --output-file requirements/dev.txt

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

deb: $(RUN)  ## make dist/croupier_V+debN_ARCH.deb, signed with KEY; TABLE_PYTHON=3.13, TABLE_MACHINE=x86_64 choose another
	rm -rf $(SITE) && mkdir -p $(DIST)
	$(FETCH) --python-platform $(TABLE_MACHINE)-manylinux_2_36 --python-version $(TABLE_PYTHON) --target $(SITE)
	$(BIN)/python -m tools.release pack --key $(KEY) --version $(VERSION) \
		--site $(SITE) --python $(TABLE_PYTHON) $(SITE)/croupier-$(VERSION).croupier
	$(BIN)/python -m tools.make_deb $(SITE)/croupier-$(VERSION).croupier $(KEY:.key=.pub) $(DIST)

FETCH = $(UV) pip install --quiet --no-deps --require-hashes --only-binary :all: --requirement requirements/pi.txt

installs: $(DEV)  ## as root: install, upgrade, cut, remove and purge the package in fresh roots of Debian, and play on arm64 (half an hour)
	for table in 3.11-x86_64 3.13-x86_64 3.11-aarch64; do \
		$(FETCH) --python-platform $${table#*-}-manylinux_2_36 --python-version $${table%-*} \
			--target .venv/site-$$table || exit 1; \
	done
	CROUPIER_SITES=$(CURDIR)/.venv CROUPIER_ROOTS=$(CURDIR)/.venv/roots PYTEST_TIMEOUT=3600 \
		$(BIN)/pytest -q tests/debian $(ARGS)

wheels:  ## fetch what a table runs on, on arm64 and with the Pythons of Debian 12 and 13, without a compiler
	for python in 3.11 3.13; do \
		$(FETCH) --python-platform aarch64-manylinux_2_36 --python-version $$python \
			--target .venv/wheels/$$python || exit 1; \
	done
	rm -rf .venv/wheels

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

$(DEV): requirements/dev.txt $(RUN)
	$(PIP) install $(LOCKED) --requirement requirements/dev.txt
	@touch $@
