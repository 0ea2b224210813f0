# Long runs that a person starts and reports with their figures: `make campaign NAME=…`.

include Makefile

.DEFAULT_GOAL := help
.PHONY: class dependability rounds mistakes packs poker tournaments drills staged kill kernel lab fuzz driver-fuzz floor-fuzz draws spins machines jackpot month floor-many floor-alarms floor-compromised floor-failover floor-kills floor-partitions floor-properties floor-units floor-year odds odds-played odds-exactly drift cases mutants times installs floor-installs wheels sessions

dependability: $(DEV)  ## cuts, kills, flipped bits, a year's play, faults (two hours)
	$(BIN)/python -m tests.campaigns.campaign $(ARGS)

rounds: $(DEV)  ## 200,000 random rounds of each game against a second computation (an hour)
	$(BIN)/python -m tests.campaigns.rounds --rounds 200000 --seed 1 --processes 2 $(ARGS)

mistakes: $(DEV)  ## 60,000 rounds of each game with mistakes put right (hours)
	$(BIN)/python -m tests.campaigns.mistakes --rounds 60000 --seed 1 --processes 2 $(ARGS)

packs: $(DEV)  ## random bets computed twice, an evening at each game of each pack (an hour)
	$(BIN)/python -m tests.campaigns.packs.random_bets --bets 5000 --seed 1
	$(BIN)/python -m tests.campaigns.packs.evenings $(ARGS)

poker: $(DEV)  ## 200,000 hands of each poker against a second formulation (hours; resumes)
	$(BIN)/python -m tests.campaigns.poker.poker --hands 200000 --seed 1 --processes 2 $(ARGS)

tournaments: $(DEV)  ## a thousand tournaments of 400 players, on virtual time (two minutes)
	$(BIN)/python -m tests.campaigns.tournament.tournaments $(ARGS)

drills: $(DEV)  ## 10,000 questions of the payout drills, reckoned twice (two minutes)
	$(BIN)/python -m tests.campaigns.drills --questions 10000 --seed 1 --processes 2 $(ARGS)

staged: $(DEV)  ## golden rounds by simulated people, and undone ones (a quarter of an hour)
	$(BIN)/python -m tests.campaigns.going_back
	$(BIN)/python -m tests.campaigns.staged --every 40 tests/games/*/*.jsonl $(ARGS)

kill: $(DEV)  ## SIGKILL at two thousand random instants of a run (twenty minutes)
	CROUPIER_KILLS=1 $(BIN)/pytest -q tests/campaigns/kill/test_kill_smoke.py
	$(BIN)/python -m tests.campaigns.kill.kill --kills 2000 --seed 1 --processes 4 $(ARGS)

kernel: $(DEV)  ## as root: the service on a real Linux kernel in a process (eight minutes)
	tools/kernel/kernel.sh .kernel
	tools/kernel/root.sh .kernel bookworm
	tools/kernel/root.sh .kernel trixie
	$(BIN)/pytest -m kernel tests/kernel $(ARGS)

lab: $(DEV)  ## as root: simulated parts by USB at Debian's own kernel; half an hour
	tools/lab/root.sh .lab
	$(BIN)/pytest -m lab tests/lab $(ARGS)

fuzz: $(DEV)  ## a million damaged frames and inputs (a quarter of an hour)
	$(BIN)/python -m tests.campaigns.fuzz.fuzz --frames 1000000 --inputs 1050000 --seed 1 --processes 2 $(ARGS)

driver-fuzz: $(DEV)  ## a million unusual and a million damaged messages to each driver (hours)
	$(BIN)/python -m tests.campaigns.fuzz.drivers.campaign $(ARGS)

floor-fuzz: $(DEV)  ## a million absurd messages each to the floor's processes (hours)
	$(BIN)/python -m tests.campaigns.fuzz.floor.campaign $(ARGS)

class: $(DEV)  ## an hour of twelve trainees, sheets against planted mistakes (half an hour)
	$(BIN)/python -m tests.campaigns.classroom --trainees 12 --minutes 60 --seed 1 $(ARGS)

draws: $(DEV)  ## what a table draws by itself, against chance at 99 % (five minutes)
	$(BIN)/python -m tests.campaigns.draws $(ARGS)

spins: $(DEV)  ## two hundred hours of a wheel's lines, with every fault (a minute)
	$(BIN)/python -m tests.campaigns.slingshot --hours 200 --seed 1 $(ARGS)

machines: $(DEV)  ## a day of 32 slot machines with every fault (a quarter of an hour)
	$(BIN)/python -m tests.campaigns.slots.slots $(ARGS)

jackpot: $(DEV)  ## a shared jackpot in every order of events (an hour)
	$(BIN)/python -m tests.campaigns.floor.jackpot $(ARGS)

month: $(DEV)  ## a month of five tables in the ledger, on virtual time (five minutes)
	$(BIN)/python -m tests.campaigns.floor.floor_month $(ARGS)

floor-alarms: $(DEV)  ## alarms and octets of an evening of fifty tables (half an hour)
	$(BIN)/python -m tests.campaigns.floor.floor_alarms $(ARGS)

floor-many: $(DEV)  ## many tables' journals into a real engine: how late is the ledger
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_many $(ARGS)

floor-compromised: $(DEV)  ## one of twenty tables does all that its keys allow, for as long as it runs
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_compromised $(ARGS)

floor-failover: $(DEV)  ## a jackpot won while PostgreSQL is restored or fails over (ten minutes)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_failover $(ARGS)

floor-kills: $(DEV)  ## a floor with kills, clocks set back, full disks (six minutes)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_kills $(ARGS)

floor-partitions: $(DEV)  ## as root: a floor whose hosts are cut from each other (five minutes)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_partitions $(ARGS)

floor-year: $(DEV)  ## a year of thirty tables: asked, archived, restored (20 minutes)
	$(BIN)/python -m tests.campaigns.floor.floor_year $(ARGS)

floor-properties: $(DEV)  ## as root: two properties and a head office, link cut (three minutes)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_properties $(ARGS)

floor-units: $(DEV)  ## as root: ledger, keeper, pit and uplink as systemd begins them (a minute)
	tools/floor/engine.sh .venv/engine
	$(BIN)/python -m tests.campaigns.floor.floor_units

odds: $(DEV)  ## every figure of `croupier odds` against those shipped (an hour)
	$(BIN)/python -m tools.odds --check $(ARGS)

odds-played: $(DEV)  ## those figures against 100,000 rounds by chance of each play (an hour)
	$(BIN)/python -m tests.campaigns.odds.odds_by_chance $(ARGS)

odds-exactly: $(DEV)  ## six games by a second count of every deal (three minutes)
	$(BIN)/python -m tests.campaigns.odds.odds_exactly $(ARGS)

drift: $(DEV)  ## the CUSUM of `meters --theory`, for a year of each game (ten minutes)
	$(BIN)/python -m tests.campaigns.odds.drift $(ARGS)

cases: $(DEV)  ## each case of a folded test alone, with its own fixtures (half an hour)
	CROUPIER_CASES=apart $(BIN)/pytest --numprocesses auto --dist loadfile $(ARGS)

mutants: $(DEV)  ## small faults put into the program, which tests must notice (half an hour)
	PYTHONHASHSEED=0 PYTEST_TIMEOUT=0 $(BIN)/python -m tests.mutants $(ARGS)

times: $(DEV)  ## every test, and where the time is spent; ARGS are those of pytest
	rm -f $(TIMES)
	-$(MAKE) test ARGS="-p bench.times --times $(TIMES) $(ARGS)"
	$(BIN)/python -m bench.times $(TIMES)

TIMES := .venv/times.jsonl

installs: $(DEV)  ## as root: the package in fresh roots of Debian (half an hour)
	for table in 3.11-x86_64 3.13-x86_64 3.11-aarch64; do \
		$(FETCH) --python-platform $${table#*-}-manylinux_2_36 --python-version $${table%-*} \
			--target .venv/site-$$table || exit 1; \
	done
	CROUPIER_SITES=$(CURDIR)/.venv CROUPIER_ROOTS=$(CURDIR)/.venv/roots PYTEST_TIMEOUT=3600 \
		$(BIN)/pytest -q tests/debian $(ARGS)

floor-installs: $(DEV)  ## as root: the servers' package in fresh roots of Debian (five minutes)
	$(UV) $(FETCH_SERVER) --python-platform x86_64-manylinux_2_36 --python-version 3.11 --target .venv/site-floor-3.11-x86_64
	CROUPIER_SITES=$(CURDIR)/.venv CROUPIER_ROOTS=$(CURDIR)/.venv/roots PYTEST_TIMEOUT=3600 \
		$(BIN)/pytest -q tests/debian/test_floor_package.py $(ARGS)

wheels:  ## fetch what a table runs on, for arm64 and both Pythons, without a compiler
	for python in 3.11 3.13; do \
		$(FETCH) --python-platform aarch64-manylinux_2_36 --python-version $$python \
			--target .venv/wheels/$$python || exit 1; \
	done
	rm -rf .venv/wheels

sessions: $(DEV)  ## record the sessions: six faults cured at the console (two minutes)
	$(BIN)/python -m tools.sessions $(ARGS)

