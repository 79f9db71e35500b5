# `make run` and `make test` do everything on Debian or Ubuntu with Python 3.11; see README.md.
#
#   PYTHON=...        the Python to build .venv with; python3.11 or python3 if not given
#   TORCH_INDEX=...   the package index to take torch from, for the small CPU build

PYTHON ?=
TORCH_INDEX ?=
export PYTHON TORCH_INDEX

BIN := .venv/bin
RUN_READY := .venv/.run-ready
DEV_READY := .venv/.dev-ready
QT_READY := .venv/.qt-ready
DISPLAY_READY := .venv/.display-ready
BUILD_READY := .venv/.build-ready
LOCKED := $(wildcard requirements/*.txt)
KERNEL := $(wildcard engine/native/kernel/*)

.PHONY: help run test test-slow monkey fuzz check audit lock bench models-report coverage translations screenshots clean \
	folder folder-small \
	package package-small test-package test-package-small
.NOTPARALLEL:

help:
	@echo 'make run       sets everything up the first time, then opens the window'
	@echo 'make test      the tests, but for the slow ones'
	@echo 'make test-slow     whole trainings, shipped models, the window for minutes'
	@echo 'make monkey    random events at the window for ten minutes, or SECONDS=…, SEED=…'
	@echo 'make fuzz      new random input for all that reads what others wrote, for as long'
	@echo 'make check     format, lint, types, import rules, spelling'
	@echo 'make audit     known vulnerabilities of the locked versions, where the service can be asked'
	@echo 'make lock      renew the locked versions and their hashes, in requirements'
	@echo 'make bench     the speed of the program, beside other engines'
	@echo 'make models-report   what the models that ship are worth, in Markdown'
	@echo 'make translations, screenshots   the texts of the window; pictures of it'
	@echo 'make coverage  the test suite, with the lines and branches it does not reach'
	@echo 'make package   the packaged program, in dist'
	@echo 'make package-small  the same without PyTorch, which trains nothing, in dist/small'
	@echo 'make test-package, test-package-small  the packaged program, tested as people get it'
	@echo 'make clean     remove .venv and everything else that was built here'

run: $(RUN_READY) $(QT_READY)
	@$(BIN)/python -m desktop

# One thread each: pytest already runs as many processes as there are cores.
test: $(DEV_READY) $(QT_READY) $(DISPLAY_READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m 'not slow' -n auto --cov --cov-report=
	$(BIN)/coverage report --rcfile=tests/pure.coveragerc

# Tests of one group share what takes a minute to make.
test-slow: $(DEV_READY) $(QT_READY) $(DISPLAY_READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m slow -n auto --dist loadgroup

# What it does and what it finds: see tests/monkey.
SECONDS ?= 600
SEED ?=
monkey: $(DEV_READY) $(QT_READY) $(DISPLAY_READY)
	$(BIN)/python -m tests.monkey --seconds $(SECONDS) $(SEED:%=--seed %)

fuzz: $(DEV_READY) $(QT_READY)
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) $(SEED:%=--seed %)

coverage: test
	$(BIN)/coverage report --show-missing --skip-covered

# No caches of ruff and import-linter: they do not see that a module has come.
check: $(DEV_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check --no-cache .
	$(BIN)/mypy
	for system in win32 darwin; do $(BIN)/mypy --platform $$system --no-warn-unreachable \
		--cache-dir .mypy_cache/$$system engine training desktop || exit; done
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell

audit: $(DEV_READY)
	$(BIN)/python .ci/audit.py

# With KEEP=1 only what pyproject.toml demands changes.
lock: $(DEV_READY)
	$(BIN)/python .ci/lock.py

# Those that need no text; what the others need, they say with --help.
bench: $(DEV_READY) $(QT_READY) $(DISPLAY_READY)
	for name in decode growth documents import_model draw train_step like_length busy typing_delay window start; do \
		$(BIN)/python -m "benchmarks.$$name" || exit; done

# On the text that TRANSLUCENT_DATA names, if it is there.
models-report: $(DEV_READY)
	@$(BIN)/python -m benchmarks.models_report

# Extracts the texts of the window for the translators, and compiles what they wrote.
translations: $(DEV_READY)
	sh .ci/translations

# The window in all its states, as PNG in build/screenshots.
screenshots: $(DEV_READY) $(QT_READY) $(DISPLAY_READY)
	$(BIN)/python -m tests.screenshots build/screenshots

# The full edition in dist, the small one in dist/small: a folder with the programs, and what people
# download. Without a fixed seed, sets of names are written in another order each time.
%-small: DIST := dist/small
%-small: EDITION := --workpath build/small -- --edition small
DIST := dist
EDITION :=

folder folder-small: $(BUILD_READY) $(QT_READY)
	PYTHONHASHSEED=0 $(BIN)/python -m PyInstaller --noconfirm --log-level WARN \
		--distpath $(DIST) build.spec $(EDITION)
	$(BIN)/python .ci/bundle/licences.py $(DIST)/Translucent
	$(BIN)/python .ci/bundle/sbom.py $(DIST)/Translucent

package: folder
package-small: folder-small
package package-small:
	$(BIN)/python .ci/bundle/deliver.py $(DIST)

test-package test-package-small: $(DEV_READY) $(DISPLAY_READY)
	TRANSLUCENT_BUNDLE=$(DIST)/Translucent $(BIN)/python -m pytest tests/frozen

clean:
	rm -rf .venv build dist *.egg-info .coverage htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# Set-up, once: each stamp is as old as the versions and the C++ it was made from.
$(RUN_READY): pyproject.toml $(LOCKED) $(KERNEL)
	@sh .ci/setup python
	@touch $(RUN_READY)

$(DEV_READY): pyproject.toml $(LOCKED) $(KERNEL)
	@sh .ci/setup python dev
	@touch $(RUN_READY) $(DEV_READY)

$(BUILD_READY): pyproject.toml $(LOCKED) $(KERNEL)
	@sh .ci/setup python build
	@sh .ci/setup packaging
	@touch $(RUN_READY) $(BUILD_READY)

# Without these libraries there is no window, but the terminal works: so it is tried again each time.
$(QT_READY): | $(RUN_READY)
	@if sh .ci/setup libraries; then touch $(QT_READY); fi

# Without it the tests that open real windows are skipped, and say so.
$(DISPLAY_READY): | $(DEV_READY)
	@if sh .ci/setup display; then touch $(DISPLAY_READY); fi
