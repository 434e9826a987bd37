# Everything that a person types. `make` alone lists the targets.
# Each target installs what it needs into .venv, once; a stamp file there says that it is done. A stamp is
# written after the last command of its rule, so an interrupted installation is taken up again.

PYTHON ?= python3
JOBS   ?= 2
EXAMPLES ?= 20000
FUZZ_SECONDS ?= 60
# Where a static edition will stand, as https://example.org/games/: then links to it are shown with a picture.
ADDRESS ?=
# For `make soak`.
SOAK_EXAMPLES ?= 100000
SOAK_SECONDS ?= 3600

# What Python has compiled is kept, also where an environment (many containers) forbids it: tests and checks start some
# hundred processes, and each would compile NumPy and the sources anew.
export PYTHONDONTWRITEBYTECODE :=

# What tests draw by lot; to repeat a run, set it.
ifndef FIELDSTONE_SEED
FIELDSTONE_SEED := $(shell od -A n -N 4 -t u4 /dev/urandom | tr -d ' ')
endif
export FIELDSTONE_SEED

VENV := .venv
PY   := $(VENV)/bin/python
# For lines with more in them: one that names $(MAKE) itself is run by `make -n` too, all of it.
AGAIN = $(MAKE) --no-print-directory
PIP  := $(PY) -m pip --disable-pip-version-check -qq
PINS := pyproject.toml $(wildcard requirements/*.txt)
# Every file that is installed is one whose hash is in requirements/. Fieldstone itself has none, so it comes after.
LOCKED := $(PIP) install --require-hashes --no-build-isolation

# The page, built into the package, and everything that it is made of.
PAGE         := src/fieldstone/server/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/site.ts web/policy.ts web/link.ts
# Where everything on a board lies is computed by the package; the page draws it.
BOARDS         := web/src/board/boards.json
# By which others show the page: beside links, and on the first screen of a telephone.
PICTURES       := web/public/link.png
# The journeys that failed, for whoever reads the end of what `make test` says.
FAILURES       := web/test-results/failures.txt
BOARDS_SOURCES := $(shell find src/fieldstone/boards src/fieldstone/diagram src/fieldstone/games -name '*.py' 2>/dev/null)
NODE_WORKS   := node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || a === 20 && b >= 19 ? 0 : 1)' >/dev/null 2>&1 && npm --version >/dev/null 2>&1
NODE_ADVICE  := { \
	  echo "The page is built with Node 20.19 or newer, and npm. 'node' is: $$(node --version 2>&1 | tail -n 1)"; \
	  echo '  Debian 13, Ubuntu 26.04 or newer:  sudo apt-get install nodejs npm'; \
	  echo '  Fedora:                            sudo dnf install nodejs'; \
	  echo '  macOS with Homebrew:               brew install node'; \
	  echo '  elsewhere:                         the installer from the home page of Node.js'; } >&2

# An environment works only in the folder, and with the Python, that it was made for.
ifneq ($(shell test -x $(PY) && cat $(VENV)/.folder 2>/dev/null),$(CURDIR))
STALE := stale
endif

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help setup play terminal page site kernels test compiled quick soak check fuzz alphazero bench wheel sdist playthroughs pins clean stale node

help:
	@echo 'make play          play in the browser: builds the page, starts its server, opens it'
	@echo 'make site          the page for any web server, without one of ours: a folder, site/'
	@echo 'make terminal      play in the terminal; asks which game, and against whom'
	@echo 'make setup         install everything needed to work on Fieldstone into $(VENV)'
	@echo 'make quick         the tests that are worth a minute, after an edit'
	@echo 'make test          every test: rules, search, server, page, whole journeys in a browser'
	@echo 'make soak          what takes hours, by hand; what came of it is written to bench/results/soak.jsonl'
	@echo 'make check         lint, format, types, import order, documentation'
	@echo 'make wheel         build a wheel with the page inside, in dist/'
	@echo 'make sdist         build a source distribution, in dist/'
	@echo 'make fuzz          throw garbage at every reader and protocol; FUZZ_SECONDS=300 each, Ctrl-C ends it'
	@echo 'make alphazero     let AlphaZero of OpenSpiel learn a little (installs half a gigabyte)'
	@echo 'make kernels       build the modules for browsers and the libraries anew where the sources have changed'
	@echo 'make bench         measure the speed, and that of others, in one run'
	@echo 'make playthroughs  write the recorded playthroughs anew; then read the difference'
	@echo 'make pins          write the hashes of all pinned versions anew, in requirements/'
	@echo 'make clean         remove all that make has made, $(VENV) too'
	@echo
	@echo 'PYTHON=python3.12 chooses the Python for a new environment (now: $(PYTHON)).'

setup: $(VENV)/.dev
	@echo 'Ready: $(VENV)/bin/fieldstone --help'

# Where Node is missing the page cannot be built; the terminal game needs none. The page has the computer in itself, and
# the server the libraries of the games: nobody waits for a compiler.
# What Python needs and what the page needs come at the same time: each is half of the wait on a new machine.
play:
	@if $(NODE_WORKS); then \
	  $(MAKE) --no-print-directory web/node_modules/.installed & packages=$$!; \
	  $(MAKE) --no-print-directory $(VENV)/.runtime; status=$$?; \
	  wait $$packages && [ $$status = 0 ] || exit 1; \
	  $(MAKE) --no-print-directory page && exec $(VENV)/bin/fieldstone serve --open; \
	else \
	  $(MAKE) --no-print-directory $(VENV)/.runtime || exit 1; \
	  $(NODE_ADVICE); \
	  printf '%s' 'Play in the terminal instead? [Y/n] '; \
	  read -r answer || exit 1; \
	  case "$$answer" in [nN]*) exit 1;; esac; \
	  exec $(VENV)/bin/fieldstone play; \
	fi

terminal: $(VENV)/.runtime
	@$(VENV)/bin/fieldstone play

page: $(PAGE)

# The data first, under a name that changes with what is in them; then the page, built around that name.
site: $(VENV)/.runtime web/node_modules/.installed $(BOARDS) $(PICTURES)
	@rm -rf site
	@data=$$($(PY) -m fieldstone.server.site site) && cd web && FIELDSTONE_DATA=$$data FIELDSTONE_ADDRESS='$(ADDRESS)' npx vite build --mode site --logLevel warn
	@echo 'Built: site/ (any web server can serve it, at a root or under a path: docs/hosting.md)'

test: $(VENV)/.dev $(VENV)/.fuzz $(VENV)/.kernels $(VENV)/.ray $(PAGE)
	@echo '== Every test, on the libraries of the games'
	@$(PY) -m pytest -n $(JOBS)
	@echo '== Garbage for every reader and protocol, guided'
	@FIELDSTONE_FUZZ_SEED=1 $(PY) -m tests.fuzz --seconds 4 --jobs $(JOBS)
	@echo '== The page: its pure parts'
	@cd web && npm run --silent test
	@echo '== The page: whole journeys in a browser; what needs none meanwhile, and is shown when both are through, before the failures'
	@rm -f $(FAILURES); nice $(AGAIN) compiled >$(VENV)/compiled.log 2>&1 & compiled=$$!; \
	{ $(PY) web/journeys/run.py --drawn && $(AGAIN) site && $(PY) web/journeys/run.py --static --drawn; }; \
	status=$$?; wait $$compiled || status=1; \
	cat $(VENV)/compiled.log; [ $$status = 0 ] || { echo "FIELDSTONE_SEED=$(FIELDSTONE_SEED)"; cat $(FAILURES) 2>/dev/null; }; \
	exit $$status

# The same rules and search, compiled otherwise or not at all. In `test` they take what the browsers leave of the machine.
compiled: $(VENV)/.dev $(VENV)/.kernels
	@echo '== The rules and the search on what Numba compiles'
	@FIELDSTONE_KERNELS=jit $(PY) -m pytest -n $(JOBS) -m jit
	@echo '== The rules with the compiler off: coverage'
	@$(PY) -m coverage erase
	@NUMBA_DISABLE_JIT=1 $(PY) -m coverage run -m pytest -n $(JOBS) -m pure
	@$(PY) -m coverage combine --quiet
	@$(PY) -m coverage report
	@echo '== The kernels with bounds checked'
	@NUMBA_BOUNDSCHECK=1 $(PY) -m pytest -n $(JOBS) -m boundscheck

# What is worth a minute after an edit; tests/conftest.py lists it. Either half waits at its beginning for one process,
# so they run at the same time, and the page's is shown when both are through.
quick: $(VENV)/.dev web/node_modules/.installed $(BOARDS)
	@(cd web && npm run --silent test -- --reporter=dot) >$(VENV)/quick-page.log 2>&1 & page=$$!; \
	$(PY) -m pytest -q -n $(JOBS) -m quick; status=$$?; \
	wait $$page || status=1; \
	cat $(VENV)/quick-page.log; exit $$status

soak: $(VENV)/.dev $(VENV)/.fuzz $(VENV)/.kernels $(VENV)/.ray $(PAGE) site
	@$(PY) bench/soak.py --jobs $(JOBS) --examples $(SOAK_EXAMPLES) --seconds $(SOAK_SECONDS)

check: $(VENV)/.dev web/node_modules/.installed $(BOARDS)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy --strict src tests
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) -m tests.house.lint_names
	@$(PY) -m sphinx --fail-on-warning --keep-going --quiet docs docs/_build/html
	@$(PY) web/make_types.py --check
	@$(PY) -m fieldstone.targets --check
	@cd web && npm run --silent check
	@echo 'All checks passed.'

# One module and one library a game, beside its sources, and what the page knows of them. All of it lies in git.
kernels: $(VENV)/.kernels
	@$(PY) -m fieldstone.targets --interface web/src/engine

# First what Hypothesis makes up, then what atheris finds by the branches that it reaches.
fuzz: $(VENV)/.dev $(VENV)/.fuzz
	@FIELDSTONE_FUZZ=$(EXAMPLES) $(PY) -m pytest -n $(JOBS) tests/fuzz tests/records/test_fuzz.py tests/interop/test_fuzz.py tests/api/test_garbage.py
	@$(PY) -m tests.fuzz --seconds $(FUZZ_SECONDS) --jobs $(JOBS)

alphazero: $(VENV)/.alphazero
	@$(PY) -m pytest tests/interop/alphazero.py

bench: $(VENV)/.bench
	@$(PY) -m bench

# The libraries in it are for Linux on x86-64. Elsewhere they lie there unused, and the wheel is for any system.
TAGGED = $(if $(filter Linux-x86_64,$(shell uname -sm | tr ' ' -)),--config-settings=--build-option=--plat-name=manylinux2014_x86_64)

wheel: $(VENV)/.dev $(PAGE)
	@rm -rf build dist
	@$(PIP) wheel --no-deps --no-build-isolation $(TAGGED) -w dist .
	@echo "Built: $$(ls dist/*.whl)"

# With the page inside, so that installing it needs no Node either.
sdist: $(VENV)/.dev $(PAGE)
	@rm -rf dist/*.tar.gz
	@$(PY) -W ignore -c 'from setuptools import build_meta; build_meta.build_sdist("dist")' >/dev/null
	@echo "Built: $$(ls dist/*.tar.gz)"

playthroughs: $(VENV)/.dev
	@$(PY) tests/playthroughs/regenerate.py

pins: $(VENV)/.python
	@$(LOCKED) -r requirements/pins.txt
	@$(PY) requirements/pin.py

clean:
	rm -rf $(BOARDS) web/public/*.png .fuzz web/node_modules src/fieldstone/server/page site web/test-results $(VENV) build dist docs/_build .coverage .coverage.* .hypothesis .import_linter_cache \
	  .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	find src tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(VENV)/.python: $(STALE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Fieldstone needs Python 3.11 or newer. '$(PYTHON)' is: $$($(PYTHON) --version 2>&1 | tail -n 1)"; \
	  echo '  Debian 12, Ubuntu 24.04 or newer:  sudo apt-get install python3 python3-venv'; \
	  echo '  Fedora:                            sudo dnf install python3'; \
	  echo '  macOS with Homebrew:               brew install python'; \
	  echo 'If a newer one is installed under another name, say so:  make PYTHON=python3.12 $(MAKECMDGOALS)'; \
	  exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments: its modules venv and ensurepip are not installed."; \
	  echo '  Debian, Ubuntu:  sudo apt-get install python3-venv'; \
	  echo '  elsewhere:       the package of your system whose name ends in "venv", or a full Python'; \
	  exit 1; } >&2
	@echo 'Making $(VENV) ...'
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(LOCKED) -r requirements/build.txt
	@echo '$(CURDIR)' > $(VENV)/.folder
	@touch $@

$(VENV)/.runtime: $(VENV)/.python $(PINS)
	@echo 'Installing Fieldstone ...'
	@$(LOCKED) -r requirements/play.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime
	@echo 'Installing what tests and checks need ...'
	@$(LOCKED) -r requirements/dev.txt
	@touch $@

$(VENV)/.fuzz: $(VENV)/.dev
	@echo 'Installing what fuzzing needs ...'
	@$(LOCKED) -r requirements/fuzz.txt
	@touch $@

$(VENV)/.kernels: $(VENV)/.dev
	@echo 'Installing the linker of the kernels ...'
	@$(LOCKED) -r requirements/kernels.txt
	@touch $@

$(VENV)/.train: $(VENV)/.dev
	@echo 'Installing what networks learn with ...'
	@$(LOCKED) -r requirements/train.txt
	@touch $@

$(VENV)/.ray: $(VENV)/.train
	@echo 'Installing what reaches many machines ...'
	@$(LOCKED) -r requirements/ray.txt
	@touch $@

$(VENV)/.alphazero: $(VENV)/.train
	@echo 'Installing what AlphaZero needs ...'
	@$(LOCKED) -r requirements/alphazero.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.runtime
	@echo 'Installing what the comparison needs ...'
	@$(LOCKED) -r requirements/bench.txt
	@touch $@

node:
	@$(NODE_WORKS) || { $(NODE_ADVICE); exit 1; }

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc | node
	@echo 'Installing what the page is built with ...'
	@cd web && npm ci --silent --no-progress
	@touch $@

$(BOARDS): $(BOARDS_SOURCES) | $(VENV)/.runtime
	@$(PY) -m fieldstone.diagram.boards_file $@

# Its icon for telephones is made with it.
$(PICTURES): web/public/icon.svg src/fieldstone/server/pictures.py | $(VENV)/.runtime
	@$(PY) -m fieldstone.server.pictures web/public

$(PAGE): web/node_modules/.installed $(PAGE_SOURCES) $(BOARDS) $(PICTURES)
	@echo 'Building the page ...'
	@cd web && npm run --silent build -- --logLevel warn
